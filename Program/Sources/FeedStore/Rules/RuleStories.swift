/// The stories of some items, as accounts see them with what rules hide. Each account's are read when a rule first needs them.
struct RuleStories {
    private let items: [Int64]
    /// The numbers of all stories of the items.
    private var numbers: Set<Int64>?
    private var rows: [Account.ID: [Int64: StoryRows.Row]] = [:]

    init(of items: [Int64] = []) { self.items = items }

    /// The story that an item tells with others; nil for an item by itself.
    mutating func row(of item: Int64, for account: Account.ID, _ db: StoreTransaction) throws -> StoryRows.Row? {
        try all(for: account, db)[item]
    }

    /// The stories of the items, by the ids of all that tell them.
    mutating func all(for account: Account.ID, _ db: StoreTransaction) throws -> [Int64: StoryRows.Row] {
        if let known = rows[account] { return known }
        let numbers = try numbers ?? Set(StoryRows.numbers(of: Set(items), db).values)
        self.numbers = numbers
        var found: [Int64: StoryRows.Row] = [:]
        if !numbers.isEmpty, let stories = try StoryRows(db.of(account), includesMuted: true) {
            for row in try stories.joined(numbers) {
                for member in row.members { found[member.id] = row }
            }
        }
        rows[account] = found
        return found
    }
}

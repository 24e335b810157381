import SQL
import Search

/// The facts that rules test besides the items, read for several items and accounts by a few statements.
struct RuleFacts {
    /// A feed that lists an item.
    struct Listing {
        let feed: Int64
        let isCurrent: Bool
    }

    struct AccountItem: Hashable {
        let account: Account.ID
        let item: Int64
    }

    struct Muting: Hashable {
        let account: Account.ID
        let feed: Int64
        let item: Int64
    }

    struct Match: Hashable {
        let rule: Int64
        let item: Int64
    }

    private(set) var listings: [Int64: [Listing]] = [:]
    /// The keys of the feeds that list the items.
    private(set) var keys: [Int64: FeedKey] = [:]
    private var readings: [Int64: Set<Account.ID>] = [:]
    /// The folders of the feeds, by account.
    private var folders: [Account.ID: [String: String]] = [:]
    var muted: Set<Muting> = []
    var saved: Set<AccountItem> = []
    var highlighted: Set<AccountItem> = []
    /// The matches of rules that act once.
    private(set) var matches: Set<Match> = []
    /// The items of which ``matches`` has all.
    private var matched: Set<Int64> = []
    /// The stories of the items.
    var stories = RuleStories()
    private(set) var slopes: [Int64: Double] = [:]

    /// Adds an item that one feed has just added, of which nothing else is stored.
    mutating func add(new item: Int64, in feed: Int64) {
        listings[item] = [Listing(feed: feed, isCurrent: true)]
        matched.insert(item)
    }

    /// Adds a feed that some accounts read.
    mutating func add(_ feed: Int64, _ key: FeedKey, readBy accounts: some Sequence<Account.ID>) {
        keys[feed] = key
        readings[feed] = Set(accounts)
    }

    /// Reads what is stored about items.
    ///
    /// - Parameters:
    ///   - accounts: the accounts whose rules are applied.
    ///   - actsOnce: true if any of the rules acts once.
    mutating func read(_ items: [Int64], for accounts: [Account.ID], actsOnce: Bool, _ db: StoreTransaction) throws {
        let given = ValuesClause(items)
        let chosen =
            accounts.count == 1
            ? "account_id = ?" : "EXISTS (SELECT 1 FROM rule WHERE rule.account_id = one.account_id)"
        let values = accounts.count == 1 ? accounts : []
        for row in try given.rows(
            db, [],
            { source in
                """
                SELECT listing.item_id, listing.feed_id, listing.is_current, feed.key FROM \(source)
                CROSS JOIN listing ON listing.item_id = given.column1 CROSS JOIN feed ON feed.id = listing.feed_id
                """
            })
        {
            let feed = try row.integer(1)
            listings[try row.integer(0), default: []].append(Listing(feed: feed, isCurrent: try row.flag(2)))
            keys[feed] = FeedKey(try row.text(3))
        }
        let unknown = keys.keys.filter { readings[$0] == nil }
        for feed in unknown { readings[feed] = [] }
        for row in try ValuesClause(unknown.sorted()).rows(
            db, values,
            { source in
                "SELECT feed_id, account_id FROM \(source) CROSS JOIN reading AS one ON one.feed_id = given.column1 WHERE \(chosen)"
            })
        {
            readings[try row.integer(0)]?.insert(try row.integer(1))
        }
        for row in try given.rows(
            db, values,
            { source in
                "SELECT account_id, feed_id, item_id FROM \(source) CROSS JOIN muted AS one ON one.item_id = given.column1 WHERE \(chosen)"
            })
        {
            muted.insert(Muting(account: try row.integer(0), feed: try row.integer(1), item: try row.integer(2)))
        }
        for row in try given.rows(
            db, values,
            { source in
                """
                SELECT account_id, item_id, saved_at, is_highlighted FROM \(source)
                CROSS JOIN mark AS one ON one.item_id = given.column1
                WHERE \(chosen) AND (saved_at IS NOT NULL OR is_highlighted = 1)
                """
            })
        {
            let key = AccountItem(account: try row.integer(0), item: try row.integer(1))
            if try row.optionalInteger(2) != nil { saved.insert(key) }
            if try row.flag(3) { highlighted.insert(key) }
        }
        if actsOnce { try readMatches(of: items, db) }
    }

    private mutating func readMatches(of items: [Int64], _ db: StoreTransaction) throws {
        matched.formUnion(items)
        for row in try ValuesClause(items).rows(
            db, [],
            { source in
                "SELECT rule_id, item_id FROM \(source) CROSS JOIN rule_match ON rule_match.item_id = given.column1"
            })
        {
            matches.insert(Match(rule: try row.integer(0), item: try row.integer(1)))
        }
    }

    /// Records that a rule acts on an item; false if it has done so before.
    mutating func match(_ rule: Int64, _ item: Int64) -> Bool {
        matches.insert(Match(rule: rule, item: item)).inserted
    }

    /// Returns true if the rule has acted on another item of the story, as the account sees it.
    mutating func hasMatched(
        _ rule: Int64, othersOf item: Int64, for account: Account.ID, _ db: StoreTransaction
    ) throws -> Bool {
        let stories = try self.stories.all(for: account, db)
        guard let row = stories[item] else { return false }
        let unknown = stories.keys.filter { !matched.contains($0) }
        if !unknown.isEmpty { try readMatches(of: unknown.sorted(), db) }
        return row.members.contains { $0.id != item && matches.contains(Match(rule: rule, item: $0.id)) }
    }

    /// Reads how fast the measures of items grow.
    mutating func readSlopes(of items: [Int64], at now: Int64, _ db: StoreTransaction) throws {
        let slope = MeasurementWriter.slope(of: "item", at: "given.column2")
        var given = ValuesClause(.integer, .integer)
        for item in items { given.append(item, now) }
        for row in try given.rows(
            db, [], { source in "SELECT item.id, (\(slope)) FROM \(source) CROSS JOIN item ON item.id = given.column1" }
        ) {
            slopes[try row.integer(0)] = try row.optionalReal(1)
        }
    }

    /// Reads the folders of the feeds that list the items.
    mutating func readFolders(_ db: StoreTransaction) throws {
        var given = ValuesClause(.text)
        for key in keys.values { given.append(key.rawValue) }
        for row in try given.rows(
            db, [],
            { source in
                """
                SELECT account_id, feed, folder FROM \(source) CROSS JOIN followed ON followed.feed = given.column1
                WHERE folder IS NOT NULL
                """
            })
        {
            folders[try row.integer(0), default: [:]][try row.text(1)] = try row.text(2)
        }
    }

    /// The feeds that list an item, as an account sees them.
    func listings(of item: Int64, for account: Account.ID, _ options: FeedStore.Options) -> [(
        Listing, SearchSubject.Feed
    )] {
        (listings[item] ?? []).compactMap { listing in
            guard readings[listing.feed]?.contains(account) == true, let key = keys[listing.feed] else { return nil }
            let folder = folders[account]?[key.rawValue]
            return (
                listing,
                SearchSubject.Feed(key: key.rawValue, folder: folder, isDiscussion: options.isDiscussion(key))
            )
        }
    }
}

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

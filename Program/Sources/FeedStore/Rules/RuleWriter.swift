import Platform
import SQL
import Search

/// Applies the rules of an account to stored items, within the caller's transaction.
struct RuleWriter {
    private let db: StoreTransaction
    private let rules: AccountRules
    private let run: RuleRun

    private init(_ db: StoreTransaction, _ rules: AccountRules, at now: Date, savedAt: Date? = nil) {
        self.db = db.of(rules.account)
        self.rules = rules
        run = RuleRun(db, at: now, savedAt: savedAt)
    }

    /// Loads the writers of all accounts that have rules.
    static func loadAll(_ db: StoreTransaction, at now: Date) throws -> [RuleWriter] {
        try RuleQueries.allRules(db).map { RuleWriter(db, $0, at: now) }
    }

    /// Nil without rules.
    static func load(_ db: StoreTransaction, at now: Date) throws -> RuleWriter? {
        try RuleQueries.rules(db).map { RuleWriter(db, $0, at: now) }
    }

    /// The account's rules, also if there are none: what they hid is shown again.
    ///
    /// - Parameter date: the date when items count as saved.
    static func all(_ db: StoreTransaction, at now: Date, savedAt date: Date) throws -> RuleWriter {
        let rules = try RuleQueries.rules(db) ?? AccountRules(account: db.account, rules: RuleSet([]))
        return RuleWriter(db, rules, at: now, savedAt: date)
    }

    /// Applies only the rules that hide and highlight, to one stored item.
    func reapply(item: Int64) throws {
        _ = try apply(to: try db.rows(RuleQueries.items(rules.rules.needs, "id = ?"), [item]))
    }

    /// Applies only the rules that hide and highlight, to those of some stored items that the account sees.
    func reapply(items: [Int64]) throws {
        let chosen = "id IN (\(items.map(String.init).joined(separator: ", "))) AND \(try Account.seesItem(db))"
        _ = try apply(to: try db.rows(RuleQueries.items(rules.rules.needs, chosen), [], isReused: false))
    }

    /// Applies the rules to the items of a range that the account sees, the newest first. Of the rules that act once, only those in
    /// `acting` are applied, except notifications of items.
    ///
    /// - Returns: the number of items.
    func reapply(itemsFrom first: Int64, through last: Int64, acting: Set<Int64>) throws -> Int {
        let chosen = "id BETWEEN ? AND ? AND \(try Account.seesItem(db)) ORDER BY id DESC"
        return try apply(to: try db.rows(RuleQueries.items(rules.rules.needs, chosen), [first, last]), acting: acting)
    }

    private func apply(to rows: [SQLRow], acting: Set<Int64> = []) throws -> Int {
        let items = try rows.map { try RuleItem($0, rules.rules.needs) }
        try run.reapply(rules, to: items, acting: acting)
        return items.count
    }
}

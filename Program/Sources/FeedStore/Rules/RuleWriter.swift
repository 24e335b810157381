import SQL
import Platform
import Search
import WebText

/// Applies the rules of an account to stored items, within the caller's transaction.
struct RuleWriter {
    private let db: StoreTransaction
    private let rules: AccountRules
    private let now: Date

    private init(_ db: StoreTransaction, _ rules: AccountRules, at now: Date) {
        self.db = db.of(rules.account)
        (self.rules, self.now) = (rules, now)
    }

    /// Those of all accounts that have rules.
    static func loadAll(_ db: StoreTransaction, at now: Date) throws -> [RuleWriter] {
        try RuleQueries.allRules(db).map { RuleWriter(db, $0, at: now) }
    }

    /// Nil without rules.
    static func load(_ db: StoreTransaction, at now: Date) throws -> RuleWriter? {
        try RuleQueries.rules(db).map { RuleWriter(db, $0, at: now) }
    }

    /// The account's rules, also if there are none: what they hid is shown again.
    static func all(_ db: StoreTransaction, at now: Date) throws -> RuleWriter {
        RuleWriter(db, try RuleQueries.rules(db) ?? AccountRules(account: db.account, rules: RuleSet([])), at: now)
    }

    /// Applies only the rules that hide and highlight, to one stored item.
    func reapply(item: Int64) throws {
        try apply(to: try db.rows(RuleQueries.items(rules.rules.needs, "id = ?"), [item]))
    }

    /// Applies only the rules that hide and highlight, to those of some stored items that the account sees.
    func reapply(items: [Int64]) throws {
        let chosen = "id IN (\(items.map(String.init).joined(separator: ", "))) AND \(try Account.seesItem(db))"
        try apply(to: try db.rows(RuleQueries.items(rules.rules.needs, chosen), [], isReused: false))
    }

    /// Applies the rules to every stored item. Of the rules that act once, only those in `new` that mark or save are applied.
    func reapplyAll(new: Set<Int64> = []) throws {
        let chosen = "id > ? AND \(try Account.seesItem(db)) ORDER BY id LIMIT 500"
        let sql = RuleQueries.items(rules.rules.needs, chosen)
        var last: Int64 = 0
        while true {
            let rows = try db.rows(sql, [last])
            try apply(to: rows, acting: new)
            guard rows.count == 500, let id = try rows.last?.integer(0) else { break }
            last = id
        }
    }

    private func apply(to rows: [SQLRow], acting: Set<Int64> = []) throws {
        let items = try rows.map { try RuleItem($0, rules.rules.needs) }
        try RuleRun(db, at: now).reapply(rules, to: items, acting: acting)
    }
}

import Platform
import SQL
import Search
import Synchronization
import WebText

/// The statements that read rules and the items that they test.
enum RuleQueries {
    private enum RuleColumn: String, ColumnList {
        case id, text, createdAt = "created_at"
    }

    static let all = "SELECT \(RuleColumn.sql), fired_at FROM rule WHERE account_id = ? ORDER BY position, id"

    /// The rules; leaves out those that this version can't read.
    static func stored(_ db: StoreTransaction) throws -> [StoredRule] {
        try db.rows(all, [db.account]).compactMap { row in
            guard let stored = parsed([row]).first else { return nil }
            // The end of the last burst, or the last item before the absence.
            let fired = try row.optionalDate(3)
            let met: Date? =
                switch stored.rule.trigger {
                case .each: nil
                case .rate(_, let seconds): fired.map { $0 - Double(seconds) }
                case .absence(let seconds): fired.map { $0 + Double(seconds) }
                }
            return StoredRule(id: stored.id, rule: stored.rule, createdAt: stored.createdAt, lastMetAt: met)
        }
    }

    /// Parses rows that begin with the id, the text and the date of a rule; leaves out those that this version can't read.
    static func parsed(_ rows: [SQLRow]) -> [StoredRule] {
        rows.compactMap { columns in
            do {
                let rule = try Rule(parsing: columns.text(RuleColumn.text))
                return StoredRule(
                    id: try columns.integer(RuleColumn.id), rule: rule,
                    createdAt: try columns.date(RuleColumn.createdAt))
            } catch {
                return nil
            }
        }
    }

    /// Changes the text of one of the account's rules; removes the rule if a second one has the text.
    static func replace(_ stored: StoredRule, by text: String, _ db: StoreTransaction) throws {
        if text == stored.rule.text { return }
        if try db.row("SELECT 1 FROM rule WHERE account_id = ? AND text = ?", [db.account, text]) != nil {
            try db.execute("DELETE FROM rule_match WHERE rule_id = ?", [stored.id])
            try db.execute("DELETE FROM rule WHERE id = ?", [stored.id])
        } else {
            try db.execute("UPDATE rule SET text = ? WHERE id = ?", [text, stored.id])
        }
    }

    /// The account's rules; nil without any.
    static func rules(_ db: StoreTransaction) throws -> AccountRules? {
        let sql = "SELECT \(AccountRules.columns) FROM rule WHERE account_id = ? ORDER BY \(AccountRules.order)"
        return try AccountRules.read(db.rows(sql, [db.account])).first
    }

    /// The rules of each account that has any.
    static func allRules(_ db: StoreTransaction) throws -> [AccountRules] {
        try AccountRules.read(db.rows("SELECT \(AccountRules.columns) FROM rule ORDER BY \(AccountRules.order)"))
    }

    /// The rules of each account that has any and reads a feed: to others they don't apply.
    static func rules(ofReadersOf feed: Int64, _ db: StoreTransaction) throws -> [AccountRules] {
        let sql = """
            SELECT \(AccountRules.columns) FROM reading CROSS JOIN rule ON rule.account_id = reading.account_id
            WHERE reading.feed_id = ? ORDER BY \(AccountRules.order)
            """
        return try AccountRules.read(db.rows(sql, [feed]))
    }

    /// The folders of followed feeds, by key.
    static func folders(_ db: StoreTransaction) throws -> [String: String] {
        var folders: [String: String] = [:]
        let sql = "SELECT feed, folder FROM followed WHERE account_id = ? AND folder IS NOT NULL"
        for row in try db.rows(sql, [db.account]) {
            folders[try row.text(0)] = try row.text(1)
        }
        return folders
    }

    /// A feed as rules test it.
    static func subject(_ db: StoreTransaction, _ feed: FeedKey, _ folders: [String: String]) -> SearchSubject.Feed {
        SearchSubject.Feed(
            key: feed.rawValue, folder: folders[feed.rawValue], isDiscussion: db.options.isDiscussion(feed))
    }

    /// The columns that rules test.
    enum TestedColumn: String, ColumnList {
        case id, kind, kindName = "kind_name", firstSeenAt = "first_seen_at", measure, latitude, longitude
        /// `Schema.time` is selected.
        case time
        case measureKind = "measure_kind"
        // Only if rules test texts.
        case title, author, source, tags, text, payload

        static func sql(_ needs: SearchSubject.Needs) -> String {
            allCases.prefix(needs.texts ? .max : Self.title.position).map { column in
                switch column {
                case .time: Schema.time
                default: column.rawValue
                }
            }
            .joined(separator: ", ")
        }
    }

    /// Items with what rules test, from an id on.
    static func items(_ needs: SearchSubject.Needs, _ selection: String) -> String {
        """
        SELECT \(TestedColumn.sql(needs))
        FROM item\(needs.texts ? " LEFT JOIN content ON item_id = id" : "") WHERE \(selection)
        """
    }
}

/// An item with what rules test.
struct RuleItem {
    let id: Int64
    var subject: SearchSubject
    let firstSeenAt: Int64

    /// Reads the columns of `RuleQueries.items`.
    init(_ columns: SQLRow, _ needs: SearchSubject.Needs) throws {
        typealias Column = RuleQueries.TestedColumn
        id = try columns.integer(Column.id)
        var fields = SearchFields(
            kind: try columns.text(Column.kind), kindName: try columns.text(Column.kindName),
            measure: try columns.optionalReal(Column.measure),
            measureKind: try columns.optionalText(Column.measureKind).flatMap(MeasureKind.init(rawValue:)),
            latitude: try columns.optionalReal(Column.latitude), longitude: try columns.optionalReal(Column.longitude))
        if needs.texts, let payload = try columns.optionalData(Column.payload) {
            fields.title = try columns.text(Column.title)
            fields.author = try columns.text(Column.author)
            fields.source = try columns.text(Column.source)
            fields.tags = [try columns.text(Column.tags)]
            fields.text = TextDelta.decode(try columns.data(Column.text), against: payload) ?? ""
        }
        subject = SearchSubject(fields, milliseconds: try columns.integer(Column.time), needs)
        firstSeenAt = try columns.integer(Column.firstSeenAt)
    }

    /// An item that has just been stored.
    init(_ item: FeedUpdate.Item, _ stored: ItemWriter.Stored, _ needs: SearchSubject.Needs) {
        id = stored.id
        subject = SearchSubject(
            item.search, milliseconds: item.date?.milliseconds ?? stored.firstSeenAt, needs)
        firstSeenAt = stored.firstSeenAt
    }
}

/// The rules of an account, prepared for evaluation.
struct AccountRules {
    let account: Account.ID
    let rules: RuleSet

    /// The columns of `rule` that a statement selects.
    static let columns = "rule.id, rule.text, rule.created_at, rule.account_id"
    /// The order of the rows.
    static let order = "rule.account_id, rule.position, rule.id"

    /// Reads rows of ``columns``, of several accounts.
    static func read(_ rows: [SQLRow]) throws -> [AccountRules] {
        var accounts: [AccountRules] = []
        var rest = rows[...]
        while let first = rest.first {
            let account = try first.integer(3)
            let own = try rest.prefix { try $0.integer(3) == account }
            rest = rest.dropFirst(own.count)
            // Nil if this version can't read any of them.
            if let rules = prepared.set(of: Array(own)) {
                accounts.append(AccountRules(account: account, rules: rules))
            }
        }
        return accounts
    }

    private static let prepared = PreparedRules()
}

/// Prepared rules by their rows, so that each list of rules is parsed once.
private final class PreparedRules: Sendable {
    /// The number of rules that stay prepared.
    private static let most = 20_000

    private struct State {
        var sets: [[SQLValue]: RuleSet?] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    func set(of rows: [SQLRow]) -> RuleSet? {
        let key = rows.flatMap { $0.values }
        if let known = state.withLock({ $0.sets[key] }) { return known }
        let rules = RuleQueries.parsed(rows)
        let set = rules.isEmpty ? nil : RuleSet(rules)
        state.withLock { state in
            if state.count + rows.count > Self.most { state = State() }
            if state.sets.updateValue(set, forKey: key) == nil { state.count += rows.count }
        }
        return set
    }
}

import SQL

/// The numbers and locks of a PostgreSQL database.
///
/// Transactions lock, in this order: the row of their account, feeds by id, and the row of `sequence` if something arrives.
struct PostgreSQLLocks: WriterLocks {
    /// The number of numbers that a transaction reserves with one statement.
    private static let block: Int64 = 32

    /// The statements that create the sequence, above all numbers in use.
    static let creation = [
        "CREATE SEQUENCE change_number INCREMENT BY \(block)",
        """
        SELECT setval('change_number', 1 + greatest((SELECT value FROM sequence), (SELECT max(id) FROM followed)), false)
        """,
    ]

    /// The statement that a transaction begins with; nil for none.
    static func beginning(of scope: WriteScope) -> String? {
        switch scope {
        case .account(let id): "SELECT 1 FROM account WHERE id = \(id) FOR NO KEY UPDATE"
        case .rows: nil
        case .maintenance: "SELECT 1 FROM schema_version FOR NO KEY UPDATE"
        case .everything, .copy: lockOfArrivals
        }
    }

    private static let lockOfArrivals = "SELECT 1 FROM sequence FOR UPDATE"

    var excludesWriters: Bool { false }
    var keepingRows: String { " FOR KEY SHARE" }
    var changingRows: String { " FOR UPDATE" }

    func reserveNumbers(_ db: any SQLConnection) throws -> ClosedRange<Int64> {
        let first = try db.integers("SELECT nextval('change_number')").first ?? 0
        return first...(first + Self.block - 1)
    }

    func highestNumber(_ db: any SQLConnection) throws -> Int64 {
        (try db.integers("SELECT last_value FROM change_number").first ?? 0) + Self.block - 1
    }

    func continueNumbers(after number: Int64, _ db: any SQLConnection) throws {
        _ = try db.integers(
            """
            SELECT setval('change_number', greatest(? + 1, (SELECT last_value + \(Self.block) FROM change_number)), false)
            """, [number])
    }

    func lockArrivals(_ db: any SQLConnection) throws { _ = try db.integers(Self.lockOfArrivals) }

    func lock(feeds: [FeedKey], scopes: Set<String>, _ db: any SQLConnection) throws {
        let keys = Set(feeds.map(\.rawValue)).sorted()
        // Feeds that share items would insert the same ones. The row of a feed whose items have its own scope suffices.
        for scope in scopes.subtracting(keys).sorted() {
            try db.execute(
                """
                SELECT pg_advisory_xact_lock(\(Schema.applicationID), hashtext(current_schema() || ' ' || CAST(? AS TEXT)))
                """, [scope])
        }
        if keys.isEmpty { return }
        _ = try db.integers(
            "SELECT id FROM feed WHERE key IN (\(Self.marks(keys.count))) ORDER BY id FOR NO KEY UPDATE",
            keys.map(\.sqlValue), isReused: keys.count == 1)
    }

    func record(
        _ changes: StoreChanges, number: Int64, arrival: Int64?, _ db: any SQLConnection
    ) throws -> CommittedChanges {
        var committed = CommittedChanges(changes: changes)
        let next = "greatest(change_number + 1, ?)"
        if let arrival { try db.execute("UPDATE sequence SET value = ?", [arrival]) }
        if changes.isEverything {
            committed.changeNumbers[.everything] =
                try db.integers("UPDATE sequence SET change_number = \(next) RETURNING change_number", [number]).first
        }
        for account in changes.accounts.sorted() {
            committed.changeNumbers[.account(account)] =
                try db.integers(
                    "UPDATE account SET change_number = \(next) WHERE id = ? RETURNING change_number",
                    [number, account]
                )
                .first
        }
        let keys = changes.feeds.map(\.rawValue).sorted()
        for start in stride(from: 0, to: keys.count, by: 500) {
            let part = keys[start..<min(start + 500, keys.count)]
            let rows = try db.rows(
                "UPDATE feed SET change_number = \(next) WHERE key IN (\(Self.marks(part.count))) RETURNING key, change_number",
                [number.sqlValue] + part.map(\.sqlValue), isReused: part.count == 1)
            for row in rows { committed.changeNumbers[.feed(FeedKey(try row.text(0)))] = try row.integer(1) }
        }
        return committed
    }

    private static func marks(_ count: Int) -> String { [String](repeating: "?", count: count).joined(separator: ", ") }
}

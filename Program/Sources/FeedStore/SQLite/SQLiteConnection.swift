import GRDB
import GRDBSQLite
import Platform
import SQL
import Search

/// SQLite, within a transaction.
struct SQLiteConnection: SQLConnection {
    let db: Database
    /// SQLite joins in the order that CROSS JOIN says.
    var keepsOrder: Bool { true }

    init(_ db: Database) { self.db = db }

    func rows(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> [SQLRow] {
        let statement = try prepare(sql, isReused)
        let cursor = try Row.fetchCursor(statement, arguments: Self.arguments(values))
        let names = statement.columnNames
        var rows: [SQLRow] = []
        while let row = try cursor.next() { rows.append(SQLRow(row, names: names)) }
        return rows
    }

    func integers(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> [Int64] {
        let statement = try prepare(sql, isReused)
        let cursor = try Int64.fetchCursor(statement, arguments: Self.arguments(values))
        var integers: [Int64] = []
        do {
            while let integer = try cursor.next() { integers.append(integer) }
        } catch is RowDecodingError {
            throw DamagedValue(column: statement.columnNames.first ?? "")
        }
        return integers
    }

    func execute(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> Int {
        try prepare(sql, isReused).execute(arguments: Self.arguments(values))
        return db.changesCount
    }

    private func prepare(_ sql: String, _ isReused: Bool) throws -> Statement {
        try isReused ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
    }

    private static func arguments(_ values: [SQLValue]) -> StatementArguments {
        StatementArguments(values.map(\.databaseValue))
    }
}

extension SQLValue {
    /// The value as GRDB has it.
    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .blob(let value): value.databaseValue
        }
    }
}

extension SQLRow {
    /// A row that GRDB read.
    init(_ row: Row, names: [String]? = nil) {
        self.init(
            row.databaseValues.map { value in
                switch value.storage {
                case .null: .null
                case .int64(let value): .integer(value)
                case .double(let value): .real(value)
                case .string(let value): .text(value)
                case .blob(let value): .blob(value)
                }
            }, names: names ?? Array(row.columnNames))
    }
}

extension SQLiteConnection {
    /// SQLite asks between steps of its program whether the ``SearchDeadline`` has passed.
    func limited<T>(until deadline: ContinuousClock.Instant?, _ body: () throws -> T) throws -> T {
        if deadline == nil { return try body() }
        sqlite3_progress_handler(db.sqliteConnection, 1_000, { _ in SearchDeadline.hasPassed ? 1 : 0 }, nil)
        defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
        let result = Result { try body() }
        if SearchDeadline.hasPassed { throw FeedStoreError.tooSlow }
        return try result.get()
    }
}

extension FeedStore {
    /// The query plans of the statements whose cost must not grow with the store, by name.
    package func queryPlans() throws -> [String: [String]] {
        let statements = [
            "a feed": FeedQueries.feed, "its items, newest first": FeedQueries.Shown().items(.newest),
            "its items": FeedQueries.Shown().count(), "its unread items": FeedQueries.Shown().unread,
            "an item by id": FeedQueries.one, "its gaps": FeedQueries.gaps,
            "an item's age by place": Retention.ageAt, "items of an age": Retention.olderThan,
            "the oldest age": Retention.oldestAge, "what followers keep": Retention.followers,
            "due feeds": RetentionRun.dueFeeds, "due items": RetentionRun.dueItems,
            "due requests": RetentionRun.dueRequests,
            "a ledger entry": LedgerQueries.entry, "a quota": LedgerQueries.quota,
            "the requests of a feed": LedgerQueries.ofFeed, "the requests since a date": LedgerQueries.since,
        ]
        return try read { transaction -> [String: [String]] in
            guard let db = (transaction.connection as? SQLiteConnection)?.db else { return [:] }
            return try statements.mapValues { sql in
                let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                statement.setUncheckedArguments(StatementArguments())
                return try Row.fetchAll(statement).map { try SQLRow($0).text(3) }
            }
        }
    }
}

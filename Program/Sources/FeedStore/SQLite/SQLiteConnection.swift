import GRDB
import Platform
import SQL

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

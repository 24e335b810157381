import GRDB

/// Values to store, each beside its column.
struct ColumnValues {
    private let names: [String]
    private let values: [(any DatabaseValueConvertible)?]

    init(_ pairs: KeyValuePairs<String, (any DatabaseValueConvertible)?>) {
        names = pairs.map(\.key)
        values = pairs.map(\.value)
    }

    /// Inserts a row, or replaces the one with its key.
    func insert(into table: String, _ db: Database, replacing: Bool = false) throws {
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        let sql = """
            INSERT\(replacing ? " OR REPLACE" : "") INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(marks))
            """
        try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
    }

    /// Changes the row with an id.
    func update(_ table: String, id: Int64, _ db: Database) throws {
        let changes = names.map { $0 + " = ?" }.joined(separator: ", ")
        try db.cachedStatement(sql: "UPDATE \(table) SET \(changes) WHERE id = ?")
            .execute(arguments: StatementArguments(values + [id]))
    }
}

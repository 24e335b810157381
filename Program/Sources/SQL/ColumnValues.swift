/// Values to store, each beside its column.
package struct ColumnValues {
    private let names: [String]
    private let values: [(any SQLValueConvertible)?]

    package init(_ lists: KeyValuePairs<String, (any SQLValueConvertible)?>...) {
        names = lists.flatMap { $0.map(\.key) }
        values = lists.flatMap { $0.map(\.value) }
    }

    /// Inserts a row.
    package func insert(into table: String, _ db: some SQLConnection) throws {
        try db.execute(insertion(table), values)
    }

    /// Inserts a row; returns the value of `returned`.
    package func insert(into table: String, returning returned: String, _ db: some SQLConnection) throws -> Int64 {
        try db.row(insertion(table) + " RETURNING " + returned, values)?.integer(0) ?? 0
    }

    /// Inserts a row, or changes the one that has the same key.
    package func upsert(into table: String, key: [String], _ db: some SQLConnection) throws {
        let changes = names.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        try db.execute(
            insertion(table) + " ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(changes)", values)
    }

    /// Changes the row with an id.
    package func update(_ table: String, id: Int64, _ db: some SQLConnection) throws {
        let changes = names.map { $0 + " = ?" }.joined(separator: ", ")
        try db.execute("UPDATE \(table) SET \(changes) WHERE id = ?", values + [id])
    }

    private func insertion(_ table: String) -> String {
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(marks))"
    }
}

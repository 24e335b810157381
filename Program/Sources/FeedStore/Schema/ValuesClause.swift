import SQL

/// Rows that a statement gets as values, to read or write many rows by one statement.
///
/// Statements select from a source named `given` with the columns `column1`, `column2` and so on. A source has a power of two
/// of rows, so that few distinct statements are prepared; those without values have NULL in all columns. Values of the first
/// column are never NULL.
struct ValuesClause {
    /// The largest number of rows of one statement. SQLite has at most 32,766 parameters.
    private static let most = 512

    private let kinds: [StoreTable.Column.Kind]
    private var values: [SQLValue] = []

    init(_ kinds: StoreTable.Column.Kind...) { self.kinds = kinds }

    /// Rows of some columns of a table.
    init(of table: String, _ columns: [String]) {
        let known = StoreTable.all.filter { $0.name == table }.flatMap(\.columns)
        kinds = columns.compactMap { name in known.first { $0.name == name }?.kind }
    }

    /// One row for each number.
    init(_ numbers: some Sequence<Int64>) {
        self.init(.integer)
        values = numbers.map(SQLValue.integer)
    }

    var isEmpty: Bool { values.isEmpty }

    mutating func append(_ row: [(any SQLValueConvertible)?]) {
        for value in row { values.append(value?.sqlValue ?? .null) }
    }

    mutating func append(_ row: (any SQLValueConvertible)?...) { append(row) }

    /// Runs a statement for all rows, in parts, and returns its rows.
    ///
    /// - Parameters:
    ///   - others: the values of the parameters after the source.
    ///   - sql: makes the statement over a source, which follows FROM.
    func rows(
        _ db: StoreTransaction, _ others: [(any SQLValueConvertible)?] = [], isReused: Bool = true,
        _ sql: (_ source: String) -> String
    ) throws -> [SQLRow] {
        try parts.flatMap { try db.rows(sql(source($0.count)), $0.values + others, isReused: isReused) }
    }

    /// Runs a statement for all rows, in parts; returns the number of rows that it changed.
    @discardableResult
    func execute(
        _ db: StoreTransaction, _ others: [(any SQLValueConvertible)?] = [], _ sql: (_ source: String) -> String
    ) throws -> Int {
        try parts.reduce(0) { try $0 + db.execute(sql(source($1.count)), $1.values + others, isReused: true) }
    }

    /// The values of each statement, with the number of its rows.
    private var parts: [(count: Int, values: [SQLValue])] {
        stride(from: 0, to: values.count, by: Self.most * kinds.count).map { first in
            let part = values[first..<min(first + Self.most * kinds.count, values.count)]
            var count = 1
            while count * kinds.count < part.count { count *= 2 }
            return (count, part + [SQLValue](repeating: .null, count: count * kinds.count - part.count))
        }
    }

    /// PostgreSQL takes the types of all rows from the first one.
    private func source(_ count: Int) -> String {
        let first = kinds.map { kind in kind.castName.map { "CAST(? AS \($0))" } ?? "?" }.joined(separator: ", ")
        let other = ", (" + kinds.map { _ in "?" }.joined(separator: ", ") + ")"
        return "(VALUES (\(first))\(String(repeating: other, count: count - 1))) AS given"
    }
}

extension StoreTable.Column.Kind {
    /// The type in a CAST of either database; nil for data, of which SQLite has none that PostgreSQL has.
    fileprivate var castName: String? {
        switch self {
        case .generatedID, .integer, .flag: "BIGINT"
        case .real: "DOUBLE PRECISION"
        case .text: "TEXT"
        case .data: nil
        }
    }
}

/// Rows to insert into a table, or to change in it. The first columns are the key.
struct TableRows {
    private let table: String
    private let columns: [String]
    private var given: ValuesClause

    init(_ table: String, _ columns: String...) {
        (self.table, self.columns) = (table, columns)
        given = ValuesClause(of: table, columns)
    }

    var isEmpty: Bool { given.isEmpty }

    mutating func append(_ row: (any SQLValueConvertible)?...) { given.append(row) }

    /// Inserts the rows in their order.
    ///
    /// - Parameter conflict: the clause for rows whose key exists.
    func insert(_ db: StoreTransaction, onConflict conflict: String = "") throws {
        try given.execute(db) { insertion($0, conflict) }
    }

    /// Inserts the rows in their order, and returns some columns of them.
    func insert(_ db: StoreTransaction, returning columns: String) throws -> [SQLRow] {
        try given.rows(db) { insertion($0, "RETURNING " + columns) }
    }

    private func insertion(_ source: String, _ rest: String) -> String {
        let selected = columns.indices.map { "column\($0 + 1)" }.joined(separator: ", ")
        return """
            INSERT INTO \(table) (\(columns.joined(separator: ", "))) SELECT \(selected) FROM \(source)
            WHERE column1 IS NOT NULL \(rest)
            """
    }

    /// Changes the rows with the keys of the given ones.
    ///
    /// - Parameters:
    ///   - key: the number of columns that are the key.
    ///   - constants: other changes.
    ///   - condition: a condition on the stored rows; empty for none.
    func update(
        _ db: StoreTransaction, key: Int = 1, and constants: String = "", where condition: String = ""
    ) throws {
        let changes = columns.indices.dropFirst(key).map { "\(columns[$0]) = given.column\($0 + 1)" }
        let set = (changes + (constants.isEmpty ? [] : [constants])).joined(separator: ", ")
        let keys = columns.indices.prefix(key).map { "\(table).\(columns[$0]) = given.column\($0 + 1)" }
        let chosen = (keys + (condition.isEmpty ? [] : [condition])).joined(separator: " AND ")
        try given.execute(db) { "UPDATE \(table) SET \(set) FROM \($0) WHERE \(chosen)" }
    }
}

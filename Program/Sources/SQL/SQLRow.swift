import Platform
import WebText

/// A stored value that no version of this program writes.
package struct DamagedValue: Error, CustomStringConvertible {
    let column: String

    /// - Parameter column: the column's name.
    package init(column: String) { self.column = column }

    package var description: String { "an impossible value in column \(column)" }
}

/// A row of a result: its values by position. A value of the wrong type throws ``DamagedValue``.
package struct SQLRow {
    /// All values, of any type.
    package let values: [SQLValue]
    /// The columns' names.
    package let names: [String]
    private var skip: (() -> Void)?

    /// Creates a row.
    ///
    /// - Parameter names: the columns' names, for errors.
    package init(_ values: [SQLValue], names: [String]) {
        self.values = values
        self.names = names
    }

    /// Returns the row with optional values of the wrong type counting as missing.
    ///
    /// - Parameter skip: called for such a value.
    package func skipping(_ skip: @escaping () -> Void) -> SQLRow {
        var row = self
        row.skip = skip
        return row
    }

    package func optionalInteger(_ index: Int) throws -> Int64? {
        switch values[index] {
        case .null: nil
        case .integer(let value): value
        default: try missing(index)
        }
    }

    package func optionalReal(_ index: Int) throws -> Double? {
        switch values[index] {
        case .null: nil
        case .real(let value): value
        case .integer(let value): Double(value)
        default: try missing(index)
        }
    }

    package func optionalText(_ index: Int) throws -> String? {
        switch values[index] {
        case .null: nil
        case .text(let value): value
        default: try missing(index)
        }
    }

    package func optionalData(_ index: Int) throws -> Data? {
        switch values[index] {
        case .null: nil
        case .blob(let value): value
        default: try missing(index)
        }
    }

    package func integer(_ index: Int) throws -> Int64 { try present(optionalInteger(index), index) }
    package func text(_ index: Int) throws -> String { try present(optionalText(index), index) }
    package func data(_ index: Int) throws -> Data { try present(optionalData(index), index) }
    package func flag(_ index: Int) throws -> Bool { try integer(index) != 0 }
    package func count(_ index: Int) throws -> Int { Int(truncatingIfNeeded: try integer(index)) }
    package func date(_ index: Int) throws -> Date { Date(milliseconds: try integer(index)) }
    package func optionalDate(_ index: Int) throws -> Date? { try optionalInteger(index).map(Date.init(milliseconds:)) }
    package func optionalCount(_ index: Int) throws -> Int? {
        try optionalInteger(index).map(Int.init(truncatingIfNeeded:))
    }

    private func missing<T>(_ index: Int) throws -> T? {
        guard let skip else { throw damage(index) }
        skip()
        return nil
    }

    package func damage(_ index: Int) -> DamagedValue { DamagedValue(column: names[index]) }

    private func present<T>(_ value: T?, _ index: Int) throws -> T {
        guard let value else { throw damage(index) }
        return value
    }
}

/// The selected columns of a statement, with their SQL as raw values. One list makes the statement and finds the values.
package protocol ColumnList: RawRepresentable<String>, CaseIterable, Equatable where AllCases == [Self] {}

extension ColumnList {
    /// The list after SELECT.
    package static var sql: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The place in the list.
    package var position: Int { Self.allCases.firstIndex(of: self).unsafelyUnwrapped }  // every case is in the list
}

extension SQLRow {
    package func optionalInteger(_ column: some ColumnList) throws -> Int64? { try optionalInteger(column.position) }
    package func optionalReal(_ column: some ColumnList) throws -> Double? { try optionalReal(column.position) }
    package func optionalText(_ column: some ColumnList) throws -> String? { try optionalText(column.position) }
    package func optionalData(_ column: some ColumnList) throws -> Data? { try optionalData(column.position) }
    package func optionalDate(_ column: some ColumnList) throws -> Date? { try optionalDate(column.position) }
    package func optionalCount(_ column: some ColumnList) throws -> Int? { try optionalCount(column.position) }
    package func integer(_ column: some ColumnList) throws -> Int64 { try integer(column.position) }
    package func text(_ column: some ColumnList) throws -> String { try text(column.position) }
    package func data(_ column: some ColumnList) throws -> Data { try data(column.position) }
    package func date(_ column: some ColumnList) throws -> Date { try date(column.position) }
    package func count(_ column: some ColumnList) throws -> Int { try count(column.position) }
    package func flag(_ column: some ColumnList) throws -> Bool { try flag(column.position) }
}

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

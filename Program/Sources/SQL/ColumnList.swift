import Platform

/// The columns that a statement selects, each with its SQL as its raw value: one list makes the statement and finds the values.
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

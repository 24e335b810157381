import Platform

/// The columns that a statement selects, each with its SQL as its raw value: one list makes the statement and finds the values.
protocol ColumnList: RawRepresentable<String>, CaseIterable, Equatable where AllCases == [Self] {}

extension ColumnList {
    /// The list after SELECT.
    static var sql: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The place in the list.
    var position: Int { Self.allCases.firstIndex(of: self).unsafelyUnwrapped }  // every case is in the list
}

extension Columns {
    func optionalInteger(_ column: some ColumnList) throws -> Int64? { try optionalInteger(column.position) }
    func optionalReal(_ column: some ColumnList) throws -> Double? { try optionalReal(column.position) }
    func optionalText(_ column: some ColumnList) throws -> String? { try optionalText(column.position) }
    func optionalData(_ column: some ColumnList) throws -> Data? { try optionalData(column.position) }
    func optionalDate(_ column: some ColumnList) throws -> Date? { try optionalDate(column.position) }
    func optionalCount(_ column: some ColumnList) throws -> Int? { try optionalCount(column.position) }
    func integer(_ column: some ColumnList) throws -> Int64 { try integer(column.position) }
    func text(_ column: some ColumnList) throws -> String { try text(column.position) }
    func data(_ column: some ColumnList) throws -> Data { try data(column.position) }
    func date(_ column: some ColumnList) throws -> Date { try date(column.position) }
    func count(_ column: some ColumnList) throws -> Int { try count(column.position) }
    func flag(_ column: some ColumnList) throws -> Bool { try flag(column.position) }
}

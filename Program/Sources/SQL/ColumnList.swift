public import Platform

/// The columns that a statement selects, each with its SQL as its raw value: one list makes the statement and finds the values.
public protocol ColumnList: RawRepresentable<String>, CaseIterable, Equatable where AllCases == [Self] {}

extension ColumnList {
    /// The list after SELECT.
    public static var sql: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The place in the list.
    public var position: Int { Self.allCases.firstIndex(of: self).unsafelyUnwrapped }  // every case is in the list
}

extension SQLRow {
    public func optionalInteger(_ column: some ColumnList) throws -> Int64? { try optionalInteger(column.position) }
    public func optionalReal(_ column: some ColumnList) throws -> Double? { try optionalReal(column.position) }
    public func optionalText(_ column: some ColumnList) throws -> String? { try optionalText(column.position) }
    public func optionalData(_ column: some ColumnList) throws -> Data? { try optionalData(column.position) }
    public func optionalDate(_ column: some ColumnList) throws -> Date? { try optionalDate(column.position) }
    public func optionalCount(_ column: some ColumnList) throws -> Int? { try optionalCount(column.position) }
    public func integer(_ column: some ColumnList) throws -> Int64 { try integer(column.position) }
    public func text(_ column: some ColumnList) throws -> String { try text(column.position) }
    public func data(_ column: some ColumnList) throws -> Data { try data(column.position) }
    public func date(_ column: some ColumnList) throws -> Date { try date(column.position) }
    public func count(_ column: some ColumnList) throws -> Int { try count(column.position) }
    public func flag(_ column: some ColumnList) throws -> Bool { try flag(column.position) }
}

public import Platform
import WebText

/// A stored value that no version of this program writes.
public struct DamagedValue: Error, CustomStringConvertible {
    let column: String

    /// - Parameter column: the column's name.
    public init(column: String) { self.column = column }

    public var description: String { "an impossible value in column \(column)" }
}

/// A row of a result: its values by position. A value of the wrong type throws ``DamagedValue``.
public struct SQLRow {
    /// All values, of any type.
    public let values: [SQLValue]
    private let names: [String]
    private var skip: (() -> Void)?

    /// Creates a row.
    ///
    /// - Parameter names: the columns' names, for errors.
    public init(_ values: [SQLValue], names: [String]) {
        self.values = values
        self.names = names
    }

    /// The same row, in which an optional value of the wrong type counts as missing.
    ///
    /// - Parameter skip: called for such a value.
    public func skipping(_ skip: @escaping () -> Void) -> SQLRow {
        var row = self
        row.skip = skip
        return row
    }

    public func optionalInteger(_ index: Int) throws -> Int64? {
        switch values[index] {
        case .null: nil
        case .integer(let value): value
        default: try missing(index)
        }
    }

    public func optionalReal(_ index: Int) throws -> Double? {
        switch values[index] {
        case .null: nil
        case .real(let value): value
        case .integer(let value): Double(value)
        default: try missing(index)
        }
    }

    public func optionalText(_ index: Int) throws -> String? {
        switch values[index] {
        case .null: nil
        case .text(let value): value
        default: try missing(index)
        }
    }

    public func optionalData(_ index: Int) throws -> Data? {
        switch values[index] {
        case .null: nil
        case .blob(let value): value
        default: try missing(index)
        }
    }

    public func integer(_ index: Int) throws -> Int64 { try present(optionalInteger(index), index) }
    public func text(_ index: Int) throws -> String { try present(optionalText(index), index) }
    public func data(_ index: Int) throws -> Data { try present(optionalData(index), index) }
    public func flag(_ index: Int) throws -> Bool { try integer(index) != 0 }
    public func count(_ index: Int) throws -> Int { Int(truncatingIfNeeded: try integer(index)) }
    public func date(_ index: Int) throws -> Date { Date(milliseconds: try integer(index)) }
    public func optionalDate(_ index: Int) throws -> Date? { try optionalInteger(index).map(Date.init(milliseconds:)) }
    public func optionalCount(_ index: Int) throws -> Int? {
        try optionalInteger(index).map(Int.init(truncatingIfNeeded:))
    }

    private func missing<T>(_ index: Int) throws -> T? {
        guard let skip else { throw damage(index) }
        skip()
        return nil
    }

    public func damage(_ index: Int) -> DamagedValue { DamagedValue(column: names[index]) }

    private func present<T>(_ value: T?, _ index: Int) throws -> T {
        guard let value else { throw damage(index) }
        return value
    }
}

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

    /// The same row, in which an optional value of the wrong type counts as missing.
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

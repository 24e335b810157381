import GRDB
import Platform
import WebText

/// A stored value that no version of this program writes.
struct DamagedValue: Error, CustomStringConvertible {
    let column: String
    var description: String { "an impossible value in column \(column)" }
}

/// A row's columns by position.
///
/// A value of the wrong type throws; GRDB's own subscripts would trap.
struct Columns {
    private let row: Row
    private let skip: (() -> Void)?

    init(_ row: Row) {
        self.row = row
        skip = nil
    }

    /// - Parameter skip: called for a value of the wrong type that may be missing, which then counts as missing.
    init(_ row: Row, skipping skip: @escaping () -> Void) {
        self.row = row
        self.skip = skip
    }

    func optionalInteger(_ index: Int) throws -> Int64? {
        switch (row[index] as DatabaseValue).storage {
        case .null: nil
        case .int64(let value): value
        default: try missing(index)
        }
    }

    func optionalReal(_ index: Int) throws -> Double? {
        switch (row[index] as DatabaseValue).storage {
        case .null: nil
        case .double(let value): value
        case .int64(let value): Double(value)
        default: try missing(index)
        }
    }

    func optionalText(_ index: Int) throws -> String? {
        switch (row[index] as DatabaseValue).storage {
        case .null: nil
        case .string(let value): value
        default: try missing(index)
        }
    }

    func optionalData(_ index: Int) throws -> Data? {
        switch (row[index] as DatabaseValue).storage {
        case .null: nil
        case .blob(let value): value
        default: try missing(index)
        }
    }

    func integer(_ index: Int) throws -> Int64 { try present(optionalInteger(index), index) }
    func text(_ index: Int) throws -> String { try present(optionalText(index), index) }
    func data(_ index: Int) throws -> Data { try present(optionalData(index), index) }
    func flag(_ index: Int) throws -> Bool { try integer(index) != 0 }
    func count(_ index: Int) throws -> Int { Int(truncatingIfNeeded: try integer(index)) }
    func date(_ index: Int) throws -> Date { Date(milliseconds: try integer(index)) }
    func optionalDate(_ index: Int) throws -> Date? { try optionalInteger(index).map(Date.init(milliseconds:)) }
    func optionalCount(_ index: Int) throws -> Int? {
        try optionalInteger(index).map(Int.init(truncatingIfNeeded:))
    }

    /// All columns, of any type.
    var values: [DatabaseValue] { Array(row.databaseValues) }

    private func missing<T>(_ index: Int) throws -> T? {
        guard let skip else { throw damage(index) }
        skip()
        return nil
    }

    func damage(_ index: Int) -> DamagedValue {
        DamagedValue(column: Array(row.columnNames)[index])
    }

    private func present<T>(_ value: T?, _ index: Int) throws -> T {
        guard let value else { throw damage(index) }
        return value
    }
}

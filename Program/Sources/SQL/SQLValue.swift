import Platform

/// A value of a column or a parameter.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
}

/// A type whose values can be stored.
package protocol SQLValueConvertible: Sendable {
    /// The value as it is stored.
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLValueConvertible {
    package var sqlValue: SQLValue { self }
}

extension Int: SQLValueConvertible {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLValueConvertible {
    package var sqlValue: SQLValue { .integer(self) }
}

/// Stored as 0 or 1: SQLite has no type of its own for truth values.
extension Bool: SQLValueConvertible {
    package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: SQLValueConvertible {
    package var sqlValue: SQLValue { .real(self) }
}

extension String: SQLValueConvertible {
    package var sqlValue: SQLValue { .text(self) }
}

extension Data: SQLValueConvertible {
    package var sqlValue: SQLValue { .blob(self) }
}

import Platform

/// A connection within a transaction.
///
/// Statements are written once for all databases. Parameters are `?`, in order, or `?1` where a number is needed twice;
/// a statement has one kind of them. Whether an item is so or not is an integer, compared with 0 or 1.
package protocol SQLConnection {
    /// True if rows that join a sorted selection by CROSS JOIN keep its order.
    var keepsOrder: Bool { get }

    /// Runs a statement and returns its rows.
    ///
    /// - Parameter isReused: true to keep the statement prepared; false for one that contains values.
    func rows(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> [SQLRow]

    /// Runs a statement and returns the integers in the first column. Allocates nothing for a row.
    func integers(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> [Int64]

    /// Runs a statement and returns the number of rows that it changed.
    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> Int

    /// Runs statements that fail once a deadline has passed; nil for never.
    func limited<T>(until deadline: ContinuousClock.Instant?, _ body: () throws -> T) throws -> T
}

extension SQLConnection {
    /// The clause that sorts rows which join a sorted selection; empty if they come in its order.
    package func ordered(by terms: String) -> String { keepsOrder ? "" : " ORDER BY " + terms }

    /// Runs a statement and returns its rows.
    package func rows(
        _ sql: String, _ values: [(any SQLValueConvertible)?] = [], isReused: Bool = true
    ) throws -> [SQLRow] {
        try rows(sql, SQLValue.values(values), isReused: isReused)
    }

    /// Runs a statement and returns its first row.
    package func row(
        _ sql: String, _ values: [(any SQLValueConvertible)?] = [], isReused: Bool = true
    ) throws -> SQLRow? {
        try rows(sql, SQLValue.values(values), isReused: isReused).first
    }

    /// Runs a statement and returns the integer in its first row; 0 without one.
    package func count(
        _ sql: String, _ values: [(any SQLValueConvertible)?] = [], isReused: Bool = true
    ) throws -> Int {
        try row(sql, values, isReused: isReused)?.count(0) ?? 0
    }

    /// Runs a statement and returns the integers in the first column.
    package func integers(
        _ sql: String, _ values: [(any SQLValueConvertible)?] = [], isReused: Bool = true
    ) throws -> [Int64] {
        try integers(sql, SQLValue.values(values), isReused: isReused)
    }

    /// Runs a statement and returns the number of rows that it changed.
    @discardableResult
    package func execute(
        _ sql: String, _ values: [(any SQLValueConvertible)?] = [], isReused: Bool = true
    ) throws -> Int {
        try execute(sql, SQLValue.values(values), isReused: isReused)
    }
}

extension SQLValue {
    static func values(_ values: [(any SQLValueConvertible)?]) -> [SQLValue] { values.map { $0?.sqlValue ?? .null } }
}

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

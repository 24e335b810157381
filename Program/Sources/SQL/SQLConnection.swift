/// A connection within a transaction.
///
/// Statements are written once for all databases. Parameters are `?`, in order, or `?1` where a number is needed twice;
/// a statement has one kind of them. Whether an item is so or not is an integer, compared with 0 or 1.
package protocol SQLConnection {
    /// Whether rows that join a sorted selection by CROSS JOIN come in its order.
    var keepsOrder: Bool { get }

    /// Runs a statement and returns its rows.
    ///
    /// - Parameter isReused: whether the statement is kept prepared. False for those that contain values.
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

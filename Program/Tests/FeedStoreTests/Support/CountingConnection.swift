import SQL

/// A connection that keeps the statements that run on it.
final class CountingConnection: SQLConnection {
    private let connection: any SQLConnection
    private(set) var statements: [String] = []

    init(_ connection: any SQLConnection) { self.connection = connection }

    var keepsOrder: Bool { connection.keepsOrder }

    func rows(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> [SQLRow] {
        statements.append(sql)
        return try connection.rows(sql, values, isReused: isReused)
    }

    func integers(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> [Int64] {
        statements.append(sql)
        return try connection.integers(sql, values, isReused: isReused)
    }

    func execute(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> Int {
        statements.append(sql)
        return try connection.execute(sql, values, isReused: isReused)
    }

    func limited<T>(until deadline: ContinuousClock.Instant?, _ body: () throws -> T) throws -> T {
        try connection.limited(until: deadline, body)
    }
}

import CPQ

/// The reason why a statement or a connection failed.
package struct PostgreSQLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code of the error (PostgreSQL, appendix A), such as `40001`; nil if no server answered.
    package let sqlState: String?
    /// The server's message, or libpq's.
    package let message: String

    /// True if the server didn't answer in time.
    package var isTimeout = false

    /// Creates an error.
    package init(sqlState: String?, message: String) {
        self.sqlState = sqlState
        self.message = message
    }

    package var description: String { message + (sqlState.map { " (SQLSTATE \($0))" } ?? "") }

    /// True if the connection is gone: the server doesn't answer, restarts (57P01 to 57P03), or ended the session, such as one that
    /// was idle in a transaction (25P03).
    package var isDisconnected: Bool {
        guard let sqlState else { return true }
        return sqlState.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(sqlState)
    }

    /// True if the server accepts no more connections now (53300), or none by this user (28000, 28P01) or for the database
    /// (3D000).
    package var refusesConnections: Bool { ["53300", "28000", "28P01", "3D000"].contains(sqlState) }

    /// True if the same transaction may succeed if it is run again: it failed to serialize, or was chosen to end a deadlock.
    package var isTransient: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// True if another transaction has inserted the same row, which this one finds if it is run again.
    package var isDuplicate: Bool { sqlState == "23505" }
}

extension PostgreSQLError {
    /// The error of a server that is silent.
    static var timeout: PostgreSQLError {
        var error = PostgreSQLError(sqlState: nil, message: "the server doesn't answer")
        error.isTimeout = true
        return error
    }

    /// The error of a result.
    init(result: OpaquePointer?, connection: OpaquePointer) {
        // 'C' is PG_DIAG_SQLSTATE, which is a macro of a character.
        let state = result.flatMap { PQresultErrorField($0, 67) }.map { String(cString: $0) }
        let primary = result.flatMap { PQresultErrorField($0, 77) }.map { String(cString: $0) }  // 'M'
        self.init(sqlState: state, message: primary ?? Self.message(of: connection))
    }

    /// The last error of a connection.
    init(connection: OpaquePointer) {
        self.init(sqlState: nil, message: Self.message(of: connection))
    }

    private static func message(of connection: OpaquePointer) -> String {
        // The other lines are hints, or the same about the server's other addresses.
        let lines = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        return lines.split(separator: "\n").first.map(String.init) ?? "the server closed the connection"
    }
}

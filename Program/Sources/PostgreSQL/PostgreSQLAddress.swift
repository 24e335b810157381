import CPQ

/// The address of a PostgreSQL database.
package struct PostgreSQLAddress: Sendable, CustomStringConvertible {
    let connectionString: String
    /// The time limit for connecting, in seconds.
    let connectTimeout: Double
    /// The database, the user and the host, without the password.
    package let description: String

    /// - Parameter connectionString: a connection URI or string (PostgreSQL, 34.1.1). What it leaves out comes from the
    ///   environment, the password also from `~/.pgpass`.
    /// - Throws: ``PostgreSQLError`` that says what can't be read; its message has no password.
    package init(_ connectionString: String) throws {
        guard CPQIsInstalled() else {
            throw PostgreSQLError(
                sqlState: nil, message: "PostgreSQL's library isn't installed. On Debian: apt-get install libpq5")
        }
        var problem: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(connectionString, &problem) else {
            // The message may repeat the string, and with it the password.
            if let problem { PQfreemem(problem) }
            throw PostgreSQLError(
                sqlState: nil, message: "it isn't a connection URI such as postgresql://user@host/database")
        }
        defer { PQconninfoFree(options) }
        self.connectionString = connectionString
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        connectTimeout = values["connect_timeout"].flatMap(Double.init).flatMap { $0 > 0 ? $0 : nil } ?? 5
        let user = values["user"].map { $0 + "@" } ?? ""
        let host = values["host"].map { $0.hasPrefix("/") ? "" : $0 } ?? ""
        let port = values["port"].map { ":" + $0 } ?? ""
        description = "postgresql://\(user)\(host)\(host.isEmpty ? "" : port)/\(values["dbname"] ?? "")"
    }

    /// True if a text names a PostgreSQL database rather than a file.
    package static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    }
}

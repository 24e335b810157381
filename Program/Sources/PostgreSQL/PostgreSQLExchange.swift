import CPQ
import Platform

/// Sends statements to a server and waits for its answers, but not forever.
///
/// libpq's simpler functions wait for a server that is silent, such as one that was stopped, as long as the system keeps the
/// connection.
struct PostgreSQLExchange {
    /// The time beyond the server's own limit that an answer may take, in seconds.
    private static let tolerance = 2.0

    private let connection: OpaquePointer
    /// The most that an answer takes, in seconds.
    var limit: Double
    /// True if an answer was missing: what the connection does is unknown then.
    private(set) var isLost = false

    init(_ connection: OpaquePointer, limit: Double) {
        (self.connection, self.limit) = (connection, limit)
        PQsetnonblocking(connection, 1)
    }

    /// Makes a connection.
    static func connect(_ address: PostgreSQLAddress) throws -> OpaquePointer {
        // Values of the address replace those before it.
        let options = [
            ("keepalives", "1"), ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "15000"), ("dbname", address.connectionString),
        ]
        let started = withStrings(options.map(\.0)) { keywords in
            withStrings(options.map(\.1)) { PQconnectStartParams(keywords, $0, 1) }
        }
        guard let connection = started else {
            throw PostgreSQLError(sqlState: nil, message: "no memory for a connection")
        }
        do {
            try finishConnecting(connection, until: MonotonicTime.now + address.connectTimeout)
            return connection
        } catch {
            PQfinish(connection)
            throw error
        }
    }

    private static func finishConnecting(_ connection: OpaquePointer, until end: Double) throws {
        if PQstatus(connection) == CONNECTION_BAD { throw PostgreSQLError(connection: connection) }
        // Begins as if it had to write (34.1).
        var events = POLLOUT
        while true {
            guard wait(for: events, on: connection, until: end) else { throw PostgreSQLError.timeout }
            switch PQconnectPoll(connection) {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_READING: events = POLLIN
            case PGRES_POLLING_WRITING: events = POLLOUT
            default: throw PostgreSQLError(connection: connection)
            }
        }
    }

    /// Sends a statement, and returns its last result, or the first that is an error.
    mutating func result(_ send: () throws -> Int32) throws -> OpaquePointer? {
        if isLost { throw PostgreSQLError.timeout }
        guard try send() == 1 else { throw PostgreSQLError(connection: connection) }
        let end = MonotonicTime.now + limit + Self.tolerance
        var last: OpaquePointer?
        do {
            try flush(until: end)
            while true {
                try receive(until: end)
                guard let result = PQgetResult(connection) else { return last }
                if let last, PQresultStatus(last) == PGRES_FATAL_ERROR {
                    PQclear(result)
                } else {
                    PQclear(last)
                    last = result
                }
            }
        } catch {
            PQclear(last)
            isLost = true
            throw error
        }
    }

    /// Sends what libpq has buffered. The server may answer meanwhile, and wait for its answer to be read.
    private func flush(until end: Double) throws {
        while true {
            switch PQflush(connection) {
            case 0: return
            case 1:
                guard Self.wait(for: POLLIN | POLLOUT, on: connection, until: end) else {
                    throw PostgreSQLError.timeout
                }
                guard PQconsumeInput(connection) == 1 else { throw PostgreSQLError(connection: connection) }
            default: throw PostgreSQLError(connection: connection)
            }
        }
    }

    /// Waits until the next result can be read without waiting.
    private func receive(until end: Double) throws {
        while PQisBusy(connection) == 1 {
            let isReady = Self.wait(for: POLLIN, on: connection, until: end)
            // This process may have been stopped until the end, and the answer be there.
            guard PQconsumeInput(connection) == 1 else { return }
            if !isReady, PQisBusy(connection) == 1 { throw PostgreSQLError.timeout }
        }
    }

    private static func wait(for events: Int32, on connection: OpaquePointer, until end: Double) -> Bool {
        while true {
            var waiting = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
            let left = min(max(((end - MonotonicTime.now) * 1000).rounded(.up), 0), 1e6)
            let count = poll(&waiting, 1, Int32(left))
            if count > 0 { return true }
            if count == 0, MonotonicTime.now >= end { return false }
            if count < 0, errno != EINTR { return true }  // libpq reports what is wrong with the socket
        }
    }

    /// Calls `body` with the addresses of strings, and a null pointer after them.
    private static func withStrings<T>(_ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> T) -> T {
        let bytes = strings.flatMap { Array($0.utf8CString) }
        return bytes.withUnsafeBufferPointer { buffer in
            var offset = 0
            let pointers = strings.map { string -> UnsafePointer<CChar>? in
                defer { offset += string.utf8.count + 1 }
                return buffer.baseAddress?.advanced(by: offset)
            }
            return body(pointers + [nil])
        }
    }
}

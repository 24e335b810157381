import CPQ
import Platform
import SQL

/// A connection to a PostgreSQL server, by libpq. Every function blocks the calling thread, but no longer than
/// ``PostgreSQLExchange`` allows.
///
/// `@unchecked Sendable`: one thread at a time uses it, to which ``PostgreSQLPool`` lends it.
final class PostgreSQLConnection: @unchecked Sendable {
    /// The largest number of statements that stay prepared.
    private static let mostPrepared = 500

    private let connection: OpaquePointer
    private var exchange: PostgreSQLExchange
    /// The most that a statement takes by default, in seconds.
    private let limit: Double
    /// The prepared statements of an SQL text, which differ in the types of their parameters.
    private var prepared: [String: [(types: [Oid], name: String)]] = [:]
    private var numbered: [String: String] = [:]
    private var preparedCount = 0
    /// The instant after which statements fail; nil for none.
    private var deadline: ContinuousClock.Instant?
    /// The most that a statement of this transaction takes, in seconds; nil for the default.
    private var transactionLimit: Double?

    /// Connects.
    ///
    /// - Parameter patience: the time for which a statement waits for another transaction, in seconds.
    init(_ address: PostgreSQLAddress, patience: Double) throws {
        connection = try PostgreSQLExchange.connect(address)
        limit = max(10, 2 * patience)
        exchange = PostgreSQLExchange(connection, limit: limit)
        // Notices are not errors, and libpq would print them.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        try run(Self.settings(patience: patience, limit: limit))
    }

    /// The statement that sets limits, unless the address does, and the cost of pages.
    ///
    /// A client that is stopped within a transaction loses it, and with it the locks that others wait for.
    private static func settings(patience: Double, limit: Double) -> String {
        // Without it, PostgreSQL takes the pages of an index for four times as expensive as they are in memory or on an SSD, and
        // reads all listings where a range of each feed would do. A value that is configured stays.
        """
        SELECT set_config(name, wanted, false) FROM pg_settings JOIN (VALUES
            ('lock_timeout', '\(milliseconds(patience))'), ('statement_timeout', '\(milliseconds(limit))'),
            ('idle_in_transaction_session_timeout', '\(milliseconds(max(5, patience)))'), ('random_page_cost', '1.1')
        ) AS setting (setting, wanted) ON name = setting.setting
        WHERE source = 'default' OR name <> 'random_page_cost' AND source <> 'client'
        """
    }

    private static func milliseconds(_ seconds: Double) -> Int { Int(min(seconds * 1_000, 1e9)) }

    /// Begins a transaction.
    ///
    /// - Parameters:
    ///   - lock: the first statement; nil for none.
    ///   - limit: the most that each statement takes, in seconds; infinite for no limit, nil for the default.
    func begin(_ begin: String, lock: String?, limit: Double?) throws {
        transactionLimit = limit
        exchange.limit = limit ?? self.limit
        var statements = [begin]
        if let limit { statements.append("SET LOCAL statement_timeout = \(Self.timeout(limit))") }
        if limit == .infinity { statements.append("SET LOCAL idle_in_transaction_session_timeout = 0") }
        if let lock { statements.append(lock) }
        try run(statements.joined(separator: "; "))
    }

    /// Ends a transaction.
    func end(_ statement: String) throws {
        defer { (transactionLimit, exchange.limit) = (nil, limit) }
        try run(statement)
    }

    private static func timeout(_ seconds: Double) -> Int { seconds.isFinite ? milliseconds(seconds) : 0 }

    deinit { PQfinish(connection) }

    /// True if the connection can still be used, as far as is known.
    var isUsable: Bool {
        !exchange.isLost && PQstatus(connection) == CONNECTION_OK
            && PQtransactionStatus(connection) == PQTRANS_IDLE
    }

    /// True if a statement of the transaction has failed, so that it can only be rolled back.
    var isAborted: Bool { PQtransactionStatus(connection) == PQTRANS_INERROR }

    /// The socket, to wait for what the server sends.
    var socket: Int32 { PQsocket(connection) }

    /// Reads what the server has sent; false if the connection is lost.
    func consumeInput() -> Bool { PQconsumeInput(connection) == 1 }

    /// Returns the payloads of the notifications that were read.
    func takeNotifications() -> [String] {
        var payloads: [String] = []
        while let notification = PQnotifies(connection) {
            if let payload = notification.pointee.extra { payloads.append(String(cString: payload)) }
            PQfreemem(notification)
        }
        return payloads
    }

    /// Runs one statement or several without parameters.
    func run(_ sql: String) throws {
        let result = try exchange.result { PQsendQuery(connection, sql) }
        defer { PQclear(result) }
        try check(result)
    }

    /// Runs a statement, and reads its result.
    private func result<T>(
        _ sql: String, _ values: [SQLValue], isReused: Bool, _ read: (OpaquePointer) throws -> T
    ) throws -> T {
        try applyDeadline()
        let types = values.map(\.parameterType)
        let parameters = values.map(\.binary)
        let name = isReused ? try name(of: sql, types) : nil
        let result = try exchange.result {
            Self.withPointers(parameters) { pointers in
                let lengths = parameters.map { Int32($0?.count ?? 0) }
                let formats = [Int32](repeating: 1, count: values.count)
                let count = Int32(values.count)
                guard let name else {
                    return PQsendQueryParams(
                        connection, number(sql, isKept: false), count, types, pointers, lengths, formats, 1)
                }
                return PQsendQueryPrepared(connection, name, count, pointers, lengths, formats, 1)
            }
        }
        defer { PQclear(result) }
        try check(result)
        guard let result else { throw PostgreSQLError(connection: connection) }
        return try read(result)
    }

    private func check(_ result: OpaquePointer?) throws {
        switch result.map(PQresultStatus) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return
        default: throw PostgreSQLError(result: result, connection: connection)
        }
    }

    private func name(of sql: String, _ types: [Oid]) throws -> String {
        // NULL has no type, and is a value of any.
        if let known = prepared[sql]?.first(where: { zip($0.types, types).allSatisfy { $1 == 0 || $0 == $1 } }) {
            return known.name
        }
        if prepared.count >= Self.mostPrepared {
            try run("DEALLOCATE ALL")
            prepared = [:]
        }
        preparedCount += 1
        let name = "s\(preparedCount)"
        let result = try exchange.result {
            PQsendPrepare(connection, name, number(sql, isKept: true), Int32(types.count), types)
        }
        defer { PQclear(result) }
        try check(result)
        prepared[sql, default: []].append((types.contains(0) ? try self.types(of: name) : types, name))
        return name
    }

    /// The types of the parameters of a prepared statement, as the server has inferred those that weren't given.
    private func types(of name: String) throws -> [Oid] {
        let result = try exchange.result { PQsendDescribePrepared(connection, name) }
        defer { PQclear(result) }
        try check(result)
        return (0..<PQnparams(result)).map { PQparamtype(result, $0) }
    }

    private func number(_ sql: String, isKept: Bool) -> String {
        if let known = numbered[sql] { return known }
        let result = Parameters.numbered(sql)
        if isKept {
            if numbered.count >= Self.mostPrepared { numbered = [:] }
            numbered[sql] = result
        }
        return result
    }

    /// Calls `body` with the addresses of the values; NULL has none.
    private static func withPointers<T>(
        _ values: [[UInt8]?], _ body: ([UnsafePointer<CChar>?]) throws -> T
    ) rethrows -> T {
        // One buffer for all, so that the addresses hold. Each is followed by a zero, also the empty ones.
        let bytes: [UInt8] = values.flatMap { value in (value ?? []) + [0] }
        return try bytes.withUnsafeBytes { buffer in
            var offset = 0
            let pointers = values.map { value -> UnsafePointer<CChar>? in
                defer { offset += (value?.count ?? 0) + 1 }
                return value == nil ? nil : buffer.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self)
            }
            return try body(pointers)
        }
    }
}

extension PostgreSQLConnection: SQLConnection {
    /// The server chooses how it joins.
    var keepsOrder: Bool { false }

    func rows(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> [SQLRow] {
        try result(sql, values, isReused: isReused) { result in
            let columns = 0..<PQnfields(result)
            let names = columns.map { Self.name(of: $0, in: result) }
            let types = columns.map { PQftype(result, $0) }
            return try (0..<PQntuples(result)).map { row in
                SQLRow(try columns.map { try Self.value(result, row, $0, types[Int($0)]) }, names: names)
            }
        }
    }

    func integers(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> [Int64] {
        try result(sql, values, isReused: isReused) { result in
            let type = PQftype(result, 0)
            return try (0..<PQntuples(result)).map { row in
                guard case .integer(let value) = try Self.value(result, row, 0, type) else {
                    throw DamagedValue(column: Self.name(of: 0, in: result))
                }
                return value
            }
        }
    }

    private static func value(
        _ result: OpaquePointer?, _ row: Int32, _ column: Int32, _ type: Oid
    ) throws -> SQLValue {
        if PQgetisnull(result, row, column) != 0 { return .null }
        let bytes = UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        guard let value = SQLValue(bytes, type: type) else { throw DamagedValue(column: name(of: column, in: result)) }
        return value
    }

    private static func name(of column: Int32, in result: OpaquePointer?) -> String {
        PQfname(result, column).map { String(cString: $0) } ?? ""
    }

    func execute(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> Int {
        try result(sql, values, isReused: isReused) { result in
            guard let count = PQcmdTuples(result) else { return 0 }
            return Int(String(cString: count)) ?? 0
        }
    }

    /// The server cancels a statement that takes longer (57014).
    func limited<T>(until deadline: ContinuousClock.Instant?, _ body: () throws -> T) throws -> T {
        guard let deadline else { return try body() }
        self.deadline = deadline
        defer { self.deadline = nil }
        let value = try body()
        try run("SET LOCAL statement_timeout = \(Self.timeout(transactionLimit ?? limit))")
        return value
    }

    /// Gives the next statement the time that is left.
    private func applyDeadline() throws {
        guard let deadline else { return }
        let remaining = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        if remaining < 1 { throw PostgreSQLError(sqlState: "57014", message: "the deadline has passed") }
        try run("SET LOCAL statement_timeout = \(Int(remaining))")
    }
}

/// The parameters of a statement, as PostgreSQL writes them.
enum Parameters {
    /// Replaces `?` and `?1` outside of strings and quoted names by `$1`.
    ///
    /// `CROSS JOIN … ON` becomes `JOIN … ON`: with it, a statement tells SQLite alone the order of a join.
    static func numbered(_ sql: String) -> String {
        var result = ""
        result.reserveCapacity(sql.utf8.count + 16)
        var count = 0
        var quote: Character?
        var rest = sql[...]
        while let character = rest.popFirst() {
            if let open = quote {
                if character == open { quote = nil }
                result.append(character)
            } else if character == "'" || character == "\"" {
                quote = character
                result.append(character)
            } else if character == "?" {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                rest = rest[digits.endIndex...]
                count += 1
                result += "$" + (digits.isEmpty ? String(count) : String(digits))
            } else {
                result.append(character)
            }
        }
        return result.replacing("CROSS JOIN", with: "JOIN")
    }
}

/// The types of parameters and results, by their numbers in `pg_type`, and how libpq has their values.
extension SQLValue {
    /// The type that a parameter has; 0 leaves that of NULL to the statement.
    var parameterType: Oid {
        switch self {
        case .null: 0
        case .integer: 20  // int8
        case .real: 701  // float8
        case .text: 25
        case .blob: 17  // bytea
        }
    }

    /// The value in network order; nil for NULL.
    var binary: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let value): Self.bytes(UInt64(bitPattern: value))
        case .real(let value): Self.bytes(value.bitPattern)
        // A text can't have this character in PostgreSQL.
        case .text(let value):
            value.utf8.contains(0) ? Array(value.replacing("\0", with: "\u{FFFD}").utf8) : Array(value.utf8)
        case .blob(let value): Array(value)
        }
    }

    private static func bytes(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }

    /// Reads a value of a result in the binary format; nil for a type that no statement selects.
    init?(_ bytes: UnsafeRawBufferPointer, type: Oid) {
        switch type {
        case 20 where bytes.count == 8: self = .integer(Int64(bitPattern: Self.number(bytes)))
        case 23 where bytes.count == 4: self = .integer(Int64(Int32(truncatingIfNeeded: Self.number(bytes))))
        case 21 where bytes.count == 2: self = .integer(Int64(Int16(truncatingIfNeeded: Self.number(bytes))))
        case 16 where bytes.count == 1: self = .integer(bytes[0] == 0 ? 0 : 1)
        case 701 where bytes.count == 8: self = .real(Double(bitPattern: Self.number(bytes)))
        case 700 where bytes.count == 4:
            self = .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: Self.number(bytes)))))
        case 25, 19, 705, 1042, 1043: self = .text(String(decoding: bytes, as: UTF8.self))
        case 17: self = .blob(Data(bytes))
        default: return nil
        }
    }

    private static func number(_ bytes: UnsafeRawBufferPointer) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

import Platform
import PostgreSQL
import SQL
import Synchronization

/// A store's database on a PostgreSQL server, which many servers of Freshet may share.
final class PostgreSQLDatabase: StoreDatabase {
    private struct State {
        var notices: [StoreNotice] = []
        /// The tables with skipped rows.
        var skipped: Set<String> = []
    }

    let options: FeedStore.Options
    let fullText: any FullTextSearch = TSVectorSearch()
    let locks: any WriterLocks = PostgreSQLLocks()
    let stories = StoryKeeper()
    /// The address without a password.
    let name: String
    private let pool: PostgreSQLPool
    private let changes: PostgreSQLChanges
    private let state = Mutex(State())
    private let counter = StoreActivity()

    /// Opens no connection yet.
    init(address: String, options: FeedStore.Options) throws {
        self.options = options
        do {
            let address = try PostgreSQLAddress(address)
            name = address.description
            pool = PostgreSQLPool(address, patience: options.busyTimeout)
            changes = PostgreSQLChanges(address, pool)
        } catch let error as PostgreSQLError {
            throw FeedStoreError.cannotOpen(path: "at the given address", cause: error.message)
        }
    }

    /// Creates the tables, or migrates those of an earlier version.
    func prepare() throws {
        try perform {
            let format = try pool.read(PostgreSQLSchema.format)
            if let refusal = format.refusal(path: name) { throw refusal }
            if case .current = format {
            } else {
                var notices: [StoreNotice] = []
                try pool.write(after: nil, limit: .infinity) {
                    notices = try PostgreSQLSchema.update($0, fullText, path: name)
                }
                state.withLock { $0.notices += notices }
            }
            try changes.prepare()
        }
    }

    var activity: StoreActivityCounts {
        let usage = pool.usage
        return counter.counts(
            .postgresql, .init(inUse: usage.inUse, limit: usage.size, waits: usage.waits, waited: usage.waited))
    }

    var notices: [StoreNotice] { state.withLock { $0.notices } }

    func skipRow(of table: String) {
        state.withLock { state in
            guard state.skipped.insert(table).inserted else { return }
            state.notices.append(.rowsSkipped(path: name, table: table, at: Date()))
        }
    }

    func read(isLong: Bool, _ body: (any SQLConnection) throws -> Void) throws {
        try perform { try pool.read(limit: isLong ? .infinity : nil, body) }
    }

    func write(_ scope: WriteScope, _ body: (any SQLConnection) throws -> Void) throws {
        try perform {
            try pool.write(after: PostgreSQLLocks.beginning(of: scope), limit: Self.limit(of: scope), body)
        }
    }

    /// The time limit of a statement, in seconds; nil for the default of the connection.
    private static func limit(of scope: WriteScope) -> Double? {
        switch scope {
        case .account, .rows: nil
        case .maintenance, .everything: 120
        case .copy: .infinity
        }
    }

    /// The lease's row is the lock. It is written only if the claim is granted.
    func claim(_ endpoint: Endpoint, _ body: (any SQLConnection) throws -> Claim) throws -> Claim? {
        let key: [(any SQLValueConvertible)?] = [endpoint.url, endpoint.requester]
        do {
            return try perform {
                try pool.write(after: nil) { db in
                    try db.execute(
                        "INSERT INTO lease (url, requester, until) VALUES (?, ?, 0) ON CONFLICT DO NOTHING", key)
                    let own = "SELECT 1 FROM lease WHERE url = ? AND requester = ? FOR UPDATE SKIP LOCKED"
                    if try db.row(own, key) == nil { return nil }
                    let claim = try body(db)
                    guard case .granted = claim else { throw Refused(claim: claim) }
                    return claim
                }
            }
        } catch let refused as Refused {
            return refused.claim
        }
    }

    private struct Refused: Error {
        let claim: Claim
    }

    // MARK: Changes

    func note(_ committed: CommittedChanges) { changes.note(committed) }

    var announcesChanges: Bool { changes.areAnnounced }

    func hasPendingChanges(of account: Account.ID) -> Bool { changes.hasPending(of: account) }

    func waitForChanges(atMost seconds: Double) -> StoreChanges { changes.wait(atMost: seconds) }

    func changeNumber(for account: Account.ID?) throws -> Int {
        var number = 0
        guard let account else {
            let numbers = """
                SELECT (SELECT change_number FROM sequence) + (SELECT CAST(sum(change_number) AS BIGINT) FROM account)
                    + coalesce((SELECT CAST(sum(change_number) AS BIGINT) FROM feed), 0)
                """
            try read { number = try $0.count(numbers, []) }
            return number
        }
        let numbers = """
            SELECT (SELECT change_number FROM sequence) + coalesce((SELECT change_number FROM account WHERE id = ?1), 0)
                + coalesce((SELECT CAST(sum(feed.change_number) AS BIGINT) FROM reading JOIN feed ON feed.id = reading.feed_id
                    WHERE reading.account_id = ?1), 0)
            """
        try read { number = try $0.count(numbers, [account]) }
        return number
    }

    func finishCopy(_ db: any SQLConnection) throws {
        for table in StoreTable.all where table.generatesIDs {
            try db.execute(
                "SELECT setval(pg_get_serial_sequence('\(table.name)', 'id'), (SELECT max(id) FROM \(table.name)))")
        }
        for table in StoreTable.all where table.isCopied { try db.execute("ANALYZE \(table.name)") }
    }

    func close() {
        changes.close()
        pool.close()
    }

    private func perform<T>(_ work: () throws -> T) throws -> T { try counter.count { try translating(work) } }

    private func translating<T>(_ work: () throws -> T) throws -> T {
        do {
            return try work()
        } catch let error as PostgreSQLError {
            throw FeedStoreError(error, name: name, busyTimeout: options.busyTimeout)
        } catch is PostgreSQLPool.Exhausted {
            throw FeedStoreError.busy(path: name, waited: options.busyTimeout)
        } catch is PostgreSQLPool.Closed {
            throw FeedStoreError.closed(path: name)
        } catch let error as DamagedValue {
            throw FeedStoreError.damaged(path: name, cause: error.description)
        }
    }
}

extension FeedStoreError {
    /// Converts the errors of a server (PostgreSQL, appendix A).
    fileprivate init(_ error: PostgreSQLError, name: String, busyTimeout: TimeInterval) {
        switch error.sqlState {
        case "57014": self = .tooSlow  // query_canceled
        case "25006": self = .readOnly(path: name)  // read_only_sql_transaction
        case "53100": self = .diskFull(path: name)  // disk_full
        case "55P03": self = .busy(path: name, waited: busyTimeout)  // lock_not_available
        case _ where error.isDisconnected || error.refusesConnections:
            self = .unavailable(path: name, cause: error.message)
        case let state: self = .postgreSQL(path: name, state: state ?? "none", message: error.message)
        }
    }
}

/// Creates and migrates the tables of ``Schema`` in a PostgreSQL database.
enum PostgreSQLSchema {
    static func format(_ db: any SQLConnection) throws -> Schema.Format {
        let known = """
            SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = ?
            """
        if try db.count(known, ["schema_version"]) == 0 { return .empty }
        return try Schema.Format(version: db.count("SELECT version FROM schema_version"), in: .postgreSQL) {
            // A failed statement would end the transaction.
            try db.count(known, ["program"]) > 0 ? Schema.requiredProgram(of: db) : nil
        }
    }

    /// Creates the tables, or migrates those of an earlier version. Does nothing if another server has done so meanwhile.
    ///
    /// - Returns: the notices to report.
    static func update(_ db: any SQLConnection, _ search: any FullTextSearch, path: String) throws -> [StoreNotice] {
        // Two servers that start at the same time would both make them.
        try db.execute("SELECT pg_advisory_xact_lock(\(Schema.applicationID))")
        let format = try format(db)
        if case .empty = format {
            for statement in ["CREATE TABLE schema_version (version BIGINT NOT NULL)"] + functions {
                try db.execute(statement, isReused: false)
            }
            try db.execute("INSERT INTO schema_version VALUES (0)")
        }
        guard let notices = try Schema.update(db, from: format, .postgreSQL, search, path: path) else { return [] }
        try db.execute("UPDATE schema_version SET version = ?", [Schema.version])
        return notices
    }

    /// The functions that SQLite's connections get from ``DistanceFunction`` and ``WordsFunction``.
    private static let functions = [
        """
        CREATE FUNCTION feed_distance(
            latitude DOUBLE PRECISION, longitude DOUBLE PRECISION, latitude2 DOUBLE PRECISION, longitude2 DOUBLE PRECISION
        ) RETURNS DOUBLE PRECISION LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURNS NULL ON NULL INPUT AS $$
            SELECT 2 * 6371.0088 * asin(least(1, sqrt(
                power(sin(radians(latitude2 - latitude) / 2), 2)
                + cos(radians(latitude)) * cos(radians(latitude2)) * power(sin(radians(longitude2 - longitude) / 2), 2))))
        $$
        """,
        """
        CREATE FUNCTION item_contains(word TEXT, VARIADIC texts TEXT[])
        RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            SELECT EXISTS (SELECT 1 FROM unnest(texts) AS one WHERE strpos(lower(one), word) > 0)
        $$
        """,
    ]
}

import SQL

/// What runs the store's statements: SQLite on one machine, or PostgreSQL for many.
///
/// Errors of the database are thrown as ``FeedStoreError``; other errors of a body are thrown unchanged. No function is
/// generic, so that the code that reads rows is compiled for their types.
protocol StoreDatabase: AnyObject, Sendable {
    /// The path of the file, or the address of the database without a password.
    var name: String { get }

    var options: FeedStore.Options { get }

    /// The database's full-text search.
    var fullText: any FullTextSearch { get }

    /// What was done since it was opened.
    var activity: StoreActivityCounts { get }

    /// Events to report, oldest first.
    var notices: [StoreNotice] { get }

    /// Adds a notice for the first unreadable row of each table.
    func skipRow(of table: String)

    /// How writers are kept apart.
    var locks: any WriterLocks { get }

    /// The index of stories.
    var stories: StoryKeeper { get }

    /// Reads in one transaction. `body` may run again after a recoverable failure, such as a lost connection.
    ///
    /// - Parameter isLong: whether it has no time limit.
    func read(isLong: Bool, _ body: (any SQLConnection) throws -> Void) throws

    /// Writes in one transaction that is rolled back on an error. `body` may run again after a recoverable failure, such as a
    /// deadlock.
    func write(_ scope: WriteScope, _ body: (any SQLConnection) throws -> Void) throws

    /// Writes in one transaction that no other one for the same endpoint runs beside, and that is rolled back unless it
    /// grants the claim.
    ///
    /// - Returns: nil if another transaction is deciding about the endpoint.
    func claim(_ endpoint: Endpoint, _ body: (any SQLConnection) throws -> Claim) throws -> Claim?

    /// Announces what a write has committed.
    func note(_ committed: CommittedChanges)

    /// See ``FeedStore/waitForChanges(atMost:)``.
    func waitForChanges(atMost seconds: Double) -> StoreChanges

    /// See ``FeedStore/announcesChanges``.
    var announcesChanges: Bool { get }

    /// See ``FeedStore/hasPendingChanges``.
    func hasPendingChanges(of account: Account.ID) -> Bool

    /// See ``FeedStore/version()``.
    ///
    /// - Parameter account: nil for all accounts and feeds.
    func version(for account: Account.ID?) throws -> Int

    /// Lets the ids that the database makes begin after those of copied rows, and makes the statistics that queries are
    /// planned with.
    func finishCopy(_ db: any SQLConnection) throws

    /// Closes all connections. Every function throws afterwards.
    func close() throws
}

extension StoreDatabase {
    func read(_ body: (any SQLConnection) throws -> Void) throws { try read(isLong: false, body) }

    /// Reads rows, and skips those with values that this version doesn't understand.
    @inline(__always)
    func rows<T>(
        of table: String, _ db: any SQLConnection, _ sql: String, _ values: [(any SQLValueConvertible)?] = [],
        isReused: Bool = true, _ read: (SQLRow) throws -> T
    ) throws -> [T] {
        try db.rows(sql, values, isReused: isReused).compactMap { row in
            do {
                return try read(row)
            } catch is DamagedValue {
                skipRow(of: table)
                return nil
            }
        }
    }
}

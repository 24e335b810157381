import SQL

/// A database that runs the store's statements: SQLite on one machine, or PostgreSQL for many.
///
/// Errors of the database are thrown as ``FeedStoreError``; other errors of a body are thrown unchanged. No function is
/// generic, so that the code that reads rows is compiled for their types.
protocol StoreDatabase: AnyObject, Sendable {
    /// The path of the file, or the address of the database without a password.
    var name: String { get }

    var options: FeedStore.Options { get }

    /// The database's full-text search.
    var fullText: any FullTextSearch { get }

    /// The activity since it was opened.
    var activity: StoreActivityCounts { get }

    /// Events to report, oldest first.
    var notices: [StoreNotice] { get }

    /// Adds a notice for the first unreadable row of each table.
    func skipRow(of table: String)

    /// The locks of writers.
    var locks: any WriterLocks { get }

    /// The index of stories.
    var stories: StoryKeeper { get }

    /// Reads in one transaction. `body` may run again after a recoverable failure, such as a lost connection.
    ///
    /// - Parameter isLong: true for no time limit.
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

    /// See ``FeedStore/changeNumber()``.
    ///
    /// - Parameter account: nil for all accounts and feeds.
    func changeNumber(for account: Account.ID?) throws -> Int

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

/// The numbers of a database's changes, and the locks of its writers.
///
/// Readers continue from the numbers of arrivals, which are those of items and listings. So arrivals become visible in the
/// order of their numbers. Other numbers are in that order within an account.
protocol WriterLocks: Sendable {
    /// True if a writer excludes all others.
    var excludesWriters: Bool { get }

    /// The end of a SELECT that keeps others from removing its rows; empty if a writer excludes others.
    var keepingRows: String { get }

    /// The end of a SELECT that keeps others from changing its rows; empty if a writer excludes others.
    var changingRows: String { get }

    /// Returns numbers that are higher than all earlier ones, and that no other transaction gets.
    func reserveNumbers(_ db: any SQLConnection) throws -> ClosedRange<Int64>

    /// Returns a number that no number in use exceeds.
    func highestNumber(_ db: any SQLConnection) throws -> Int64

    /// Makes later numbers higher than this one.
    func continueNumbers(after number: Int64, _ db: any SQLConnection) throws

    /// Waits for other transactions in which something arrives, and keeps others waiting until the end of this one.
    func lockArrivals(_ db: any SQLConnection) throws

    /// Waits for other refreshes of the feeds, and for those of other feeds with items of the same scopes.
    func lock(feeds: [FeedKey], scopes: Set<String>, _ db: any SQLConnection) throws

    /// Stores what a transaction has changed, before its commit.
    ///
    /// - Parameters:
    ///   - number: the last number of the transaction.
    ///   - arrival: the number of the last arrival in it; nil without arrivals.
    func record(
        _ changes: StoreChanges, number: Int64, arrival: Int64?, _ db: any SQLConnection
    ) throws -> CommittedChanges
}

/// The scope of a write. On PostgreSQL, it determines which writes wait for one another; a file has one writer.
enum WriteScope: Sendable, Hashable {
    /// The rows of one account. Waits for other writes of the account.
    case account(Account.ID)
    /// Rows that the body locks, such as the feeds of a refresh. Begins without waiting.
    case rows
    /// Maintenance, such as indexing for search. Waits for other maintenance.
    case maintenance
    /// Accounts, sessions, and what accounts share. Waits for arrivals, and for other writes of this scope.
    case everything
    /// The contents of an empty store. Like ``everything``, without a time limit.
    case copy
}

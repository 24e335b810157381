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

    /// Reads in one transaction. `body` may run again after a failure that is mended, such as a lost connection.
    func read(_ body: (any SQLConnection) throws -> Void) throws

    /// Writes in one transaction that is rolled back on an error; writers wait for one another.
    func write(_ body: (any SQLConnection) throws -> Void) throws

    /// Writes in one transaction that no other one for the same endpoint runs beside, and that is rolled back unless it
    /// grants the claim.
    ///
    /// - Returns: nil if another transaction is deciding about the endpoint.
    func claim(_ endpoint: Endpoint, _ body: (any SQLConnection) throws -> Claim) throws -> Claim?

    /// Announces the change that a transaction is about to commit.
    func announce(_ db: any SQLConnection) throws

    /// Whether ``waitForChange(atMost:)`` ends at a change.
    var announcesChanges: Bool { get }

    /// Blocks until somebody has committed a change, at most that long, in seconds. It may return early without one.
    func waitForChange(atMost seconds: Double)

    /// A number that changes with each commit by anybody; see ``FeedStore/version()``.
    func version() throws -> Int

    /// Lets the ids that the database makes begin after those of copied rows, and makes the statistics that queries are
    /// planned with.
    func finishCopy(_ db: any SQLConnection) throws

    /// Closes all connections. Every function throws afterwards.
    func close() throws
}

extension StoreDatabase {
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

import SQL

/// How a database numbers changes, and how writers lock rows.
///
/// Readers continue from the numbers of arrivals, which are those of items and listings. So arrivals become visible in the
/// order of their numbers. Other numbers are in that order within an account.
protocol WriterLocks: Sendable {
    /// Whether a writer excludes all others.
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

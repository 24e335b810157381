import SQL
import Search

/// A transaction of the store, on behalf of one account.
struct StoreTransaction: SQLConnection {
    /// What a transaction has used of the sequence.
    private final class Progress {
        var stored: Int64?
        var number: Int64 = 0
        var hasChanges = false
        var isAlone: Bool?
        /// What was added, by account, and is to be checked against the limits.
        var added: [Account.ID: Set<AccountLimits.Kind>] = [:]
        /// Feeds of which items were marked, by account.
        var marked: [Account.ID: Set<Int64>] = [:]
    }

    let connection: any SQLConnection
    let options: FeedStore.Options
    let fullText: any FullTextSearch
    /// The account whose follows, marks and rules are read and written.
    let account: Account.ID
    private let progress: Progress

    init(
        _ connection: any SQLConnection, _ options: FeedStore.Options, _ fullText: any FullTextSearch,
        account: Account.ID
    ) {
        self.init(connection, options, fullText, account, Progress())
    }

    private init(
        _ connection: any SQLConnection, _ options: FeedStore.Options, _ fullText: any FullTextSearch,
        _ account: Account.ID, _ progress: Progress
    ) {
        (self.connection, self.options, self.fullText) = (connection, options, fullText)
        (self.account, self.progress) = (account, progress)
    }

    /// The same transaction on behalf of another account.
    func of(_ account: Account.ID) -> StoreTransaction {
        StoreTransaction(connection, options, fullText, account, progress)
    }

    /// Whether there is but one account, which may see everything that is stored.
    func isAlone() throws -> Bool {
        if let isAlone = progress.isAlone { return isAlone }
        // A removed account, which a request may still use, is never alone.
        let isAlone = try account == Account.first && connection.count("SELECT count(*) FROM account") < 2
        progress.isAlone = isAlone
        return isAlone
    }

    /// Notes that something limited was added for the account. The limit is checked once, before the commit.
    func noteAdded(_ kind: AccountLimits.Kind) { progress.added[account, default: []].insert(kind) }

    /// Notes that an account marked items of feeds. Their numbers are balanced once, before the commit.
    func noteMarked(_ feeds: [Int64]) { progress.marked[account, default: []].formUnion(feeds) }

    // MARK: The sequence

    private static let sequence = "SELECT value FROM sequence"

    /// The number of the last change that was committed, or made in this transaction.
    func sequence() throws -> Int64 {
        if progress.stored == nil {
            let stored = try connection.row(Self.sequence)?.integer(0) ?? 0
            (progress.stored, progress.number) = (stored, stored)
        }
        return progress.number
    }

    /// The number of the next change.
    func next() throws -> Int64 {
        progress.number = try sequence() + 1
        return progress.number
    }

    /// Makes the next change's number higher than this one.
    func continueSequence(after number: Int64) throws { progress.number = max(try sequence(), number) }

    /// Stores the sequence if anything has changed, so that each commit has a number of its own. Called once, at the end.
    ///
    /// Throws ``FeedStoreError/limitReached(_:limit:)`` if an account has more than it may.
    /// - Returns: whether anything has changed.
    func finish() throws -> Bool {
        guard progress.hasChanges else { return false }
        for (account, feeds) in progress.marked { try ReadThrough(db: of(account)).balance(feeds) }
        for (account, kinds) in progress.added { for kind in kinds { try of(account).checkLimit(of: kind) } }
        let number = try sequence() == progress.stored ? next() : sequence()
        try connection.execute("UPDATE sequence SET value = ?", [number])
        return true
    }

    // MARK: Statements

    var keepsOrder: Bool { connection.keepsOrder }

    func rows(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> [SQLRow] {
        let rows = try connection.rows(sql, values, isReused: isReused)
        // Those that return what they changed.
        if !rows.isEmpty, sql.hasPrefix("INSERT") || sql.hasPrefix("UPDATE") { progress.hasChanges = true }
        return rows
    }

    func integers(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> [Int64] {
        try connection.integers(sql, values, isReused: isReused)
    }

    func execute(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> Int {
        let changes = try connection.execute(sql, values, isReused: isReused)
        if changes > 0 { progress.hasChanges = true }
        return changes
    }

    func limited<T>(until deadline: ContinuousClock.Instant?, _ body: () throws -> T) throws -> T {
        try SearchDeadline.$current.withValue(deadline) { try connection.limited(until: deadline, body) }
    }
}

import Platform
import SQL
import Search

/// A transaction of the store, on behalf of one account.
struct StoreTransaction: SQLConnection {
    /// The used numbers and the changes of a transaction.
    private final class Progress {
        /// The reserved numbers that aren't used yet.
        var reserved: ClosedRange<Int64>?
        /// The last number that was used.
        var number: Int64?
        /// The number of the last arrival.
        var arrival: Int64?
        /// True if no other transaction adds arrivals before the end of this one.
        var hasLockedArrivals = false
        /// True if each number is that of an arrival.
        var ordersNumbers = false
        var hasChanges = false
        /// The changes to announce.
        var changes = StoreChanges()
        var isAlone: Bool?
        /// The added kinds by account, to check against the limits.
        var added: [Account.ID: Set<AccountLimits.Kind>] = [:]
        /// Feeds of which items were marked, by account.
        var marked: [Account.ID: Set<Int64>] = [:]
        var rulesBegunAt: Date?
    }

    let connection: any SQLConnection
    let options: FeedStore.Options
    let fullText: any FullTextSearch
    let locks: any WriterLocks
    let stories: StoryKeeper
    /// The account whose follows, marks and rules are read and written.
    let account: Account.ID
    /// True if changes are those of ``account`` rather than of noted feeds.
    private let isOfAccount: Bool
    private let progress: Progress

    /// - Parameter scope: the scope of the changes; nil to read.
    init(
        _ connection: any SQLConnection, _ options: FeedStore.Options, _ fullText: any FullTextSearch,
        _ locks: any WriterLocks, _ stories: StoryKeeper, _ scope: WriteScope? = nil, account: Account.ID
    ) {
        let progress = Progress()
        var isOfAccount = false
        switch scope {
        case .account: isOfAccount = true
        case .rows, .maintenance, nil: progress.ordersNumbers = true
        case .everything, .copy:
            (progress.ordersNumbers, progress.hasLockedArrivals) = (true, true)
            progress.changes.isEverything = true
        }
        if locks.excludesWriters { (progress.ordersNumbers, progress.hasLockedArrivals) = (true, true) }
        self.init(connection, options, fullText, locks, stories, account, isOfAccount, progress)
    }

    private init(
        _ connection: any SQLConnection, _ options: FeedStore.Options, _ fullText: any FullTextSearch,
        _ locks: any WriterLocks, _ stories: StoryKeeper, _ account: Account.ID, _ isOfAccount: Bool,
        _ progress: Progress
    ) {
        (self.connection, self.options, self.fullText, self.locks) = (connection, options, fullText, locks)
        self.stories = stories
        (self.account, self.isOfAccount, self.progress) = (account, isOfAccount, progress)
    }

    /// Returns the transaction on behalf of another account, to which its changes belong.
    func of(_ account: Account.ID) -> StoreTransaction {
        StoreTransaction(connection, options, fullText, locks, stories, account, true, progress)
    }

    /// True if there is only one account, which may see every stored item.
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

    /// Notes what the transaction changes besides rows of its account.
    func noteChanges(_ changes: StoreChanges) { progress.changes.formUnion(changes) }

    /// Notes that the account's rules are to be applied to stored items after the commit.
    func noteRules(begunAt date: Date) { progress.rulesBegunAt = date }

    /// The date when the application of rules began in this transaction; nil if it didn't.
    var rulesBegunAt: Date? { progress.rulesBegunAt }

    // MARK: Numbers

    /// The number of the next change.
    ///
    /// Numbers of one account are in the order in which they become visible, those of arrivals for all.
    func next() throws -> Int64 { try progress.ordersNumbers ? nextArrival() : number() }

    /// The number of the next item or listing. From then on, other transactions with arrivals wait for this one.
    func nextArrival() throws -> Int64 {
        try lockArrivals()
        let number = try number()
        progress.arrival = number
        return number
    }

    /// Waits for other transactions with arrivals; from then on, they wait for this one.
    func lockArrivals() throws {
        if progress.hasLockedArrivals { return }
        try locks.lockArrivals(connection)
        progress.hasLockedArrivals = true
        progress.reserved = nil  // others may have used higher ones
    }

    private func number() throws -> Int64 {
        let numbers = try progress.reserved ?? locks.reserveNumbers(connection)
        let number = numbers.lowerBound
        progress.reserved = number < numbers.upperBound ? number + 1...numbers.upperBound : nil
        progress.number = number
        return number
    }

    /// A number that no arrival exceeds which this transaction has seen. All that arrive later have higher ones, as have the
    /// numbers that later calls of ``next()`` return.
    func lastArrival() throws -> Int64 {
        let stored = try connection.integers("SELECT value FROM sequence").first ?? 0
        let last = max(stored, progress.arrival ?? 0)
        if let reserved = progress.reserved, reserved.lowerBound <= last { progress.reserved = nil }
        return last
    }

    /// A number that no stored one exceeds.
    func highestNumber() throws -> Int64 { try locks.highestNumber(connection) }

    /// Makes the next change's number higher than this one.
    func continueNumbers(after number: Int64) throws {
        try locks.continueNumbers(after: max(number, progress.number ?? 0), connection)
        progress.reserved = nil
    }

    /// Records what has changed, so that each commit has a number of its own. Called once, at the end.
    ///
    /// Throws ``FeedStoreError/limitReached(_:limit:)`` if an account has more than it may.
    /// - Returns: nil if nothing has changed.
    func finish() throws -> CommittedChanges? {
        guard progress.hasChanges else { return nil }
        for (account, feeds) in progress.marked { try ReadWatermark(db: of(account)).balance(feeds) }
        for (account, kinds) in progress.added { for kind in kinds { try of(account).checkLimit(of: kind) } }
        let number = try progress.number ?? number()
        return try locks.record(progress.changes, number: number, arrival: progress.arrival, connection)
    }

    // MARK: Locks

    /// Locks feeds before their refreshes are stored.
    func lock(_ refreshes: [FeedUpdate]) throws {
        try locks.lock(feeds: refreshes.map(\.feed), scopes: Set(refreshes.map(\.scope)), connection)
    }

    /// Keeps others from changing rows, to remove them. A condition that was found before must be tested again.
    func lock(_ table: String, _ ids: [Int64]) throws {
        if locks.excludesWriters || ids.isEmpty { return }
        let list = SelectionStatement.list(ids)
        _ = try connection.integers(
            "SELECT id FROM \(table) WHERE id IN \(list) ORDER BY id\(locks.changingRows)", [], isReused: false)
    }

    // MARK: Statements

    var keepsOrder: Bool { connection.keepsOrder }

    func rows(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> [SQLRow] {
        let rows = try connection.rows(sql, values, isReused: isReused)
        // Those that return what they changed.
        if !rows.isEmpty, sql.hasPrefix("INSERT") || sql.hasPrefix("UPDATE") { noteChange() }
        return rows
    }

    func integers(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> [Int64] {
        try connection.integers(sql, values, isReused: isReused)
    }

    func execute(_ sql: String, _ values: [SQLValue], isReused: Bool) throws -> Int {
        let changes = try connection.execute(sql, values, isReused: isReused)
        if changes > 0 { noteChange() }
        return changes
    }

    private func noteChange() {
        progress.hasChanges = true
        if isOfAccount { progress.changes.accounts.insert(account) }
    }

    func limited<T>(until deadline: ContinuousClock.Instant?, _ body: () throws -> T) throws -> T {
        try SearchDeadline.$current.withValue(deadline) { try connection.limited(until: deadline, body) }
    }
}

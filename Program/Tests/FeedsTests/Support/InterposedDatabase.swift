import SQL

@testable import FeedStore

extension FeedStore {
    /// The same store; something happens before each write, which fails if that throws, and after each one that succeeds.
    func interposing(
        before: @escaping @Sendable (InterposedDatabase.Write) throws -> Void = { _ in },
        after: @escaping @Sendable (InterposedDatabase.Write) -> Void = { _ in }
    ) -> FeedStore {
        FeedStore(InterposedDatabase(database, before: before, after: after), account: account)
    }

    /// The same store, of which only reading works.
    func failing(_ error: FeedStoreError) -> FeedStore { interposing { _ in throw error } }
}

/// A database in which something happens around each write.
final class InterposedDatabase: StoreDatabase {
    /// The kind of write.
    enum Write {
        /// A claim to make a request.
        case claim
        /// Anything else, such as a commit or the renewal of a lease.
        case other
    }

    private let database: any StoreDatabase
    private let before: @Sendable (Write) throws -> Void
    private let after: @Sendable (Write) -> Void

    init(
        _ database: any StoreDatabase, before: @escaping @Sendable (Write) throws -> Void,
        after: @escaping @Sendable (Write) -> Void
    ) {
        (self.database, self.before, self.after) = (database, before, after)
    }

    func write(_ scope: WriteScope, _ body: (any SQLConnection) throws -> Void) throws {
        try before(.other)
        try database.write(scope, body)
        after(.other)
    }

    func claim(_ endpoint: Endpoint, _ body: (any SQLConnection) throws -> Claim) throws -> Claim? {
        try before(.claim)
        let claim = try database.claim(endpoint, body)
        after(.claim)
        return claim
    }

    // MARK: Passed on

    var name: String { database.name }
    var options: FeedStore.Options { database.options }
    var fullText: any FullTextSearch { database.fullText }
    var activity: StoreActivityCounts { database.activity }
    var notices: [StoreNotice] { database.notices }
    var locks: any WriterLocks { database.locks }
    var stories: StoryKeeper { database.stories }

    func skipRow(of table: String) { database.skipRow(of: table) }
    func read(isLong: Bool, _ body: (any SQLConnection) throws -> Void) throws {
        try database.read(isLong: isLong, body)
    }
    func note(_ committed: CommittedChanges) { database.note(committed) }
    var announcesChanges: Bool { database.announcesChanges }
    func hasPendingChanges(of account: Account.ID) -> Bool { database.hasPendingChanges(of: account) }
    func waitForChanges(atMost seconds: Double) -> StoreChanges { database.waitForChanges(atMost: seconds) }
    func changeNumber(for account: Account.ID?) throws -> Int { try database.changeNumber(for: account) }
    func finishCopy(_ db: any SQLConnection) throws { try database.finishCopy(db) }
    func close() throws { try database.close() }
}

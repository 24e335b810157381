import Platform
import PostgreSQL
import SQL

/// Feeds, marks, follows, search and the request ledger, in one SQLite file, shared with other processes, or in a PostgreSQL
/// database, shared with other machines.
///
/// Every function blocks the calling thread until it is done. Functions may be called from any thread, also concurrently,
/// and never call back. A function that throws ``FeedStoreError`` has changed nothing, but for the application of rules to stored
/// items (``RuleApplying``). Dates have millisecond precision.
///
/// While a file is open, files that end in `-wal` and `-shm` are beside it. Opening an existing store only reads; the
/// first function that writes opens it for writing. A damaged file is renamed, and replaced by a new one with everything
/// that can still be read; ``notices`` reports it. If it can't be renamed, functions throw
/// ``FeedStoreError/damaged(path:cause:)``. A killed process leaves its last complete commit. A power cut may lose the
/// last few commits, but never a part of one.
package final class FeedStore: Sendable {
    /// Options for opening.
    package struct Options: Sendable {
        /// The maximum wait for another process that writes, in seconds.
        package var busyTimeout: TimeInterval
        /// The maximum size in bytes; beyond it, writing throws ``FeedStoreError/diskFull(path:)``. Nil for no limit.
        package var maximumSize: Int?
        /// Returns true for a feed that is the discussion of one item. Rules that keep or notify apply to it only if they name it.
        package var isDiscussion: @Sendable (FeedKey) -> Bool
        /// The kind of an item's measure, such as points. By default, searches compare no measures.
        package var measureKinds: MeasureKinds
        /// The limits of each account, except for administrators.
        package var limits: AccountLimits
        /// The number of items that feeds keep.
        package var retention: GeneralRetention
        /// The parts by which items are compared with stories, by scope and payload; nil for items that tell none. Without it,
        /// every item is by itself.
        package var stories: (@Sendable (_ scope: String, _ payload: Data) -> StoryFields?)?

        /// Creates options.
        package init(
            busyTimeout: TimeInterval = 5, maximumSize: Int? = nil,
            isDiscussion: @escaping @Sendable (FeedKey) -> Bool = { _ in false },
            measureKinds: MeasureKinds = .all(nil), limits: AccountLimits = AccountLimits(),
            retention: GeneralRetention = GeneralRetention(),
            stories: (@Sendable (_ scope: String, _ payload: Data) -> StoryFields?)? = nil
        ) {
            self.busyTimeout = busyTimeout
            self.maximumSize = maximumSize
            self.isDiscussion = isDiscussion
            self.measureKinds = measureKinds
            self.limits = limits
            self.retention = retention
            self.stories = stories
        }
    }

    let database: any StoreDatabase
    /// The account whose follows, marks and rules this store has.
    package let account: Account.ID

    /// The way in which changes of rules and folders apply rules to stored items.
    package let ruleApplying: RuleApplying

    /// Opens the store, or creates it with its parent folders.
    ///
    /// Throws ``FeedStoreError`` if a newer version wrote the store, or if it can't be opened or created.
    package init(at url: URL, options: Options = Options()) throws {
        let path = url.path(percentEncoded: false)
        guard url.isFileURL, !path.isEmpty else {
            throw FeedStoreError.cannotOpen(path: url.absoluteString, cause: "it isn't the address of a file")
        }
        let file = SQLiteDatabase(path: FileStatus.resolved(path), options: options)
        database = file
        account = Account.first
        ruleApplying = RuleApplying()
        try file.prepare()
    }

    /// Opens a store in a PostgreSQL database, and creates its tables if there are none.
    ///
    /// Any number of servers may share it. Functions throw ``FeedStoreError/unavailable(path:cause:)`` while the server
    /// doesn't answer, and work again once it does. A commit that a function returned from is kept as the server keeps
    /// commits.
    /// - Parameter address: a connection URI (PostgreSQL, 34.1.1), such as `postgresql://user@host/database`. What it leaves
    ///   out comes from the environment, the password also from `~/.pgpass`.
    package init(postgreSQL address: String, options: Options = Options()) throws {
        let server = try PostgreSQLDatabase(address: address, options: options)
        database = server
        account = Account.first
        ruleApplying = RuleApplying()
        try server.prepare()
    }

    /// Creates a store over an open database.
    init(
        _ database: any StoreDatabase, account: Account.ID = Account.first,
        ruleApplying: RuleApplying = RuleApplying()
    ) {
        (self.database, self.account, self.ruleApplying) = (database, account, ruleApplying)
    }

    /// Returns the store as another account sees it.
    package func of(_ account: Account.ID) -> FeedStore {
        FeedStore(database, account: account, ruleApplying: ruleApplying)
    }

    /// Returns the store with another way of applying changed rules.
    package func applyingRules(_ applying: RuleApplying) -> FeedStore {
        FeedStore(database, account: account, ruleApplying: applying)
    }

    /// Reads in one transaction.
    ///
    /// - Parameter isLong: true for no time limit.
    func read<T>(isLong: Bool = false, _ body: (StoreTransaction) throws -> T) throws -> T {
        var value: T?
        try database.read(isLong: isLong) { value = try body(transaction($0)) }
        return value.unsafelyUnwrapped  // a read that succeeds has run the body
    }

    func transaction(_ connection: any SQLConnection, _ scope: WriteScope? = nil) -> StoreTransaction {
        StoreTransaction(
            connection, database.options, database.fullText, database.locks, database.stories, scope, account: account)
    }

    /// Writes in one transaction, which is announced if it changes anything. Then applies rules to stored items in further
    /// transactions, if the first one began that.
    ///
    /// - Parameter scope: the scope of the changes; nil for the rows of ``account``.
    @discardableResult
    func write<T>(_ scope: WriteScope? = nil, _ body: (StoreTransaction) throws -> T) throws -> T {
        let scope = scope ?? .account(account)
        var value: T?
        var committed: CommittedChanges?
        var rulesBegunAt: Date?
        try database.write(scope) { connection in
            let transaction = transaction(connection, scope)
            value = try body(transaction)
            rulesBegunAt = transaction.rulesBegunAt
            committed = try transaction.finish()
        }
        if let committed { database.note(committed) }
        if let rulesBegunAt { try applyBegunRules(at: rulesBegunAt) }
        return value.unsafelyUnwrapped  // a write that succeeds has run the body
    }

    /// Writes what nobody shows: it isn't announced, and change numbers stay.
    @discardableResult
    func writeSilently<T>(_ scope: WriteScope = .maintenance, _ body: (StoreTransaction) throws -> T) throws -> T {
        var value: T?
        try database.write(scope) { value = try body(transaction($0, scope)) }
        return value.unsafelyUnwrapped  // a write that succeeds has run the body
    }

    /// The path of the file, or the address of the database without a password.
    package var name: String { database.name }

    /// Returns true for the address of a PostgreSQL database.
    package static func isPostgreSQL(_ text: String) -> Bool { PostgreSQLAddress.isAddress(text) }

    /// Events to report to the reader, such as a damaged file, oldest first. The list grows while the store is open.
    package var notices: [StoreNotice] { database.notices }

    /// Closes the connections and checkpoints the `-wal` file into the store.
    ///
    /// Every function throws afterwards. An unclosed store closes with its last reference. A process that
    /// exits without closing loses nothing.
    package func close() throws {
        try database.close()
    }
}

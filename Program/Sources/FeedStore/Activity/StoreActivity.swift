import Synchronization

/// Counts what a store's database does while it is open.
final class StoreActivity: Sendable {
    private let transactions = Atomic(0)
    private let failures = Atomic(0)
    private let inProgress = Atomic(0)

    /// Runs a transaction and counts it. Errors that aren't the database's, and limits of accounts, don't count as failures.
    func count<T>(_ work: () throws -> T) throws -> T {
        inProgress.add(1, ordering: .relaxed)
        defer {
            inProgress.subtract(1, ordering: .relaxed)
            transactions.add(1, ordering: .relaxed)
        }
        do { return try work() } catch {
            if (error as? FeedStoreError)?.isLimit == false { failures.add(1, ordering: .relaxed) }
            throw error
        }
    }

    /// The numbers now.
    func counts(_ kind: StoreActivityCounts.Kind, _ connections: StoreActivityCounts.Connections? = nil)
        -> StoreActivityCounts
    {
        StoreActivityCounts(
            kind: kind, transactions: transactions.load(ordering: .relaxed),
            failures: failures.load(ordering: .relaxed),
            inProgress: inProgress.load(ordering: .relaxed), connections: connections)
    }
}

/// What a store's database has done since it was opened.
package struct StoreActivityCounts: Sendable, Hashable {
    /// The kind of database.
    package enum Kind: String, Sendable {
        case sqlite, postgresql
    }

    /// The use of the connections to a database server.
    package struct Connections: Sendable, Hashable {
        /// The number of connections that run a transaction.
        package var inUse: Int
        /// The maximum number of connections.
        package var limit: Int
        /// How often a transaction got a connection.
        package var waits: Int
        /// How long all transactions together have waited for a connection, in seconds.
        package var waited: Double
    }

    /// The kind of database.
    package var kind: Kind
    /// The number of transactions, with failed ones.
    package var transactions: Int
    /// The number of transactions that the database failed.
    package var failures: Int
    /// The number of transactions that run or wait.
    package var inProgress: Int
    /// The use of connections; nil for a file.
    package var connections: Connections?
}

extension FeedStore {
    /// What the database has done since it was opened, for all accounts.
    package var activity: StoreActivityCounts { database.activity }
}

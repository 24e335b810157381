import Platform
import Synchronization
import WebText

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

    /// The current numbers.
    func counts(_ kind: StoreActivityCounts.Kind, _ connections: StoreActivityCounts.Connections? = nil)
        -> StoreActivityCounts
    {
        StoreActivityCounts(
            kind: kind, transactions: transactions.load(ordering: .relaxed),
            failures: failures.load(ordering: .relaxed),
            inProgress: inProgress.load(ordering: .relaxed), connections: connections)
    }
}

/// The activity of a store's database since it was opened.
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
        /// The number of transactions that got a connection.
        package var waits: Int
        /// The time that all transactions have waited for a connection, in seconds.
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
    /// The activity of the database since it was opened, for all accounts.
    package var activity: StoreActivityCounts { database.activity }
}

/// An event in the store to report once to the reader; work continued.
package enum StoreNotice: Sendable, Hashable, CustomStringConvertible {
    /// The file was damaged. It was renamed to `keptAs`, and the readable contents moved to a new file.
    case damagedStoreSetAside(path: String, keptAs: String, cause: String, at: Date, rescue: Rescue)
    /// Rows of a table hold values that this version doesn't understand, and were skipped.
    case rowsSkipped(path: String, table: String, at: Date)
    /// Words or parentheses in rules of an earlier version, which would join terms, were put in quotes.
    case rulesRequoted(path: String, count: Int)

    /// The event and the place of the old data, in a sentence.
    package var description: String {
        switch self {
        case .damagedStoreSetAside(let path, let keptAs, let cause, _, let rescue):
            "The store \(path) was damaged (\(cause)). \(rescue) The damaged file was kept as \(keptAs)."
        case .rowsSkipped(let path, let table, _):
            "The store \(path) has rows in \(table) that this version can't read. They were skipped."
        case .rulesRequoted(let path, let count):
            """
            AND, OR, NOT and parentheses join terms of rules now. \(count.counted("rule")) of the store \(path) in \
            which they were searched for \(count == 1 ? "has" : "have") them in quotes, and \(count == 1 ? "finds" : "find") the same.
            """
        }
    }
}

import Platform

/// The changes of commits.
package struct StoreChanges: Sendable, Hashable {
    /// Accounts whose follows, marks, rules, destinations or settings changed.
    package var accounts: Set<Account.ID> = []
    /// Feeds of which something was stored.
    package var feeds: Set<FeedKey> = []
    /// True if anything else may have changed: accounts, sessions, passwords, or unknown rows.
    package var isEverything = false

    /// Creates changes; by default, none.
    package init(accounts: Set<Account.ID> = [], feeds: Set<FeedKey> = [], isEverything: Bool = false) {
        (self.accounts, self.feeds, self.isEverything) = (accounts, feeds, isEverything)
    }

    package var isEmpty: Bool { !isEverything && accounts.isEmpty && feeds.isEmpty }

    /// True if the account may see changes, apart from those of feeds.
    package func concern(_ account: Account.ID) -> Bool { isEverything || accounts.contains(account) }

    mutating func formUnion(_ other: StoreChanges) {
        accounts.formUnion(other.accounts)
        feeds.formUnion(other.feeds)
        if other.isEverything { isEverything = true }
    }

    /// The changes so far, which are forgotten.
    mutating func take() -> StoreChanges {
        defer { self = StoreChanges() }
        return self
    }
}

/// The changes of one commit or of several, with the change numbers that they stored.
struct CommittedChanges: Sendable {
    /// A part of the store that has a change number.
    enum Part: Sendable, Hashable {
        case account(Account.ID)
        case feed(FeedKey)
        case everything
    }

    var changes = StoreChanges()
    /// The change number before the commit, in a file.
    var previous: Int64?
    var changeNumbers: [Part: Int64] = [:]

    mutating func formUnion(_ other: CommittedChanges) {
        changes.formUnion(other.changes)
        changeNumbers.merge(other.changeNumbers) { max($0, $1) }
    }
}

extension FeedStore {
    /// A number that changes after every commit by any process that changes what this account sees. On PostgreSQL, reads the
    /// change numbers of the feeds that the account reads; in a file, one row.
    ///
    /// Data read after the number is at least as new as the number. Numbers of different processes, or of a store that
    /// reopened can't be compared. The number may change without a change of data.
    package func changeNumber() throws -> Int { try database.changeNumber(for: account) }

    /// A number that changes after every commit by any process that changes what any account sees. On PostgreSQL, reads the
    /// change numbers of all feeds and accounts.
    package func changeNumberForAll() throws -> Int { try database.changeNumber(for: nil) }

    /// True if ``waitForChanges(atMost:)`` returns other processes' commits when they announce them: in PostgreSQL, unless
    /// the cluster has no notifications.
    package var announcesChanges: Bool { database.announcesChanges }

    /// True if this process has committed changes of the account that ``waitForChanges(atMost:)`` has yet to return.
    package var hasPendingChanges: Bool { database.hasPendingChanges(of: account) }

    /// Blocks until this or another process has committed a change, for at most `seconds` seconds; returns what has changed
    /// since the last call.
    ///
    /// One thread may call it for each open store. The first call returns ``StoreChanges/isEverything``. Commits of this
    /// process are returned immediately. Those of others are returned after a notification, or, in a file and without
    /// notifications, within a second.
    package func waitForChanges(atMost seconds: TimeInterval) -> StoreChanges {
        database.waitForChanges(atMost: seconds)
    }
}

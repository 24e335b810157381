public import Platform
import Synchronization

/// What commits have changed.
public struct StoreChanges: Sendable, Hashable {
    /// Accounts whose follows, marks, rules, sinks or settings changed.
    public var accounts: Set<Account.ID> = []
    /// Feeds of which something was stored.
    public var feeds: Set<FeedKey> = []
    /// Whether anything else may have changed: accounts, sessions, passwords, or what isn't known.
    public var isEverything = false

    /// No changes.
    public init() {}

    /// Whether nothing has changed.
    public var isEmpty: Bool { !isEverything && accounts.isEmpty && feeds.isEmpty }
}

extension FeedStore {
    /// Blocks until this or another process has committed a change, for at most `seconds` seconds.
    ///
    /// One caller for each open store.
    /// - Returns: what has changed since the last call; the first call returns ``StoreChanges/isEverything``.
    public func waitForChanges(atMost seconds: TimeInterval) -> StoreChanges {
        if let changes = newChanges() { return changes }
        waitForChange(atMost: seconds)
        return newChanges() ?? StoreChanges()
    }

    /// What has changed, if anything: everything, since the version alone is known.
    ///
    /// A store that can't be read hasn't changed until it can be read again.
    private func newChanges() -> StoreChanges? {
        guard let version = try? version(), version != knownVersion.withLock({ $0 }) else { return nil }  // see above
        knownVersion.withLock { $0 = version }
        var changes = StoreChanges()
        changes.isEverything = true
        return changes
    }
}

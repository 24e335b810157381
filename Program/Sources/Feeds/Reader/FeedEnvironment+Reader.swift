public import FeedStore
public import GitFeed

/// What a reader keeps: repositories to follow, what was shown, read and saved.
///
/// Each function blocks the calling thread as the store does, and fails with a ``FeedStoreError``.
extension FeedEnvironment {
    /// The followed repositories in the order in which they were added; a name that this version cannot read is left out.
    public func followed() throws -> [RepositoryName] {
        try store.followed().compactMap { RepositoryName($0.repository) }
    }

    /// Adds a repository at the end; one that is there already stays where it is.
    public func follow(_ repository: RepositoryName) throws {
        try store.follow(repository.description, at: now())
    }

    /// Takes a repository away; what is stored of its feed stays.
    public func unfollow(_ repository: RepositoryName) throws {
        try store.unfollow(repository.description)
    }

    /// Notes what a reader does with the items; nothing happens to those that are not stored.
    public func mark(_ items: [ItemKey], as mark: Mark) throws {
        try store.mark(items, as: mark, at: now())
    }

    /// Makes these items count as seen from now on and the feed as shown; the first time, all that is stored counts as seen.
    public func markShown(_ feed: FeedKey, ids: [String]) throws {
        try store.markShown(feed, ids: ids, at: now(), withRest: false)
    }

    /// Makes all that is stored of the feed count as seen from now on.
    public func markAllShown(_ feed: FeedKey) throws {
        try store.markShown(feed, ids: [], at: now(), withRest: true)
    }

    /// What was saved, the last first.
    public func saved(limit: Int? = nil) throws -> SavedItems {
        SavedItems(try store.saved(limit: limit))
    }
}

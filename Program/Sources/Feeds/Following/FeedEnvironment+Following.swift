public import FeedStore
import WebText

/// Which feeds somebody follows.
///
/// Each function blocks the calling thread as the store does, and fails with a ``FeedStoreError``.
extension FeedEnvironment {
    /// The followed feeds in the order in which they were added; one that this version doesn't know is left out.
    public func followed() throws -> [FollowedItem] {
        try store.followed().compactMap { followed in
            let parts = followed.path.split(separator: "/", omittingEmptySubsequences: false)
            let path = parts.compactMap(\.percentDecoded)
            guard let feed = catalog.feed(path: path) ?? catalog.feed(followed.feed) else { return nil }
            return FollowedItem(feed: feed, settings: followed.settings, ownTitle: followed.title)
        }
    }

    /// The feed as it is followed; nil where nobody follows it.
    public func followed(_ feed: Feed) throws -> FollowedItem? { try followed().first { $0.feed == feed } }

    /// Adds a feed at the end; false where it was followed, and then the settings that are given replace those it had.
    @discardableResult
    public func follow(_ feed: Feed, _ settings: FollowSettings = FollowSettings()) throws -> Bool {
        try store.follow(feed.key, path: feed.encodedPath, settings, at: now())
    }

    /// Takes a feed away; what is stored of it stays. False where it was not followed.
    @discardableResult
    public func unfollow(_ feed: Feed) throws -> Bool { try store.unfollow(feed.key) }
}

/// A feed that somebody follows.
public struct FollowedItem: Sendable, Hashable {
    /// The feed.
    public let feed: Feed
    /// The name, the folder and the interval that were chosen for it.
    public let settings: FollowSettings
    /// The title that the feed gives itself; nil where it is not known.
    public let ownTitle: String?

    /// A feed under the settings.
    public init(feed: Feed, settings: FollowSettings = FollowSettings(), ownTitle: String? = nil) {
        self.feed = feed
        self.settings = settings
        self.ownTitle = ownTitle
    }

    /// The name that was chosen, or the feed's own.
    public var title: String { settings.name ?? ownTitle ?? feed.title }
}

public import FeedStore
public import Platform
import WebText

/// The followed feeds.
///
/// Each function blocks the calling thread on the store, and fails with a ``FeedStoreError``.
extension FeedEnvironment {
    /// The followed feeds in the order in which they were added. Leaves out kinds that this version doesn't know.
    public func followed() throws -> [FollowedFeed] {
        try store.followed().compactMap { followed in
            let parts = followed.path.split(separator: "/", omittingEmptySubsequences: false)
            let path = parts.compactMap(\.percentDecoded)
            guard let feed = catalog.feed(path: path) ?? catalog.feed(followed.feed) else { return nil }
            return FollowedFeed(feed: feed, settings: followed.settings, ownTitle: followed.title)
        }
    }

    /// The followed feed with its settings; nil if it isn't followed.
    public func followed(_ feed: Feed) throws -> FollowedFeed? { try followed().first { $0.feed == feed } }

    /// The current web addresses of followed feeds; feeds without one are left out.
    public func pages(of followed: [FollowedFeed]) throws -> [FeedKey: URL] {
        let pages = try followed.compactMap { item in
            try item.feed.description.currentPage(in: self).map { (item.feed.key, $0) }
        }
        return Dictionary(pages) { first, _ in first }
    }

    /// Follows a feed. Returns false if it was followed already; its settings are then updated with the given ones.
    @discardableResult
    public func follow(_ feed: Feed, _ settings: FollowSettings = FollowSettings()) throws -> Bool {
        try store.follow(feed.key, path: feed.encodedPath, settings, at: now())
    }

    /// Unfollows a feed, given by any of its addresses; its items stay stored. Returns false if it wasn't followed.
    @discardableResult
    public func unfollow(_ feed: Feed) throws -> Bool {
        guard let followed = try feed.description.followed(in: self) else { return false }
        return try store.unfollow(followed.key, at: now())
    }
}

extension FeedDescription {
    /// This feed: only web feeds have several addresses.
    public func shown(in environment: FeedEnvironment) throws -> Feed { Feed(self) }
}

/// A followed feed.
public struct FollowedFeed: Sendable, Hashable {
    /// The feed.
    public let feed: Feed
    /// The chosen name, folder and interval.
    public let settings: FollowSettings
    /// The feed's own title; nil if it is unknown.
    public let ownTitle: String?

    /// A followed feed with its settings.
    public init(feed: Feed, settings: FollowSettings = FollowSettings(), ownTitle: String? = nil) {
        self.feed = feed
        self.settings = settings
        self.ownTitle = ownTitle
    }

    /// The chosen name, or else the feed's own title.
    public var title: String { settings.name ?? ownTitle ?? feed.title }
}

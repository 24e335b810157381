import FeedStore
import Feeds
import Platform

/// A feed with its number: a followed one, or one that saved items are from.
struct LibraryFeed: Sendable {
    let subscription: Subscription
    let followed: FollowedFeed
    /// The feed document: that of the web, or this server's for feeds that have none.
    let document: String
    /// The page for people.
    let page: String

    init?(_ subscription: Subscription, _ catalog: FeedCatalog, origin: String) {
        guard let followed = catalog.followedFeed(subscription.follow) else { return nil }
        self.subscription = subscription
        self.followed = followed
        let addresses = followed.feed.description.addresses(subscription.extra)
        let own = origin + Feed.address(followed.feed.path)
        document = addresses.document?.absoluteString ?? own + ".atom"
        page = addresses.page?.absoluteString ?? own
    }

    /// A feed that isn't stored any more.
    init?(ofRemoved key: FeedKey, _ catalog: FeedCatalog, origin: String) {
        guard let feed = catalog.feed(key) else { return nil }
        let since = Date(timeIntervalSince1970: 0)
        let follow = StoredFollow(feed: key, path: feed.encodedPath, since: since)
        self.init(Subscription(ofRemoved: follow), catalog, origin: origin)
    }

    var id: Int64 { subscription.id }
    var feed: Feed { followed.feed }
    var title: String { followed.title }
    /// The path of its folder.
    var folder: String? { followed.settings.folder }
}

import FeedStore
import Feeds
import Platform
import Syndication

/// An item with its number, as reader apps show it.
struct LibraryItem: Sendable {
    let id: NumberedItem.ID
    let entry: SyndicatedEntry
    /// The followed feed that lists it; for an item that was kept after its feed was unfollowed, that feed.
    let source: LibraryFeed
    /// The number of that feed; 0 for a saved item of a feed that isn't stored any more.
    let feedID: FeedSubscription.ID
    let arrivedAt: Date
    let changedAt: Date
    let isUnread: Bool
    let isSaved: Bool
    /// The names of its labels.
    let labels: [String]
    /// The item as the page lists it.
    let listed: ListedItems.Item
    private let key: ItemKey

    init(_ numbered: NumberedItem, _ shown: ShownItem, of source: LibraryFeed, _ library: Library) {
        id = numbered.id
        let (feed, picture) = (source.feed, library.picture)
        var whole = shown.entry
        // As the page shows it.
        listed = ListedItems.Item(shown: shown, feed: feed)
        if let text = numbered.fullText, listed.isFullTextPage(text.address) { whole.text = text.markup }
        entry = SyndicatedEntry(whole, scope: feed.description.scope, origin: library.origin) { picture($0, feed) }
        self.source = source
        feedID = source.id != 0 ? source.id : numbered.feedID ?? 0
        (arrivedAt, changedAt) = (numbered.item.firstSeenAt, numbered.changedAt)
        (isUnread, isSaved, labels) = (shown.isUnread, shown.isSaved, shown.labels)
        key = numbered.item.key
    }

    /// The page of its feed.
    var page: String { source.page }

    /// The identifier of the item, on every server and in every version of it.
    var hash: String { Fingerprint(of: key.scope + " " + key.id).urn }
    /// The page to open: its own, or else its feed's.
    var url: String { entry.url ?? page }
    /// Its title; never empty.
    var title: String { entry.title.isEmpty ? "Untitled" : entry.title }
    /// The time of publication, or else of arrival.
    var publishedAt: Date { entry.date ?? arrivedAt }
    var feedTitle: String { source.title }
    var html: String { entry.html }
}

/// A feed with its number: a followed one, or one that saved items are from.
struct LibraryFeed: Sendable {
    let subscription: FeedSubscription
    let followed: FollowedFeed
    /// The feed document: that of the web, or this server's for feeds that have none.
    let document: String
    /// The page for people.
    let page: String

    init?(_ subscription: FeedSubscription, _ catalog: FeedCatalog, origin: String) {
        guard let followed = catalog.followedFeed(subscription.follow) else { return nil }
        self.subscription = subscription
        self.followed = followed
        let addresses = followed.feed.description.addresses(subscription.extra)
        let own = origin + Feed.address(followed.feed.path)
        document = addresses.document?.absoluteString ?? own + ".atom"
        page = addresses.page?.absoluteString ?? own
    }

    /// A feed that was removed from the store.
    init?(ofRemoved key: FeedKey, _ catalog: FeedCatalog, origin: String) {
        guard let feed = catalog.feed(key) else { return nil }
        let since = Date(timeIntervalSince1970: 0)
        let follow = StoredFollow(feed: key, path: feed.encodedPath, since: since)
        self.init(FeedSubscription(ofRemoved: follow), catalog, origin: origin)
    }

    var id: Int64 { subscription.id }
    var feed: Feed { followed.feed }
    var title: String { followed.title }
    /// The path of its folder.
    var folder: String? { followed.settings.folder }
}

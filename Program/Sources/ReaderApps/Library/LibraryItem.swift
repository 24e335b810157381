import FeedStore
import Feeds
import Platform
import Syndication

/// An item with its number, as reader apps show it.
struct LibraryItem: Sendable {
    let id: NumberedItem.ID
    let entry: SyndicatedEntry
    /// The followed feed that lists it; nil for an item that was kept after its feed was unfollowed.
    let source: LibraryFeed?
    /// The feed it was read from.
    let feed: Feed
    /// The number of that feed; 0 for a saved item that none of the reader's feeds listed.
    let feedID: Subscription.ID
    let arrivedAt: Date
    let isUnread: Bool
    let isSaved: Bool
    private let key: ItemKey

    init(_ numbered: NumberedItem, _ shown: ShownItem, of feed: Feed, in source: LibraryFeed?, _ library: Library) {
        id = numbered.id
        let (origin, picture) = (library.origin, library.picture)
        entry = SyndicatedEntry(shown.entry, scope: feed.description.scope, origin: origin) { picture($0, feed) }
        (self.source, self.feed) = (source, feed)
        feedID = source?.id ?? numbered.feedID ?? 0
        arrivedAt = numbered.item.firstSeenAt
        (isUnread, isSaved) = (shown.isUnread, shown.isSaved)
        key = numbered.item.key
        page = source?.page ?? origin + Feed.address(feed.path)
    }

    /// The page of its feed.
    let page: String

    /// Names the item, on every server and in every version of it.
    var hash: String { Fingerprint(of: key.scope + " " + key.id).urn }
    /// The page to open: its own, or else its feed's.
    var url: String { entry.url ?? page }
    /// Its title; never empty.
    var title: String { entry.title.isEmpty ? "Untitled" : entry.title }
    /// When it was published, or else when it arrived.
    var publishedAt: Date { entry.date ?? arrivedAt }
    var feedTitle: String { source?.title ?? feed.title }
    var html: String { entry.html }
}

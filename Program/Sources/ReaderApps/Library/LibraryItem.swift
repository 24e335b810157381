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
    let feedID: Subscription.ID
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

    /// Names the item, on every server and in every version of it.
    var hash: String { Fingerprint(of: key.scope + " " + key.id).urn }
    /// The page to open: its own, or else its feed's.
    var url: String { entry.url ?? page }
    /// Its title; never empty.
    var title: String { entry.title.isEmpty ? "Untitled" : entry.title }
    /// When it was published, or else when it arrived.
    var publishedAt: Date { entry.date ?? arrivedAt }
    var feedTitle: String { source.title }
    var html: String { entry.html }
}

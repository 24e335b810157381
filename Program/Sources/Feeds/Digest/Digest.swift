import FeedStore
import Platform
import Search
import WebText

/// The most important items of a time span, by feed.
package struct Digest: Sendable {
    /// The items of one feed.
    package struct Group: Sendable {
        /// The feed.
        package let feed: Feed
        /// The reader's name for the feed, or its own title.
        package let title: String
        /// The items: highlighted first, then by measure, then newest first.
        package let items: [ListedItems.Item]
    }

    /// The start of the span.
    package let since: Date
    /// The end of the span.
    package let until: Date
    /// The feeds with items, in the order in which they were followed.
    package let groups: [Group]
    /// The titles of the feeds that tell stories.
    let sources: [FeedKey: String]

    /// The maximum number of items of a feed.
    private static let most = 20

    /// Reads the items of the followed feeds, or of all feeds if none is followed. A story is in the group of its headline's feed.
    package init(_ environment: FeedEnvironment, since: Date, until: Date) throws {
        self.since = since
        self.until = until
        let query = SearchQuery(terms: [SearchQuery.Term(.since(.date(since)))])
        let found = try environment.search(query, order: .date, limit: 5_000, groupsStories: true)
        let followed = try environment.followed()
        let names = Dictionary(followed.map { ($0.feed.key, $0.title) }) { first, _ in first }
        let places = Dictionary(followed.enumerated().map { ($1.feed.key, $0) }) { first, _ in first }
        var items: [FeedKey: [ListedItems.Item]] = [:]
        for hit in found.hits {
            let key = hit.item.feed.key
            if followed.isEmpty || names[key] != nil, hit.item.shown.entry.isMarkable {
                items[key, default: []].append(hit.item)
            }
        }
        let groups = items.values.compactMap { items -> Group? in
            guard let feed = items.first?.feed else { return nil }
            let best = items.enumerated().sorted { Self.rank($0) < Self.rank($1) }.prefix(Self.most).map(\.element)
            return Group(feed: feed, title: names[feed.key] ?? feed.title, items: best)
        }
        var sources: [FeedKey: String] = [:]
        for voice in groups.flatMap(\.items).compactMap(\.story).flatMap(\.voices) {
            sources[voice.feed] = names[voice.feed] ?? environment.catalog.feed(voice.feed)?.title
        }
        self.sources = sources
        self.groups = groups.sorted {
            (places[$0.feed.key] ?? .max, $0.feed.key.rawValue) < (places[$1.feed.key] ?? .max, $1.feed.key.rawValue)
        }
    }

    /// The sort key, ascending.
    private static func rank(_ item: (offset: Int, element: ListedItems.Item)) -> (Int, Double, Int) {
        let shown = item.element.shown
        return (shown.isHighlighted ? 0 : 1, -(shown.entry.measures.first?.compared ?? -.infinity), item.offset)
    }

    /// The digest as one line of JSON; see `docs/json.md`.
    package func json() throws -> Data {
        try JSONEncoder.documents.encode(
            Document(
                since: since.internetDateTime, until: until.internetDateTime,
                groups: groups.map { group in
                    Document.Group(
                        feed: group.feed.key.rawValue, title: group.title,
                        items: group.items.map { ItemDocument($0, groupsStories: true) { _, _ in nil } })
                }))
    }

    private struct Document: Encodable {
        struct Group: Encodable {
            let feed, title: String
            let items: [ItemDocument]
        }

        let since, until: String
        let groups: [Group]
    }
}

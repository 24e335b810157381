public import Feeds
public import Platform
import WebText

/// A feed in the formats that feed readers subscribe to.
public struct SyndicatedFeed: Sendable {
    /// Where the feed is, for the links in it.
    public struct Location: Sendable, Hashable {
        /// The server as readers name it, without a slash at the end: `http://127.0.0.1:8080`.
        public let origin: String
        /// The page's path, percent-encoded: `/upstream/feed`.
        public let path: String
        /// The query without its question mark; empty for none.
        public let query: String

        /// A place on a server.
        public init(origin: String, path: String, query: String = "") {
            self.origin = origin
            self.path = path
            self.query = query
        }

        /// The page's address, or with an extension that of another form of it.
        public func address(_ pathExtension: String = "") -> String {
            origin + path + pathExtension + (query.isEmpty ? "" : "?" + query)
        }
    }

    /// Where it is.
    public let location: Location
    /// Names the feed, wherever the server moves.
    public let id: String
    /// The title.
    public let title: String
    /// The service's name; for a feed of the web, the feed's own.
    public let publisher: String
    /// The entries, in the feed's order.
    public let entries: [SyndicatedEntry]
    /// When the newest entry happened, or the feed was last refreshed.
    public let updated: Date
    /// Stands for the date of entries without one.
    public let fetched: Date

    /// A feed as it is now.
    public init(_ feed: Feed, _ state: FeedState, at location: Location) {
        self.location = location
        id = Fingerprint(of: "feed " + feed.path.joined(separator: "/").lowercased()).urn
        let own = SafeText(state.title ?? feed.title).text
        let isService = !feed.upstream.menu.isEmpty
        publisher = isService ? feed.upstream.name : own
        title = isService ? feed.upstream.name + ": " + own : own
        let scope = feed.description.scope
        entries = state.items.map { SyndicatedEntry($0.entry, scope: scope, origin: location.origin) }
        fetched = state.fetchedAt?.ifRepresentable ?? Date(timeIntervalSince1970: 0)
        updated = entries.compactMap(\.date).max() ?? fetched
    }
}

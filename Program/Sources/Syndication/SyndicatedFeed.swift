public import Feeds
public import Platform
public import WebText

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
        /// The path and query of its page; nil if they are those of the feed without an extension.
        public let ownPage: String?

        /// A place on a server.
        public init(origin: String, path: String, query: String = "", ownPage: String? = nil) {
            self.origin = origin
            self.path = path
            self.query = query
            self.ownPage = ownPage
        }

        /// The address of a form of the feed.
        public func address(_ pathExtension: String) -> String {
            origin + path + pathExtension + (query.isEmpty ? "" : "?" + query)
        }

        /// The page's address.
        public var page: String { ownPage.map { origin + $0 } ?? address("") }
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
    ///
    /// - Parameter picture: where this server shows a picture of its items, by the picture's address; nil for a link.
    public init(
        _ feed: Feed, _ state: FeedState, at location: Location,
        picture: @escaping (WebAddress) -> ServedPicture? = { _ in nil }
    ) {
        self.location = location
        let source = SyndicatedSource(feed, title: state.title)
        (id, title, publisher) = (source.id, source.title, source.publisher)
        let scope = feed.description.scope
        entries = state.items.map {
            SyndicatedEntry($0.entry, scope: scope, origin: location.origin, picture: picture)
        }
        fetched = state.fetchedAt?.ifRepresentable ?? Date(timeIntervalSince1970: 0)
        updated = entries.compactMap(\.date).max() ?? fetched
    }

    /// Entries of several feeds, which say when they appeared.
    ///
    /// - Parameters:
    ///   - id: names the feed, wherever the server moves.
    ///   - began: stands for the time of the last change of a feed without entries.
    public init(
        id: String, title: String, publisher: String, entries: [SyndicatedEntry], began: Date, at location: Location
    ) {
        self.location = location
        self.id = id
        self.title = SafeText(title).text
        self.publisher = publisher
        self.entries = entries
        fetched = began.ifRepresentable ?? Date(timeIntervalSince1970: 0)
        updated = entries.compactMap(\.appearedAt).max() ?? fetched
    }
}

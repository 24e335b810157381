import Feeds
import Platform
import WebText

/// A feed in the formats that feed readers subscribe to.
package struct SyndicatedFeed: Sendable {
    /// Where the feed is, for the links in it.
    package struct Location: Sendable, Hashable {
        /// The server as readers name it, without a slash at the end: `http://127.0.0.1:8080`.
        package let origin: String
        /// The page's path, percent-encoded: `/upstream/feed`.
        package let path: String
        /// The query without its question mark; empty for none.
        package let query: String
        /// The path and query of its page; nil if they are those of the feed without an extension.
        package let ownPage: String?

        /// A place on a server.
        package init(origin: String, path: String, query: String = "", ownPage: String? = nil) {
            self.origin = origin
            self.path = path
            self.query = query
            self.ownPage = ownPage
        }

        /// The address of a form of the feed.
        package func address(_ pathExtension: String) -> String {
            origin + path + pathExtension + (query.isEmpty ? "" : "?" + query)
        }

        /// The page's address.
        package var page: String { ownPage.map { origin + $0 } ?? address("") }
    }

    /// Where it is.
    package let location: Location
    /// Names the feed, wherever the server moves.
    package let id: String
    /// The title.
    package let title: String
    /// The service's name; for a feed of the web, the feed's own.
    package let publisher: String
    /// The entries, in the feed's order.
    package let entries: [SyndicatedEntry]
    /// When the newest entry happened, or the feed was last refreshed.
    package let updated: Date
    /// Stands for the date of entries without one.
    package let fetched: Date

    /// A feed as it is now.
    ///
    /// - Parameter picture: where this server shows a picture of its items, by the picture's address; nil for a link.
    package init(
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
    package init(
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

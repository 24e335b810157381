import Platform

/// A web feed: RSS, Atom or JSON Feed.
package struct WebFeed: Sendable {
    /// The formats of web feeds.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// RSS 0.91 to 2.0.
        case rss
        /// RSS 0.90 and 1.0, which use RDF.
        case rdf
        /// Atom 0.3 and 1.0.
        case atom
        /// JSON Feed 1.0 and 1.1.
        case jsonFeed
    }

    /// The document's format, determined by its content.
    package var format: Format
    /// The title as plain text on one line.
    package var title: String?
    /// A description as plain text on one line.
    package var subtitle: String?
    /// The page that the feed belongs to.
    package var homePage: URL?
    /// The feed's own address, as the document gives it.
    package var feedURL: URL?
    /// The hubs that deliver the feed (WebSub).
    package var hubs: [URL] = []
    /// An icon.
    package var icon: URL?
    /// The language tag, such as `en-us`.
    package var language: String?
    /// How often the feed asks to be fetched.
    package var pacing = WebFeedPacing()
    /// The items in the document's order.
    package var items: [WebFeedItem] = []
    /// The number of repaired defects.
    package var repairs = 0
    /// The number of unreadable and duplicate items.
    package var skipped = 0
    /// For items whose ids were extended to be unique, by extended id: the id that they share with others.
    package var sharedIDs: [String: String] = [:]

    /// An empty feed.
    package init(format: Format) { self.format = format }

    mutating func add(hub: URL) {
        if hubs.count < 10 { hubs.append(hub) }
    }

    /// The maximum size of a document: 32 MiB.
    package static let maximumSize = 32 << 20
    /// The maximum number of items; further ones are skipped.
    package static let maximumItems = 10_000
}

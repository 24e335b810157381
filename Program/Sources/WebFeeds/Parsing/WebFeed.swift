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
    /// The intervals that the feed requests.
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

/// The intervals at which a feed requests to be fetched.
package struct WebFeedPacing: Codable, Hashable, Sendable {
    /// Seconds for which a copy is fresh (RSS `ttl`).
    package var ttl: Int?
    /// Hours in UTC, 0 to 23, in which the feed isn't updated.
    package var skipHours: Set<Int> = []
    /// Weekdays in UTC on which the feed isn't updated; 0 is Sunday.
    package var skipDays: Set<Int> = []
    /// Seconds between updates (`sy:updatePeriod` divided by `sy:updateFrequency`).
    package var updateInterval: Int?

    /// Without any wishes.
    package init() {}
}

/// An item of a web feed.
package struct WebFeedItem: Codable, Hashable, Sendable {
    /// An author of an item.
    package struct Author: Codable, Hashable, Sendable {
        /// The name as plain text.
        package var name: String
        /// The author's page.
        package var url: URL?
        /// The author's picture.
        package var avatar: URL?

        /// An author by name.
        package init(name: String, url: URL? = nil, avatar: URL? = nil) {
            self.name = name
            self.url = url
            self.avatar = avatar
        }
    }

    /// An enclosure of an item.
    package struct Enclosure: Codable, Hashable, Sendable {
        /// The file's address.
        package var url: URL
        /// The media type, such as `audio/mpeg`.
        package var type: String?
        /// The size in bytes.
        package var length: Int?
        /// The duration in seconds.
        package var duration: Int?

        /// An enclosure by its address.
        package init(url: URL, type: String? = nil, length: Int? = nil, duration: Int? = nil) {
            self.url = url
            self.type = type
            self.length = length
            self.duration = duration
        }
    }

    /// The id, unique within the feed.
    package var id: String
    /// The title as plain text on one line; nil for items without one.
    package var title: String?
    /// The web page of the item.
    package var url: URL?
    /// The page with comments.
    package var discussion: URL?
    /// The page that a link post is about.
    package var related: URL?
    /// The authors; by default the feed's.
    package var authors: [Author] = []
    /// The date of the publication; nil if the feed gives none.
    package var published: Date?
    /// The date of the last change; nil if the feed gives none.
    package var updated: Date?
    /// A summary besides the content, as untrusted HTML with absolute links.
    package var summary: String?
    /// The text, as untrusted HTML with absolute links.
    package var content: String?
    /// The categories, each once.
    package var tags: [String] = []
    /// The enclosures, such as the audio of a podcast.
    package var enclosures: [Enclosure] = []
    /// The picture.
    package var image: URL?

    /// An item without content.
    package init(id: String) { self.id = id }
}

/// The reason why a document isn't a readable web feed.
package enum WebFeedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The document is empty.
    case empty
    /// The document is larger than the limit; both are in bytes.
    case tooLarge(bytes: Int, limit: Int)
    /// The document is an HTML page, which may name its feeds.
    case webPage
    /// The document is something else: XML with another root element, JSON without a feed's version, or another format.
    case notAFeed(String)
    /// The document ends before its first item.
    case malformed(String)

    /// A sentence for readers.
    package var description: String {
        switch self {
        case .empty: "The feed is empty."
        case .tooLarge(let bytes, let limit): "The document is too large (\(bytes) bytes). The limit is \(limit) bytes."
        case .webPage: "This address is a web page, not a feed."
        case .notAFeed(let found): "This address isn't a feed (\(found))."
        case .malformed(let problem): "The feed can't be read: \(problem)."
        }
    }
}

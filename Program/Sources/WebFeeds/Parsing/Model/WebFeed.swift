#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A web feed as its document describes it: RSS, Atom or JSON Feed.
public struct WebFeed: Sendable {
    /// The formats of web feeds.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// RSS 0.91 to 2.0.
        case rss
        /// RSS 0.90 and 1.0, which are RDF.
        case rdf
        /// Atom 0.3 and 1.0.
        case atom
        /// JSON Feed 1.0 and 1.1.
        case jsonFeed
    }

    /// The document's format, decided by its body.
    public var format: Format
    /// The title as plain text on one line.
    public var title: String?
    /// A sentence about the feed, as plain text on one line.
    public var subtitle: String?
    /// The page that the feed belongs to.
    public var homePage: URL?
    /// The address that the feed gives itself.
    public var feedURL: URL?
    /// A small picture.
    public var icon: URL?
    /// The language tag, such as `en-us`.
    public var language: String?
    /// How often the feed wants to be fetched.
    public var pacing = WebFeedPacing()
    /// The items in the document's order.
    public var items: [WebFeedItem] = []
    /// The number of defects that were repaired while reading.
    public var repairs = 0
    /// The number of items that could not be read, or that repeat another one.
    public var skipped = 0

    /// An empty feed.
    public init(format: Format) { self.format = format }

    /// The largest document that is read: 8 MiB.
    public static let maximumSize = 8 << 20
    /// Items beyond this number are skipped.
    public static let maximumItems = 10_000
}

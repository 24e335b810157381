import Foundation
import Testing
import WebFeeds

/// The address of the feeds in these tests.
let address = URL(string: "https://site.example/blog/feed.xml")

extension WebFeed {
    /// Reads a document as if it came from ``address``.
    init(text: String, charset: String? = nil) throws {
        try self.init(parsing: Data(text.utf8), charset: charset, address: address)
    }

    /// An RSS feed with these elements in its only item.
    static func rss(item: String, channel: String = "", root: String = "") throws -> WebFeed {
        try WebFeed(
            text: """
                <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
                xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" \
                xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom" \
                xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" \(root)>\
                <channel><title>T</title>\(channel)<item>\(item)</item></channel></rss>
                """)
    }

    /// An Atom feed with these elements in its only entry.
    static func atom(entry: String, feed: String = "", root: String = "") throws -> WebFeed {
        try WebFeed(
            text: """
                <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" \(root)>\
                <title>T</title>\(feed)<entry>\(entry)</entry></feed>
                """)
    }

    /// A JSON Feed with these members in its only item.
    static func json(item: String, feed: String = "") throws -> WebFeed {
        try WebFeed(
            text: """
                {"version":"https://jsonfeed.org/version/1.1","title":"T"\(feed),"items":[{\(item)}]}
                """)
    }

    /// The only item.
    var only: WebFeedItem {
        get throws {
            try #require(items.count == 1)
            return items[0]
        }
    }
}

/// The folder of recorded documents, beside the repository.
let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/samples/webfeeds")

let hasSamples = FileManager.default.fileExists(atPath: samples.path)

func sample(_ name: String) throws -> Data { try Data(contentsOf: samples.appendingPathComponent(name)) }

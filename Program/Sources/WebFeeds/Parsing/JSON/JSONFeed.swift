import Platform
import WebText

/// Builds a feed from a JSON Feed document (jsonfeed.org, versions 1 and 1.1).
enum JSONFeed {
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, address: URL?) throws(WebFeedError) -> WebFeed {
        var document = JSONFeedDocument(address: address)
        var reader = JSONReader(bytes)
        do throws(JSONReader.Malformed) {
            _ = try reader.object { (reader, name) throws(JSONReader.Malformed) in try document.read(name, &reader) }
        } catch {
            guard document.isFeed || document.isLikelyFeed, document.hasItems else {
                throw .malformed("its JSON ends unexpectedly")
            }
            document.isCutOff = true
        }
        guard document.isFeed || document.isLikelyFeed else { throw .notAFeed("JSON without a JSON Feed version") }
        return document.feed
    }
}

/// A JSON Feed while it is read; members may have any order.
private struct JSONFeedDocument {
    let address: URL?
    private(set) var isFeed = false
    /// Whether the version is a number of the format, without its address.
    private var hasNumberAlone = false
    private var hasListOfItems = false
    var isCutOff = false
    private var draft = WebFeed(format: .jsonFeed)
    private var items: [JSONFeedItem] = []
    private var authors: [WebFeedItem.Author] = []
    private var author: WebFeedItem.Author?
    private var favicon: URL?

    init(address: URL?) { self.address = address }

    var hasItems: Bool { !items.isEmpty }
    /// Whether the members beside the version are those of a feed.
    var isLikelyFeed: Bool { hasNumberAlone && hasListOfItems && (draft.title ?? draft.homePage?.host) != nil }

    var feed: WebFeed {
        var feed = draft
        feed.icon = feed.icon ?? favicon
        let authors = self.authors.isEmpty ? [author].compactMap { $0 } : self.authors
        for item in items {
            if let item = item.item(feedAuthors: authors) { feed.items.append(item) } else { feed.skipped += 1 }
        }
        if isCutOff {
            feed.skipped += 1
            feed.repairs += 1
        }
        return feed
    }

    mutating func read(_ name: String, _ reader: inout JSONReader) throws(JSONReader.Malformed) {
        switch name {
        case "version":
            let version = try reader.scalar() ?? ""
            isFeed = Self.isVersion(version)
            hasNumberAlone = ["1", "1.0", "1.1"].contains(version.trimmed)
        case "title": draft.title = line(try reader.scalar())
        case "description": draft.subtitle = line(try reader.scalar())
        case "home_page_url": draft.homePage = WebLinks.url(try reader.scalar(), base: address)
        case "feed_url": draft.feedURL = WebLinks.url(try reader.scalar(), base: address)
        case "icon": draft.icon = WebLinks.url(try reader.scalar(), base: address)
        case "favicon": favicon = WebLinks.url(try reader.scalar(), base: address)
        case "language": draft.language = try reader.scalar()?.ifNotBlank
        case "author": author = try JSONFeedItem.author(&reader, base: address)
        case "authors": authors = try JSONFeedItem.authors(&reader, base: address)
        case "hubs": try readHubs(&reader)
        case "items": try readItems(&reader)
        default: try reader.skip()
        }
    }

    private mutating func readHubs(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
        var hubs: [URL] = []
        let address = address
        let isArray = try reader.array { (reader) throws(JSONReader.Malformed) in
            var (url, type): (URL?, String?)
            let isObject = try reader.object { (reader, name) throws(JSONReader.Malformed) in
                switch name {
                case "url": url = WebLinks.url(try reader.scalar(), base: address)
                case "type": type = try reader.scalar()
                default: try reader.skip()
                }
            }
            if !isObject { try reader.skip() }
            // The other type is rssCloud.
            if let url, type?.lowercased() != "rsscloud" { hubs.append(url) }
        }
        if !isArray { try reader.skip() }
        for hub in hubs { draft.add(hub: hub) }
    }

    private mutating func readItems(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
        var items = self.items
        var skipped = 0
        defer {
            self.items = items
            draft.skipped += skipped
        }
        // The site, as in RSS.
        let base = draft.homePage ?? address
        hasListOfItems = reader.peek() == UInt8(ascii: "[")
        let isArray = try reader.array { (reader) throws(JSONReader.Malformed) in
            var item = JSONFeedItem(base: base)
            let isObject = try reader.object { (reader, name) throws(JSONReader.Malformed) in
                try item.read(name, &reader)
            }
            if !isObject { try reader.skip() }
            if isObject, items.count < WebFeed.maximumItems { items.append(item) } else { skipped += 1 }
        }
        if !isArray { try reader.skip() }
    }

    private func line(_ text: String?) -> String? {
        text.flatMap { SafeText(line: $0, atMost: 1000).text.ifNotBlank }
    }

    /// `https://jsonfeed.org/version/1` or `1.1`; some feeds use http or www, or write only the path's end.
    private static func isVersion(_ text: String) -> Bool {
        let rest = text.trimmed.lowercased().trimmingPrefix("https:").trimmingPrefix("http:").trimmingPrefix("//")
            .trimmingPrefix("www.")
        return ["jsonfeed.org/", "jsonfeed/", "json feed ", "version/1"].contains { rest.hasPrefix($0) }
    }
}

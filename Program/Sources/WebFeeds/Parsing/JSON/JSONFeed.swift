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
    /// True if the version is a number of the format, without its address.
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
    /// True if the members beside the version are a feed's.
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

/// A JSON Feed item while it is read.
struct JSONFeedItem {
    let base: URL?
    private var draft = ItemDraft()
    private var url: URL?
    private var external: URL?
    private var html: String?
    private var text: String?
    private var summary: String?
    private var banner: URL?
    private var author: WebFeedItem.Author?

    init(base: URL?) {
        self.base = base
        draft.base = base
        draft.isPermaLink = false
    }

    /// The item; nil if it has nothing to show and no id.
    func item(feedAuthors: [WebFeedItem.Author]) -> WebFeedItem? {
        var draft = draft
        draft.link = url ?? external
        draft.related = url == nil ? nil : external
        if let html = html?.ifNotBlank {
            draft.encoded = TextConstruct(text: html, kind: .html)
        } else if let text = text?.ifNotBlank {
            draft.encoded = TextConstruct(text: text, kind: .plain)
        }
        draft.description = summary?.ifNotBlank.map { TextConstruct(text: $0, kind: .plain) }
        draft.add(image: banner)
        if let author, draft.authors.isEmpty { draft.add(author) }
        if draft.guid != nil, draft.title == nil, draft.link == nil, draft.encoded == nil, draft.description == nil {
            // It has nothing to show, but an id.
            draft.encoded = TextConstruct(text: "", kind: .plain)
        }
        return draft.item(feedAuthors: feedAuthors)
    }

    mutating func read(_ name: String, _ reader: inout JSONReader) throws(JSONReader.Malformed) {
        switch name {
        case "id": draft.guid = try reader.scalar()
        case "url": url = WebLinks.url(try reader.scalar(), base: base)
        case "external_url": external = WebLinks.url(try reader.scalar(), base: base)
        case "title": draft.title = try reader.scalar().map { TextConstruct(text: $0, kind: .plain) }
        case "content_html": html = try reader.scalar()?.withoutSectionMarkers(inside: true)
        case "content_text": text = try reader.scalar()
        case "summary": summary = try reader.scalar()
        case "image": draft.add(image: WebLinks.url(try reader.scalar(), base: base))
        case "banner_image": banner = WebLinks.url(try reader.scalar(), base: base)
        case "date_published": draft.published = FeedDate.date(try reader.scalar())
        case "date_modified": draft.updated = FeedDate.date(try reader.scalar())
        case "author": author = try Self.author(&reader, base: base)
        case "authors": for author in try Self.authors(&reader, base: base) { draft.add(author) }
        case "tags": try readTags(&reader)
        case "attachments": try readAttachments(&reader)
        default: try reader.skip()
        }
    }

    /// Authors of items and feeds; leaves out entries without a name.
    static func authors(_ reader: inout JSONReader, base: URL?) throws(JSONReader.Malformed) -> [WebFeedItem.Author] {
        var authors: [WebFeedItem.Author] = []
        let isArray = try reader.array { (reader) throws(JSONReader.Malformed) in
            if let author = try author(&reader, base: base), authors.count < 64 { authors.append(author) }
        }
        if !isArray { try reader.skip() }
        return authors
    }

    static func author(_ reader: inout JSONReader, base: URL?) throws(JSONReader.Malformed) -> WebFeedItem.Author? {
        var name: String?
        var url: URL?
        var avatar: URL?
        let isObject = try reader.object { (reader, key) throws(JSONReader.Malformed) in
            switch key {
            case "name": name = try reader.scalar().flatMap { SafeText(line: $0, atMost: 200).text.ifNotBlank }
            case "url": url = WebLinks.url(try reader.scalar(), base: base)
            case "avatar": avatar = WebLinks.url(try reader.scalar(), base: base)
            default: try reader.skip()
            }
        }
        if !isObject { try reader.skip() }
        return (name ?? url?.host).map { WebFeedItem.Author(name: $0, url: url, avatar: avatar) }
    }

    private mutating func readTags(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
        var tags: [String] = []
        let isArray = try reader.array { (reader) throws(JSONReader.Malformed) in
            if let tag = try reader.scalar(), tags.count < 64 { tags.append(tag) }
        }
        if !isArray { try reader.skip() }
        for tag in tags { draft.add(tag: tag) }
    }

    private mutating func readAttachments(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
        var enclosures: [WebFeedItem.Enclosure] = []
        let base = base
        let isArray = try reader.array { (reader) throws(JSONReader.Malformed) in
            var url: URL?
            var type: String?
            var length: Int?
            var duration: Int?
            let isObject = try reader.object { (reader, key) throws(JSONReader.Malformed) in
                switch key {
                case "url": url = WebLinks.url(try reader.scalar(), base: base)
                case "mime_type": type = try reader.scalar()?.ifNotBlank
                case "size_in_bytes": length = FeedNumbers.length(try reader.scalar())
                case "duration_in_seconds": duration = FeedNumbers.duration(try reader.scalar())
                default: try reader.skip()
                }
            }
            if !isObject { try reader.skip() }
            if let url, enclosures.count < 64 {
                enclosures.append(WebFeedItem.Enclosure(url: url, type: type, length: length, duration: duration))
            }
        }
        if !isArray { try reader.skip() }
        for enclosure in enclosures { draft.add(enclosure) }
    }
}

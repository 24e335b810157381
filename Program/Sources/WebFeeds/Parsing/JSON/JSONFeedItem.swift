import Platform
import WebText

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

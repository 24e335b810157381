import Platform
import TextDecoding
import WebText

/// A list of feeds in folders, the exchange format of feed readers (OPML 1.0 to 2.0).
package struct OPML: Sendable, Hashable {
    /// A feed of the list.
    package struct Feed: Sendable, Hashable {
        /// The feed's address.
        package var url: URL
        /// The feed's name as plain text on one line.
        package var title: String?
        /// The reader's own name for the feed; nil without one, or if the document has it as the title as well.
        package var name: String?
        /// The page that the feed belongs to.
        package var homePage: URL?
        /// The names of the enclosing folders, outermost first.
        package var folder: [String]
        /// The categories, such as `/Science/Weather`.
        package var categories: [String]
        /// True if its address needs a user and password, which the list lacks; an attribute of Freshet's own.
        package var needsPassword: Bool

        /// The path of the enclosing folders, such as `News/Tech`; without any, the first category; nil without that.
        package var folderPath: String? {
            if !folder.isEmpty { return folder.joined(separator: "/") }
            return categories.lazy.map { category in
                category.split(separator: "/").map(\.trimmed).filter { !$0.isEmpty }.joined(separator: "/")
            }.first { !$0.isEmpty }
        }

        /// A feed by its address.
        package init(
            url: URL, title: String? = nil, name: String? = nil, homePage: URL? = nil, folder: [String] = [],
            categories: [String] = [], needsPassword: Bool = false
        ) {
            self.url = url
            self.title = title
            self.name = name
            self.homePage = homePage
            self.folder = folder
            self.categories = categories
            self.needsPassword = needsPassword
        }
    }

    /// The list's title.
    package var title: String?
    /// The feeds in document order. A feed in several folders appears several times.
    package var feeds: [Feed]
    /// The titles of outlines with an unusable address, or the addresses of those without a title.
    package var refused: [String] = []
    /// The titles of feeds whose outlines have no readable address, or their lines.
    package var unreadable: [String] = []
    /// True if the document ends before its root element does, as in an incomplete copy.
    package var isCutOff = false

    /// A list of feeds.
    package init(title: String? = nil, feeds: [Feed] = []) {
        self.title = title
        self.feeds = feeds
    }
}

extension OPML {
    /// The maximum size of a document: 64 MiB.
    package static let maximumSize = 64 << 20
    /// The maximum number of feeds; further ones are refused.
    package static let maximumFeeds = 50_000
    /// The maximum number of tags of outlines; the rest of the document is left out.
    private static let maximumTags = 8 * maximumFeeds

    /// Reads an OPML document, repairing defects: each outline is read alone.
    package init(parsing body: Data) throws(WebFeedError) {
        guard body.count <= Self.maximumSize else {
            throw .tooLarge(bytes: body.count, limit: Self.maximumSize)
        }
        let list: Result<OPML, WebFeedError> = body.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            guard bytes.contains(where: { !$0.isSpace }) else { return .failure(.empty) }
            return DecodedText(bytes, charset: nil).withUTF8(of: bytes) { utf8 in
                Self.read(utf8).map { .success($0) } ?? .failure(.notAFeed("it isn't OPML"))
            }
        }
        self = try list.get()
    }

    /// The list in a document; nil if its root isn't OPML's.
    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> OPML? {
        guard let start = DocumentStart.xml(in: bytes) ?? DocumentStart.text(in: bytes) else { return nil }
        var tokenizer = OutlineTokenizer(bytes, from: start)
        guard case .start(let root)? = tokenizer.next(), root.name == "opml" else { return nil }
        var list = OPML()
        list.isCutOff = !root.isSelfClosing
        var entries: [OutlineEntry] = []
        while let token = tokenizer.next() {
            switch token {
            case .start(let tag) where tag.name == "outline":
                entries.append(.start(content(of: tag), isOpen: !tag.isSelfClosing, tag.place))
            case .start(let tag) where tag.name == "title" && list.title == nil && !tag.isSelfClosing:
                list.title = SafeText(line: tokenizer.content(), atMost: 1000).text.ifNotBlank
            case .end("outline", let place): entries.append(.end(place))
            case .end("opml", _): list.isCutOff = false
            case .start, .end: break
            }
            guard entries.count < maximumTags else {
                list.isCutOff = true
                break
            }
        }
        var nesting = OutlineNesting(entries)
        nesting.add(to: &list)
        return list
    }

    /// The content of an outline, by its attributes.
    private static func content(of tag: OutlineTag) -> OutlineEntry.Content {
        let values = tag.attributes
        if values["iscomment"]?.trimmed.lowercased() == "true" { return .comment }
        // Either may be missing or empty; `title` is more specific.
        func line(_ attribute: String) -> String? {
            values[attribute].flatMap { SafeText(line: $0, atMost: 200).text.ifNotBlank }
        }
        let (title, text) = (line("title"), line("text"))
        let name = title ?? text
        let isTyped = ["rss", "atom", "rdf", "feed"].contains(values["type"]?.trimmed.lowercased())
        guard let address = values["xmlurl"]?.ifNotBlank ?? (isTyped ? values["url"]?.ifNotBlank : nil) else {
            // Some lists have folders with a type, and folders without an address have an empty one.
            let isFeed = isTyped && tag.isSelfClosing || tag.namesAddress && values["xmlurl"] == nil
            return isFeed ? .unreadable(name ?? "an outline in line \(tag.place.line + 1)") : .folder(name)
        }
        guard let url = WebLinks.url(address.trimmed.withoutFeedScheme, base: nil) else {
            return .refused(name ?? SafeText(line: address, atMost: 200).text)
        }
        let categories = (values["category"] ?? "").split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
        return .feed(
            OPML.Feed(
                // The text is what a reader shows; it differs from the title where the person chose it.
                url: url, title: name, name: text == name ? nil : text,
                homePage: WebLinks.url(values["htmlurl"], base: nil), categories: categories,
                needsPassword: values["freshet:needspassword"] == "true"))
    }
}

extension OPML {
    /// The list as OPML 2.0, which ``init(parsing:)`` reads back.
    package var document: String {
        // Without such feeds, the document has no foreign namespace.
        let namespace: XML? = feeds.contains(where: \.needsPassword) ? " xmlns:freshet=\"\(Self.namespace)\"" : nil
        var text: XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0"\(namespace)>
              <head>
                <title>\(title ?? "Subscriptions")</title>
              </head>
              <body>

            """
        Self.write(feeds[...], depth: 0, into: &text)
        return text.description + "  </body>\n</opml>\n"
    }

    private static let namespace = "urn:freshet:opml"

    /// Writes feeds whose first `depth` folders are open. The feeds of a folder are written together.
    private static func write(_ feeds: ArraySlice<Feed>, depth: Int, into text: inout XML) {
        let indent = String(repeating: "  ", count: depth + 2)
        var order: [String] = []
        var inFolders: [String: [Feed]] = [:]
        for feed in feeds where feed.folder.count > depth && depth < 64 {
            let name = feed.folder[depth]
            if inFolders[name] == nil { order.append(name) }
            inFolders[name, default: []].append(feed)
        }
        for feed in feeds where feed.folder.count <= depth || depth >= 64 { text += "\(indent)\(outline(feed))" }
        for name in order {
            text += "\(indent)<outline text=\"\(name)\" title=\"\(name)\">\n"
            write((inFolders[name] ?? [])[...], depth: depth + 1, into: &text)
            text += "\(indent)</outline>\n"
        }
    }

    private static func outline(_ feed: Feed) -> XML {
        let title = feed.title ?? feed.url.absoluteString
        let page: XML? = feed.homePage.map { " htmlUrl=\"\($0.absoluteString)\"" }
        let categories: XML? =
            feed.categories.isEmpty ? nil : " category=\"\(feed.categories.joined(separator: ","))\""
        let password: XML? = feed.needsPassword ? " freshet:needsPassword=\"true\"" : nil
        return """
            <outline type="rss" text="\(feed.name ?? title)" title="\(title)" xmlUrl="\(feed.url.absoluteString)"\
            \(page)\(categories)\(password)/>

            """
    }
}

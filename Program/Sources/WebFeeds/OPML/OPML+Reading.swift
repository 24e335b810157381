import Platform
import TextDecoding
import WebText

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

    /// What an outline is, by its attributes.
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

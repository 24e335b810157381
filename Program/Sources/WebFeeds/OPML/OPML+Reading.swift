public import Platform
internal import TextDecoding
internal import WebText

extension OPML {
    /// The maximum size of a document: 64 MiB.
    public static let maximumSize = 64 << 20
    /// The maximum number of feeds; further ones are refused.
    public static let maximumFeeds = 50_000

    /// Reads an OPML document, repairing defects.
    public init(parsing body: Data) throws(WebFeedError) {
        guard body.count <= Self.maximumSize else {
            throw .tooLarge(bytes: body.count, limit: Self.maximumSize)
        }
        let events = OPMLXML()
        var isEmpty = true, isCutOff = false
        body.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            isEmpty = !bytes.contains { !$0.isSpace }
            DecodedText(bytes, charset: nil).withUTF8(of: bytes) { utf8 in
                let outcome = XMLReader.read(utf8, into: events)
                isCutOff = outcome.isCutOff || (events.isOpen && !Self.endsWithRoot(utf8))
            }
        }
        guard !isEmpty else { throw .empty }
        guard events.isOPML else { throw .notAFeed("it isn't OPML") }
        self = events.list
        self.isCutOff = isCutOff
    }

    /// Whether the root's end tag is near the end. An element inside it may lack its own.
    private static func endsWithRoot(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let ends: [StaticString] = ["</opml", "</OPML"]
        return ends.contains { bytes.firstIndex(of: $0, from: max(0, bytes.count - 4096), to: bytes.count) != nil }
    }
}

/// Builds a list from the elements of an OPML document.
private final class OPMLXML: XMLEvents {
    private(set) var isOPML = false
    var isOpen: Bool { !open.isEmpty }
    private(set) var list = OPML()
    /// For each open element, the name of the folder if it is one.
    private var open: [String?] = []
    private var capture: TextCapture?

    override func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if capture != nil {
            capture?.start(name, attributes)
            return
        }
        let local = name.localName.lowercased()
        if open.isEmpty {
            isOPML = local == "opml"
            isFinished = !isOPML
        }
        var folder: String?
        if local == "outline" {
            folder = outline(attributes)
        } else if local == "title", list.title == nil {
            capture = TextCapture(.title, .plain, reusing: [])
        }
        open.append(folder)
    }

    override func end() {
        if capture?.end() == true { return }
        if let finished = capture {
            capture = nil
            list.title = finished.content.flatMap { SafeText(line: $0, atMost: 1000).text.ifNotBlank }
        }
        _ = open.popLast()
    }

    override func text(_ bytes: UnsafeBufferPointer<UInt8>) { capture?.text(bytes) }

    /// Adds a feed. Returns the name of an outline, which may be a folder.
    private func outline(_ attributes: XMLAttributes) -> String? {
        var values: [String: String] = [:]
        for attribute in attributes.all where attribute.prefix == nil {
            values[attribute.name.lowercased()] = attribute.value
        }
        // Either may be missing or empty; `title` is more specific.
        func line(_ attribute: String) -> String? {
            values[attribute].flatMap { SafeText(line: $0, atMost: 200).text.ifNotBlank }
        }
        let (title, text) = (line("title"), line("text"))
        let name = title ?? text
        guard let address = values["xmlurl"]?.ifNotBlank else { return name }
        guard let url = WebLinks.url(address.trimmed.withoutFeedScheme, base: nil),
            list.feeds.count < OPML.maximumFeeds
        else {
            list.refused.append(name ?? SafeText(line: address, atMost: 200).text)
            return name
        }
        let categories = (values["category"] ?? "").split(separator: ",").map { String($0).trimmed }.filter {
            !$0.isEmpty
        }
        list.feeds.append(
            OPML.Feed(
                // The text is what a reader shows; it differs from the title where the person chose it.
                url: url, title: name, name: text == name ? nil : text,
                homePage: WebLinks.url(values["htmlurl"], base: nil),
                folder: open.compactMap { $0 }, categories: categories,
                needsPassword: attributes.value("needsPassword", prefix: "freshet") == "true"))
        return name
    }
}

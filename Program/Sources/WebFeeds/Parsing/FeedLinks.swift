import Platform
import TextDecoding
import WebText

/// The feeds that an HTML page links with `<link rel="alternate">`.
package struct FeedLinks: Sendable, Hashable {
    /// A feed that a page links.
    package struct Link: Sendable, Hashable {
        /// The feed's address.
        package var url: URL
        /// The link's title as plain text on one line.
        package var title: String?
        /// The media type, in lowercase.
        package var type: String
    }

    /// The feeds in the page's order, each address once.
    package private(set) var links: [Link] = []
    /// The links to JSON, which may be feeds: version 1 of JSON Feed names its feeds so, and other programs their data.
    package private(set) var jsonLinks: [Link] = []
    /// The page's title as plain text on one line.
    package private(set) var title: String?

    private static let types: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
        "application/x.atom+xml", "application/x-atom+xml", "application/x-rss+xml", "text/rss+xml", "text/atom+xml",
    ]

    /// Reads at most 2 MiB of a page.
    ///
    /// - Parameters:
    ///   - page: The document.
    ///   - charset: The `charset` of the HTTP header `Content-Type`.
    ///   - address: The page's address after redirects; relative links are resolved against it, or the page's `<base href>`.
    package init(inPage page: Data, charset: String? = nil, address: URL?) {
        page.prefix(2 << 20).withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            DecodedText(bytes, charset: charset).withUTF8(of: bytes) {
                read(String(decoding: $0, as: UTF8.self), address)
            }
        }
    }

    private mutating func read(_ markup: String, _ address: URL?) {
        var base = address
        var hasBase = false
        var isTitle = false
        for token in MarkupTokenizer(markup) {
            switch token {
            case .text(let text):
                if isTitle { title = SafeText(line: text, atMost: 1000).text.ifNotBlank }
                isTitle = false
            case .start("title", _): isTitle = title == nil
            case .start("base", let attributes):
                guard !hasBase, let text = attributes["href"] else { break }
                base = WebLinks.base(text, relativeTo: address)
                hasBase = true
            case .start("link", let attributes): add(attributes, base)
            default: break
            }
        }
    }

    private mutating func add(_ attributes: MarkupAttributes, _ base: URL?) {
        let relations = (attributes["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        let type = (attributes["type"] ?? "").lowercased().prefix { $0 != ";" }.trimmed
        guard relations.contains("alternate") || relations.contains("feed"), !relations.contains("stylesheet"),
            let url = WebLinks.url(attributes["href"], base: base)
        else { return }
        let title = attributes["title"].flatMap { SafeText(line: $0, atMost: 200).text.ifNotBlank }
        let link = Link(url: url, title: title, type: type)
        if Self.types.contains(type) {
            Self.add(link, to: &links)
        } else if type == "application/json" {
            Self.add(link, to: &jsonLinks)
        }
    }

    private static func add(_ link: Link, to links: inout [Link]) {
        if links.count < 100, !links.contains(where: { $0.url == link.url }) { links.append(link) }
    }
}

import Platform
import WebText

/// The icons that a web page names with `<link rel="icon">`.
struct IconLinks {
    private struct Link {
        let url: URL
        /// The lower, the better it suits a small picture.
        let rank: Int
    }

    private var links: [Link] = []

    /// Reads a page.
    /// - Parameter address: the page's address after redirects.
    init(page: String, address: URL) {
        var base: URL? = address
        for token in MarkupTokenizer(page) {
            switch token {
            case .start("base", let attributes):
                if let text = attributes["href"] { base = WebLinks.base(text, relativeTo: address) }
            case .start("link", let attributes): add(attributes, base)
            // Icons are named in the head.
            case .start("body", _): return
            default: break
            }
        }
    }

    /// The best icons, at most two. SVG is left out: it is a document.
    var best: [URL] { links.sorted { $0.rank < $1.rank }.prefix(2).map(\.url) }

    private mutating func add(_ attributes: MarkupAttributes, _ base: URL?) {
        let relations = (attributes["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        let isTouchIcon = relations.contains { $0.hasPrefix("apple-touch-icon") }
        guard relations.contains("icon") || isTouchIcon, links.count < 50,
            let url = WebLinks.url(attributes["href"], base: base),
            attributes["type"]?.lowercased().contains("svg") != true,
            url.pathExtension.lowercased() != "svg"
        else { return }
        let size = (attributes["sizes"] ?? "").lowercased().split(separator: "x").first.flatMap { Int($0) }
        let rank =
            switch size {
            case let size? where (32...96).contains(size): size
            case nil where !isTouchIcon: 100
            case let size? where size < 32: 200 - size
            default: 300
            }
        links.append(Link(url: url, rank: rank))
    }
}

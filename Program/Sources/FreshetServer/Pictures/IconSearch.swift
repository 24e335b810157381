import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// The search for the icon of a site: the one that its feed names, those that its page names, then `/favicon.ico`.
struct IconSearch: Sendable {
    /// The maximum size of an icon in bytes.
    private static let maximumSize = 256 << 10
    /// The maximum size of a page that names icons.
    private static let maximumPage = 2 << 20

    let source: IconSource
    /// Addresses whose origins may be on a private network.
    let privateOrigins: [URL]

    /// The first icon that is a picture. Fails with ``NoPicture`` if the site has none, and with another error if that isn't known.
    func icon(_ transport: any HTTPTransport) async throws -> HTTPReply {
        var doubt: (any Error)?
        func found(_ url: URL) async throws -> HTTPReply? {
            do {
                let reply = try await response(
                    url, PictureFetches.accepted + ", image/x-icon", Self.maximumSize, transport)
                return Picture.Format(reply.body) == nil ? nil : reply
            } catch let error as HTTPError {
                if !error.isLasting { doubt = error }
                return nil
            }
        }
        if let icon = source.icon, let reply = try await found(icon) { return reply }
        var site = source.page
        do {
            let page = try await response(source.page, "text/html, application/xhtml+xml", Self.maximumPage, transport)
            site = page.url
            for url in IconLinks(page: String(decoding: page.body, as: UTF8.self), address: page.url).best {
                if let reply = try await found(url) { return reply }
            }
        } catch let error as HTTPError {
            if !error.isLasting { doubt = error }
        }
        if let url = URL(address: "/favicon.ico", relativeTo: site)?.absoluteURL, let reply = try await found(url) {
            return reply
        }
        throw doubt ?? NoPicture()
    }

    private func response(_ url: URL, _ accepted: String, _ size: Int, _ transport: any HTTPTransport) async throws
        -> HTTPReply
    {
        let bounds = RequestBounds(body: size, privateOrigins: privateOrigins)
        let get = HTTPRequest(get: url, headers: [.accept: accepted])
        return try await transport.response(for: get, purpose: .picture.bounded(bounds)).value
    }
}

extension HTTPError {
    /// True if the same request is likely to fail in the same way tomorrow.
    fileprivate var isLasting: Bool {
        switch self {
        case .status(_, let status, _): status.kind == .clientError
        case .challenge, .tooLarge, .undecodable, .tooManyRedirects, .refusedAddress, .invalidURL: true
        case .unreachable, .timedOut, .tls, .interrupted, .rateLimited: false
        }
    }
}

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

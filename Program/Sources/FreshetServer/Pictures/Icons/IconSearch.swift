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
    /// Whether the same request is likely to fail in the same way tomorrow.
    fileprivate var isLasting: Bool {
        switch self {
        case .status(_, let status, _): status.kind == .clientError
        case .challenge, .tooLarge, .undecodable, .tooManyRedirects, .refusedAddress, .invalidURL: true
        case .unreachable, .timedOut, .tls, .interrupted, .rateLimited: false
        }
    }
}

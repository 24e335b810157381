import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

extension RequestPurpose {
    /// The feed, or a page that names it.
    static let feed = RequestPurpose(rawValue: "feed")
    /// The content of an address to be followed.
    static let probe = RequestPurpose(rawValue: "probe")
    /// A feed that a page names.
    static let namedFeed = RequestPurpose(rawValue: "namedFeed")
}

/// Fetches a feed, or a page that names feeds.
struct SiteRequest: Sendable {
    /// The result of a refresh.
    struct Response: Sendable {
        /// The feed; nil if it hasn't changed.
        var feed: WebFeed?
        /// The address that answered.
        var url: URL
        /// The target of permanent redirects.
        var movedTo: URL?
        /// The hub that the feed names.
        var hub: HubLinks?
        /// True if the requested address is a page that names the feed.
        var wasNamedByPage = false
        /// True if it came from a private network.
        var isPrivate: Bool
    }

    /// The content of an address.
    enum Found: Sendable {
        case feed(WebFeed)
        /// The feeds that a page names.
        case page(FeedLinks)
    }

    private let transport: any HTTPTransport
    /// The address that the user gave. Others may be on this computer or a private network only if they have its origin.
    private let given: URL
    /// The permission for that address itself to be on a private network.
    private let access: PrivateAccess
    /// True if the feed's address was given or reached by redirects, and false if a page's link led to it.
    private let isOwnAddress: Bool

    private let credentials: FeedCredentials?

    init(
        _ transport: any HTTPTransport, given: URL, _ access: PrivateAccess, isOwnAddress: Bool = true,
        _ credentials: FeedCredentials?
    ) {
        self.transport = transport
        self.given = given
        self.access = access
        self.isOwnAddress = isOwnAddress
        self.credentials = credentials
    }

    /// The feed at the address, or the first feed of the page there.
    ///
    /// - Parameter wasFeed: true if the address has been a feed. A page there is then an error: it doesn't decide which feed is followed.
    func feed(at url: URL, wasFeed: Bool) -> Single<Response> {
        answer(url, .feed).flatMap { reply in
            if reply.status == .notModified {
                return .just(
                    Response(feed: nil, url: reply.url, movedTo: reply.movedTo, isPrivate: reply.isPrivate))
            }
            switch try Self.found(in: reply) {
            case .feed(let feed):
                let hub = HubLinks(reply.headers, feed, at: reply.url)
                return .just(
                    Response(
                        feed: feed, url: reply.url, movedTo: reply.movedTo, hub: hub, isPrivate: reply.isPrivate))
            case .page where wasFeed: throw FeedError.isPage(at: reply.url)
            case .page(let page):
                return self.links(of: page, at: reply.url).flatMap { links in
                    self.answer(links[0].url, .namedFeed).map { named in
                        guard case .feed(let feed) = try Self.found(in: named) else {
                            throw FeedError(.webPage, at: links[0].url)
                        }
                        let hub = HubLinks(named.headers, feed, at: named.url)
                        return Response(
                            feed: feed, url: named.url, hub: hub, wasNamedByPage: true, isPrivate: named.isPrivate)
                    }
                }
            }
        }
    }

    /// The content of an address to be followed.
    func found(at url: URL) -> Single<Found> { answer(url, .probe).map { try Self.found(in: $0) } }

    /// The feeds that a page names; at least one. Without others, the first of its links to JSON that leads to a feed.
    func links(of page: FeedLinks, at url: URL) -> Single<[FeedLinks.Link]> {
        guard page.links.isEmpty else { return .just(page.links) }
        return Observable.from(Array(page.jsonLinks.prefix(Self.maximumJSONLinks)))
            .concatMap { link in
                self.reply(link.url, .namedFeed).asObservable()
                    .filter { Self.isFeed($0) }
                    .map { _ in [link] }
                    .catch { error in
                        guard let error = error as? HTTPError, case .status = error else { throw error }
                        return .empty()
                    }
            }
            .take(1).ifEmpty(switchTo: .error(FeedError(.webPage, at: url))).asSingle()
    }

    private static let maximumJSONLinks = 4

    /// The reply; fails with the form of an address with a password if the site requires signing in.
    private func answer(_ url: URL, _ purpose: RequestPurpose) -> Single<HTTPReply> {
        reply(url, purpose).catch { [credentials] error in
            guard let error = error as? HTTPError, case .status(let url, .unauthorized, _) = error else { throw error }
            throw FeedError(signInAt: url, isRefused: credentials?.areFor(url) == true)
        }
    }

    private func reply(_ url: URL, _ purpose: RequestPurpose) -> Single<HTTPReply> {
        let accept =
            "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, "
            + "text/html;q=0.8, */*;q=0.5"
        let isAllowed = if case .allowed = access { true } else { false }
        let bounds = RequestBounds(
            body: WebFeed.maximumSize, privateOrigins: isAllowed ? [given] : [],
            reachesUnknownNetworks: isAllowed && isOwnAddress && purpose != .namedFeed)
        var headers: HTTPFields = [.accept: accept]
        credentials?.add(to: &headers, for: url)
        return transport.response(for: HTTPRequest(get: url, headers: headers), purpose: purpose.bounded(bounds))
            .catch { error in throw self.refusal(error) ?? error }
    }

    /// The error for the user's own address on a private network, as opposed to a link's.
    private func refusal(_ error: any Error) -> FeedError? {
        guard case .refused = access, case .refusedAddress(let url, .privateNetwork)? = error as? HTTPError,
            url.site == given.site
        else { return nil }
        return .privateNetwork(url)
    }

    private static func found(in reply: HTTPReply) throws -> Found {
        let charset = reply.headers[.contentType].flatMap(Self.charset)
        do {
            return .feed(try WebFeed(parsing: reply.body, charset: charset, address: reply.url))
        } catch {
            let page = FeedLinks(inPage: reply.body, charset: charset, address: reply.url)
            guard page.links.isEmpty, page.jsonLinks.isEmpty else { return .page(page) }
            throw FeedError(error, at: reply.url)
        }
    }

    private static func isFeed(_ reply: HTTPReply) -> Bool {
        let found = try? Self.found(in: reply)  // any error means that it isn't a feed
        if case .feed? = found { return true }
        return false
    }

    /// The `charset` of a `Content-Type`.
    static func charset(_ contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let sides = parameter.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            if sides.count == 2, sides[0].lowercased() == "charset" {
                return sides[1].trimmingPrefix("\"").split(separator: "\"").first.map(String.init)
            }
        }
        return nil
    }
}

extension FeedError {
    /// A feed requires a user and a password.
    ///
    /// - Parameter isRefused: true if they were given.
    fileprivate init(signInAt url: URL, isRefused: Bool) {
        let reason = isRefused ? "refused the user or the password" : "requires a user and a password"
        let query = url.query() == nil ? "" : "?…"
        let form = "\(url.scheme ?? "https")://USER:PASSWORD@\(url.site)\(url.path())\(query)"
        self.init(
            kind: "status", message: "\(url.site) \(reason) (401). Follow the feed with both: \(form)",
            remedy: .credentials)
    }

    /// The address of a feed sends a web page instead.
    fileprivate static func isPage(at url: URL) -> FeedError {
        let advice = "Try again later, or follow the site again"
        return FeedError(
            kind: "undecodable", message: "\(url.absoluteString) sent a web page instead of its feed. \(advice)")
    }

    /// An address responded with a document that isn't a readable feed.
    fileprivate init(_ error: WebFeedError, at url: URL) {
        let address = url.absoluteString
        let check = "Check the address in a browser"
        switch error {
        case .webPage:
            let isFile = !url.pathExtension.isEmpty
            let usual = isFile ? "" : ", or try it with /feed, /rss, /atom.xml or /index.xml at its end"
            self.init(
                kind: "noFeed", message: "\(address) isn't a feed and doesn't link to one. \(check)\(usual)",
                remedy: .changeRequest)
        case .notAFeed(let found):
            self.init(
                kind: "noFeed", message: "\(address) isn't a feed (\(found)). \(check)", remedy: .changeRequest)
        case .empty, .tooLarge, .malformed:
            self.init(kind: "undecodable", message: "\(address): \(error.description) Try again later")
        }
    }
}

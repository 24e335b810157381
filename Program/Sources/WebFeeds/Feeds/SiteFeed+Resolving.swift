import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import Synchronization

extension SiteFeed {
    /// Resolves to the feed at the address, or else to the feeds of the page there.
    ///
    /// A feed that is followed or stored under another address keeps that address, so that its items aren't stored twice.
    ///
    /// Beside other accounts, a feed with a password is the account's own.
    package func discover(in environment: FeedEnvironment) -> Single<Resolution> {
        .deferred { try environment.separated(self).resolved(in: environment) }
    }

    private func resolved(in environment: FeedEnvironment) -> Single<Resolution> {
        .deferred {
            // A page that was looked at is stored like a feed, but may name several.
            let state = try state(in: environment)
            let isServedElsewhere = state.current.map { $0 != address } ?? false
            let hasNewCredentials = credentials != nil && credentials != state.credentials
            let asksAgain = isPasted && (isServedElsewhere || hasNewCredentials)
            let credentials = credentials ?? state.credentials
            if !asksAgain, let known = try known(in: environment) { return .just(.feed(known)) }
            let access: PrivateAccess = try environment.mayReachPrivateNetwork(at: given) ? .allowed : .refused
            // A found feed is not requested again.
            var environment = environment
            environment.transport = RememberingTransport(environment.transport)
            environment.trustsUnfollowed = true
            return environment.probe(self) { transport in
                let request = SiteRequest(transport, given: given, access, credentials)
                return request.found(at: address).flatMap { found -> Single<[FeedLinks.Link]> in
                    guard case .page(let page) = found else { return .just([]) }
                    return request.links(of: page, at: address)
                }
            }
            .flatMap { [environment] links -> Single<Resolution> in
                if links.isEmpty {
                    guard let known = try known(in: environment) else { return checked(in: environment) }
                    return asksAgain && known.key == key ? askedAnew.checked(in: environment) : .just(.feed(known))
                }
                guard links.count == 1, let feed = SiteFeed(links[0].url) else {
                    return .just(.candidates(links.map(FeedCandidate.init)))
                }
                if let known = try feed.known(in: environment) { return .just(.feed(known)) }
                return feed.named(by: self).with(credentials).owned(by: owner).checked(in: environment)
            }
        }
    }

    /// The feed, once it has been fetched and stored.
    private func checked(in environment: FeedEnvironment) -> Single<Resolution> {
        let feed = Feed(self)
        return feed.load(in: environment).takeLast(1).asSingle().map { state in
            if let error = state.freshness.error, state.fetchedAt == nil { throw error }
            // It may have moved to an address that is followed.
            return .feed(try readableFollow(in: environment) ?? feed)
        }
    }

    /// The followed feed at this address, or else a stored one; nil if there is none.
    private func known(in environment: FeedEnvironment) throws -> Feed? {
        let follows = try environment.followed().map(\.feed).filter { try environment.mayRead($0.description) }
        if let followed = try first(of: follows, in: environment) { return followed }
        // A feed chosen among a page's isn't the page's own, under which a different feed may be followed later.
        let page = given == address ? nil : SiteFeed(given)?.key
        let stored = try environment.store.feeds().filter { $0.fetchedAt != nil && $0.feed != page }.map(\.feed)
        return try first(of: stored.compactMap(environment.catalog.feed), in: environment)
    }

    /// The followed feed at this address, or else one that a page at this address named.
    ///
    /// Reads the addresses of all followed web feeds.
    package func currentFollow(in environment: FeedEnvironment) throws -> Feed? {
        let followed = try environment.followed().map(\.feed)
        return try first(of: followed, in: environment)
            ?? followed.first { feed in
                guard let site = feed.description as? SiteFeed else { return false }
                return try site.state(in: environment).namedBy == address
            }
    }

    /// This feed if the given ones contain it, or else the first of them with an address of it.
    private func first(of feeds: [Feed], in environment: FeedEnvironment) throws -> Feed? {
        let feed = Feed(self)
        if feeds.contains(feed) { return feed }
        let addresses = try addresses(in: environment)
        return try feeds.first { feed in
            guard let site = feed.description as? SiteFeed else { return false }
            return try !site.addresses(in: environment).isDisjoint(with: addresses)
        }
    }

    /// The given address, the feed's current one, and the target of its last redirect.
    private func addresses(in environment: FeedEnvironment) throws -> Set<URL> {
        let state = try state(in: environment)
        return Set([address, state.current, state.movedTo].compactMap { $0 })
    }

    private func state(in environment: FeedEnvironment) throws -> SiteState {
        SiteState(try environment.store.snapshot(of: key, order: .newest, limit: 0))
    }
}

extension FeedCandidate {
    fileprivate init(_ link: FeedLinks.Link) {
        self.init(
            url: link.url.absoluteString, title: link.title ?? link.url.absoluteString,
            format: FeedFormat(mediaType: link.type))
    }
}

extension FeedFormat {
    /// The format of a link to a feed.
    fileprivate init(mediaType: String) {
        self = mediaType.contains("json") ? .json : mediaType.contains("atom") ? .atom : .rss
    }
}

extension WebFeed.Format {
    /// The format by its usual name.
    var family: FeedFormat {
        switch self {
        case .rss, .rdf: .rss
        case .atom: .atom
        case .jsonFeed: .json
        }
    }
}

/// Requests each address once, and answers later requests with the same reply. For one resolution: replies stay in memory.
///
/// A site may refuse a second request for its feed within a day.
final class RememberingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let replies = Mutex<[URL?: HTTPReply]>([:])

    init(_ transport: any HTTPTransport) { self.transport = transport }

    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        response(for: request, purpose: purpose, counting: RequestCount())
    }

    func response(
        for request: HTTPRequest, purpose: RequestPurpose, counting count: RequestCount
    ) -> Single<HTTPReply> {
        .deferred { [self] in
            if let reply = replies.withLock({ $0[request.url] }) {
                count.noteRemembered()
                return .just(reply)
            }
            return transport.response(for: request, purpose: purpose, counting: count).do(onSuccess: { [self] reply in
                replies.withLock { $0[request.url] = reply }
            })
        }
    }
}

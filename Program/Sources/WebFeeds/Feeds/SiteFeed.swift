package import FeedStore
package import Feeds
package import Freshet
package import FreshetHTTP
package import HTTPTypes
import WebText

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The feed at an address of the web, or the first one that the page there names: `web/https%3A%2F%2Fexample.org%2Ffeed`.
package struct SiteFeed: FeedDescription {
    package typealias Item = SiteItem

    /// The address that was given; where the feed is now may be another one.
    package let address: URL
    /// The address that a person gave: the feed's, or that of a page that names it.
    private var given: URL

    /// The feed at an address; nil unless it begins with `http://` or `https://` and names a host.
    package init?(_ address: URL) {
        guard let scheme = address.scheme?.lowercased(), ["http", "https"].contains(scheme),
            address.host()?.isEmpty == false
        else { return nil }
        self.address = address
        given = address
    }

    package init?(path: [String]) {
        guard path.count == 2, path[0] == Upstream.web.id, let url = URL(string: path[1]) else { return nil }
        self.init(url)
    }

    /// Reads an address of the web; without a scheme, a host with a dot in it.
    package init?(pasted text: String) { self.init(typed: text) }

    /// Reads what a person typed, `example.org/feed` or a whole address.
    init?(typed text: String) {
        let text = text.trimmed
        guard !text.contains(where: \.isWhitespace) else { return nil }
        if text.contains("://") {
            guard let url = URL(string: text) else { return nil }
            self.init(url.standardizedFeedAddress)
            return
        }
        let host = text.prefix { !"/?#:".contains($0) }
        guard host.contains("."), !host.hasPrefix("."), !host.hasSuffix("."), let url = URL(string: "https://" + text)
        else { return nil }
        self.init(url.standardizedFeedAddress)
    }

    package var path: [String] { [Upstream.web.id, address.absoluteString] }
    package var key: FeedKey { FeedKey(path.map(\.percentEncoded).joined(separator: "/")) }
    package var page: URL? { address }
    /// Ids are unique within one feed only.
    package var scope: String { key.rawValue }

    package static var upstream: Upstream { .web }
    package var title: String {
        let host = address.host() ?? address.absoluteString
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
    package var summary: String { "The feed at \(address.absoluteString)." }
    package var emptyMessage: String { "This feed has no items." }

    package var controls: FeedControls { FeedControls() }
    package static var columns: [EntryColumn] {
        [
            EntryColumn("WHEN", .date, isTrailing: true, dropOrder: 1),
            EntryColumn("TITLE", .title, minimum: 24, isFlexible: true),
            EntryColumn("BY", .author, maximum: 24, dropOrder: 2, isHiddenWhereAlike: true),
        ]
    }
    package var neighbours: [MenuLink] { [] }

    /// An hour apart unless the feed asks for more; see ``FeedPause``.
    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        purpose == .feed ? .polled(spacing: FeedPause.usual, validates: true) : .following
    }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        .deferred {
            let known = SiteState(context.stored.snapshot)
            if known.isGone == true, context.request.mode != .insisting {
                throw FeedError(
                    kind: "gone", message: "This feed is gone for good. Unfollow it, or refresh to ask again")
            }
            return SiteRequest(context.transport, given: given).feed(at: known.current ?? address)
                .map { answer in .done(try result(answer, known, context)) }
                .asObservable()
                .catch { error in
                    guard case .status(_, .gone, _)? = error as? HTTPError else { throw error }
                    return .just(.done(try gone(known, context)))
                }
        }
    }

    private func result(_ answer: SiteRequest.Answer, _ known: SiteState, _ context: RefreshContext) throws
        -> RefreshResult
    {
        var state = known
        state.saw(answer, asked: known.current ?? address)
        guard let feed = answer.feed else {
            var refresh = Refresh.unchanged(key, fetchedAt: context.now)
            refresh.scope = scope
            refresh.extra = try state.extra()
            return RefreshResult([refresh])
        }
        let firstSeen = try firstSeen(feed.items, context)
        let items = feed.items.map { item in
            SiteItem(item, site: feed.title, icon: feed.icon, firstSeen: firstSeen[item.id] ?? context.now)
        }
        let refresh = Refresh(
            feed: key, scope: scope, items: try items.map { try $0.stored(now: context.now) }, mode: .merge,
            fetchedAt: context.now, skipped: feed.skipped, title: feed.title, extra: try state.extra())
        let newest = items.compactMap(\.feedDate).max()
        let pause = FeedPause(feed.pacing, newest: newest, now: context.now, chosen: context.interval?.seconds)
        return RefreshResult([refresh], pause: pause.seconds)
    }

    /// Since when items without a date are known.
    private func firstSeen(_ items: [WebFeedItem], _ context: RefreshContext) throws -> [String: Date] {
        let undated = items.filter { $0.published == nil && $0.updated == nil }.map(\.id)
        if undated.isEmpty { return [:] }
        let stored = try context.environment.store.items(of: key, ids: undated)
        return Dictionary(stored.map { ($0.id, $0.firstSeenAt) }) { first, _ in first }
    }

    /// The feed answered 410: it is not asked again unless somebody insists.
    private func gone(_ known: SiteState, _ context: RefreshContext) throws -> RefreshResult {
        var state = known
        state.isGone = true
        var refresh = Refresh(feed: key, scope: scope, items: [], mode: .merge, fetchedAt: context.now)
        refresh.extra = try state.extra()
        return RefreshResult(
            [refresh],
            error: FeedError(kind: "gone", message: "This feed is gone for good. Unfollow it, or refresh to ask again"))
    }

    /// The feed itself, where there is one at the address; else the feeds that the page names.
    package func resolve(in environment: FeedEnvironment) -> Single<Resolution> {
        .deferred {
            if try environment.store.snapshot(of: key, order: .newest, limit: 0).fetchedAt != nil {
                return .just(.feed(Feed(self)))
            }
            return SiteRequest(environment.transport, given: address).found(at: address).flatMap { found in
                switch found {
                case .feed: checked(in: environment)
                case .links(let links):
                    if links.count == 1, let feed = SiteFeed(links[0].url) {
                        feed.named(byPageAt: address).checked(in: environment)
                    } else {
                        .just(
                            .candidates(
                                links.map { link in
                                    FeedCandidate(
                                        url: link.url.absoluteString, title: link.title ?? link.url.absoluteString)
                                }))
                    }
                }
            }
        }
    }

    private func named(byPageAt page: URL) -> SiteFeed {
        var feed = self
        feed.given = page
        return feed
    }

    /// The feed, once it has been fetched and stored.
    private func checked(in environment: FeedEnvironment) -> Single<Resolution> {
        let feed = Feed(self)
        return feed.look(in: environment).takeLast(1).asSingle().map { state in
            if let error = state.freshness.error, state.fetchedAt == nil { throw error }
            return .feed(feed)
        }
    }
}

extension URL {
    /// The address without a fragment, its host in lowercase, and `/` where it has no path: so that one feed has one key.
    fileprivate var standardizedFeedAddress: URL {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
        parts.fragment = nil
        parts.scheme = parts.scheme?.lowercased()
        parts.host = parts.host?.lowercased()
        if parts.path.isEmpty { parts.path = "/" }
        return parts.url ?? self
    }
}

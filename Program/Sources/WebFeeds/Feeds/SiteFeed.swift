import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// The feed at a web address, or the first feed of the page there: `web/https%3A%2F%2Fexample.org%2Ffeed`.
package struct SiteFeed: HubFeed, PasswordFeed, DiscoverableFeed, AliasedFeed, IconFeed, FullTextFeed {
    package typealias Item = SiteItem

    /// The address as given; the feed may have moved.
    package let address: URL
    /// The address that the user gave: the feed's, or a page's that names the feed.
    private(set) var given: URL
    /// True if the user pasted the address, which may be a page's, and false if this feed was chosen by its key.
    let isPasted: Bool
    /// True if the feed is requested at its own address, although another one has served it.
    private(set) var asksAnew = false
    /// The user and password of the address as given.
    private(set) var credentials: FeedCredentials?
    private(set) package var owner: Account.ID?

    /// The feed at an address.
    init(_ address: SiteAddress) {
        (self.address, given, isPasted, credentials) = (address.url, address.url, address.isPasted, address.credentials)
    }

    /// The feed at an address; nil unless it begins with `http://` or `https://` and names a host.
    package init?(_ address: URL) {
        guard let address = SiteAddress(address) else { return nil }
        self.init(address)
    }

    package init?(path: [String]) {
        let own = OwnPath(path), path = own.shared
        guard path.count == 2, path[0] == Upstream.web.id, let url = URL(string: path[1]) else { return nil }
        self.init(url)
        owner = own.owner
    }

    /// Reads a web address; without a scheme, the host must contain a dot, or be `localhost` with a port.
    package init?(pasted text: String) {
        guard let address = SiteAddress(pasted: text) else { return nil }
        self.init(address)
    }

    package static var example: [String] { [Upstream.web.id, "https://example.org/feed.xml"] }
    package var path: [String] { OwnPath([Upstream.web.id, address.absoluteString], of: owner).path }
    package var key: FeedKey { FeedKey(path.map(\.percentEncoded).joined(separator: "/")) }
    package var page: URL? { address }
    /// Ids are unique only within a feed.
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
    package var menu: [MenuLink] { [] }

    /// The interval is an hour unless the feed asks for more; see ``FeedPause``.
    /// Pages of items are recorded together, by site.
    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        if purpose == .fullText, let site = URL(address: "/", relativeTo: request.url)?.absoluteURL {
            return .counted(as: site.absoluteString)
        }
        return purpose == .feed ? .polled(spacing: FeedPause.usual, validates: true) : .following
    }

    package func iconSource(in environment: FeedEnvironment) throws -> IconSource {
        let state = SiteState(try environment.store.snapshot(of: key, order: .newest, limit: 0))
        return IconSource(icon: state.icon, page: site(state))
    }

    package func storedAddresses(_ extra: Data?) -> FeedAddresses {
        let state = SiteState(extra ?? Data())
        return FeedAddresses(document: state.current ?? address, format: state.format, page: site(state))
    }

    /// The page of the feed's site.
    private func site(_ state: SiteState) -> URL {
        let served = state.current ?? address
        return state.homePage ?? state.namedBy ?? URL(address: "/", relativeTo: served)?.absoluteURL ?? served
    }

    package func trustedAddress(in environment: FeedEnvironment) throws -> URL? {
        let stored = try environment.store.snapshot(of: key, order: .newest, limit: 0)
        return try trusted(SiteState(stored).namedBy ?? given, in: environment)
    }

    /// An address that was given, if it may be on a private network; otherwise nil.
    func trusted(_ given: URL, in environment: FeedEnvironment) throws -> URL? {
        if case .allowed = try environment.privateAccess(of: key, at: given) { return given }
        return nil
    }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        .deferred {
            let known = SiteState(context.stored.snapshot)
            let asked = asksAnew ? address : known.current ?? address
            let credentials = credentials ?? known.credentials
            let named = known.namedBy ?? given
            let access = try context.privateAccess(of: key, at: named)
            let isOwnAddress = known.namedBy == nil && given == address && (asksAnew || known.isLinked != true)
            return SiteRequest(context.transport, given: named, access, isOwnAddress: isOwnAddress, credentials)
                .feed(at: asked, wasFeed: context.stored.snapshot.fetchedAt != nil)
                .map { answer in .done(try result(answer, asked: asked, known, context)) }
                .asObservable()
        }
    }

    private func result(
        _ answer: SiteRequest.Response, asked: URL, _ known: SiteState, _ context: RefreshContext
    ) throws -> RefreshResult {
        var state = known
        if given != address { state.namedBy = given }
        if let credentials { state.credentials = credentials }
        if asksAnew { state.forgetAddress(unless: answer.movedTo == known.current) }
        state.saw(answer, asked: asked)
        // A password without an owner was given when there was but one account.
        let access: FeedUpdate.Access =
            state.credentials != nil
            ? .only(owner ?? Account.first)
            : answer.isPrivate && !context.environment.privateHosts.contains(answer.url) ? .administrators : .everybody
        guard let feed = answer.feed else {
            var refresh = FeedUpdate.unchanged(key, fetchedAt: context.now)
            refresh.scope = scope
            refresh.access = access
            refresh.extra = try state.extra()
            return RefreshResult([refresh], pause: try pause(state, context))
        }
        let stored = context.stored.snapshot.fetchedAt != nil
        var refresh = try merged(feed, &state, known, wasStored: stored, in: context.environment)
        refresh.access = access
        state.hub = answer.hub
        try noteMissed(refresh, context)
        return RefreshResult([try refresh.with(state)], pause: try pause(state, context))
    }

    /// The changes of a complete feed, whose state is stored with them.
    func merged(
        _ feed: WebFeed, _ state: inout SiteState, _ known: SiteState, wasStored: Bool,
        in environment: FeedEnvironment
    ) throws -> FeedUpdate {
        let settled = try settled(feed, known, wasStored: wasStored, in: environment)
        state.note(shared: feed.sharedIDs.values)
        let now = environment.now()
        let firstSeen = try firstSeen(settled, in: environment)
        let items = settled.map { item in
            SiteItem(item, site: feed.title, firstSeen: firstSeen[item.id] ?? now)
        }
        let stored = try items.map { try $0.stored(firstSeen: firstSeen[$0.feedID] ?? now, now: now) }
        (state.format, state.icon, state.homePage) = (feed.format.family, feed.icon, feed.homePage)
        (state.pacing, state.newest) = (feed.pacing, items.compactMap(\.feedDate).max())
        return FeedUpdate(
            feed: key, items: stored, mode: .merge, fetchedAt: now, skipped: feed.skipped, title: feed.title)
    }

    /// The feed's items under their stored ids.
    private func settled(
        _ feed: WebFeed, _ known: SiteState, wasStored: Bool, in environment: FeedEnvironment
    ) throws -> [WebFeedItem] {
        if !wasStored { return feed.items }
        let identity = StoredIdentity(shared: known.sharedIDs.map(Set.init)) { ids in
            let items = try environment.store.items(of: key, ids: ids)
            let pairs = items.compactMap { stored in
                // An item that this version can't read has no link to compare.
                (try? SiteItem(payload: stored.payload)).map { ($0.feedID, $0.item) }
            }
            return Dictionary(pairs) { first, _ in first }
        }
        return try identity.settled(feed)
    }

    /// The pause after the last complete feed; nil if there was none.
    private func pause(_ state: SiteState, _ context: RefreshContext) throws -> RefreshPause? {
        if try isPushed(context) { return RefreshPause(seconds: FeedPause.longest, rule: .webSub) }
        guard let pacing = state.pacing else { return nil }
        let pause = FeedPause(pacing, newest: state.newest, now: context.now, interval: context.interval)
        return RefreshPause(seconds: pause.seconds, rule: pause.rule)
    }

    /// The dates at which items without a date, or with one in the future, were first seen.
    private func firstSeen(_ items: [WebFeedItem], in environment: FeedEnvironment) throws -> [String: Date] {
        let now = environment.now()
        let undated = items.filter { ($0.published ?? $0.updated).map { $0 > now } ?? true }.map(\.id)
        if undated.isEmpty { return [:] }
        let stored = try environment.store.items(of: key, ids: undated)
        return Dictionary(stored.map { ($0.id, $0.firstSeenAt) }) { first, _ in first }
    }

    /// The same feed, which may be at a private address only if the page has that origin, with the page's credentials, which
    /// are sent to that origin alone. The store remembers the page.
    package func named(by page: any FeedDescription) -> SiteFeed {
        guard let page = page as? SiteFeed else { return self }
        var feed = self
        feed.given = page.given
        feed.credentials = credentials ?? page.credentials
        return feed
    }

    package func owned(by account: Account.ID?) -> SiteFeed {
        var feed = self
        feed.owner = account
        return feed
    }

    /// The same feed with credentials that are known already.
    func with(_ credentials: FeedCredentials?) -> SiteFeed {
        var feed = self
        feed.credentials = credentials
        return feed
    }

    package func initialExtra() throws -> Data? { try credentials.map { try SiteState($0).extra() } }

    package func extraWithoutSecrets(_ extra: Data) throws -> Data? {
        var state = SiteState(extra)
        if state.credentials == nil { return nil }
        state.credentials = nil
        return try state.extra()
    }

    /// The same feed, to be requested at its own address.
    var askedAnew: SiteFeed {
        var feed = self
        feed.asksAnew = true
        return feed
    }
}

import Dispatch
import FeedStore
import Feeds
import Freshet
import HummingbirdCore
import Logging
import Platform
import Synchronization
import WebText

/// What the requests of one account share. Lives as long as the server, or until the account is removed.
final class ServerContext: Sendable {
    /// What it shares with the other accounts.
    let shared: SharedContext
    /// The store, follows and clock of the account.
    let environment: FeedEnvironment
    let feeds: LiveFeeds
    let cache = ContentCache()
    let followed: FollowedFeeds
    let visits: Visits
    let undoable = UndoableChanges()
    /// What all live clients receive.
    let pulse: Observable<LiveClient.Pulse>
    private let makeSite: @Sendable () -> Site
    // Held while the store is read, so that a higher number is never given to older contents.
    private let readings = Mutex(0)

    /// - Parameter environment: that of the account.
    init(_ environment: FeedEnvironment, _ shared: SharedContext) {
        self.environment = environment
        self.shared = shared
        visits = Visits(environment)
        let followed = FollowedFeeds()
        self.followed = followed
        let site: @Sendable () -> Site = {
            // Read before the list: a client reloads what is older than its id.
            let (unread, listID) = (followed.unreadState, followed.listID)
            let (rule, account) = (shared.accountRule, environment.store.account)
            // Notices name files of the server.
            let notices = rule.isAdministrator(account) ? environment.store.notices.map(\.description) : []
            var site = Site(
                upstreams: environment.catalog.upstreams, followed: followed.items, followedID: listID,
                unread: unread.counts, unreadID: unread.id, notices: notices,
                canSignOut: shared.tokenRule.isSet || rule.isOn, version: shared.configuration.version,
                now: environment.now()
            ) { shared.avatars?.path(for: $0) }
            site.account = rule.isOn ? rule.account(account) : nil
            if let pictures = shared.pictures {
                site.picture = { pictures.served($0, in: $1.key) }
                site.icon = { pictures.iconPath(of: $0) }
            }
            return site
        }
        makeSite = site
        let configuration = shared.configuration
        feeds = LiveFeeds(
            environment, followed, grace: configuration.gracePeriod, maximum: configuration.maximumFeeds, site: site)
        let clock = environment.makeScheduler()
        let heartbeats = Observable<Int>.interval(.seconds(configuration.heartbeat), scheduler: clock).map { $0 + 1 }
        pulse = Observable.combineLatest(
            followed.unreadStates, heartbeats.startWith(0), feeds.dismissal.map { true }.startWith(false)
        ) { LiveClient.Pulse(unread: $0, heartbeat: $1, isOver: $2) }
        .share(replay: 1)
    }

    // MARK: What is shared

    var configuration: FreshetServer.Configuration { shared.configuration }
    var publicURL: PublicURL? { shared.publicURL }
    var hosts: HostRule { shared.hosts }
    var proxies: TrustedProxies { shared.proxies }
    var sessions: Sessions { shared.sessions }
    var tokenRule: TokenRule { shared.tokenRule }
    var shares: ClientShares { shared.shares }
    var feedShares: ClientShares { shared.feedShares }
    var fixed: FixedContent { shared.fixed }
    var connections: Counter { shared.connections }
    var clients: Counter { shared.clients }
    var avatars: Avatars? { shared.avatars }
    var pictures: ArticlePictures? { shared.pictures }
    var logger: Logger { shared.logger }

    /// What pages have in common now, for the reader who asks.
    func site(for incoming: IncomingRequest) -> Site {
        var site = makeSite()
        if let pictures {
            let shown = incoming.pictures
            site.picture = { pictures.served($0, in: $1.key, on: shown) }
        }
        site.preferences = Preferences(incoming.request.headers)
        if !incoming.source.mayAskUpstreams {
            site.isForeign = true
            let (avatar, picture, icon) = (site.avatar, site.picture, site.icon)
            // The browser requests pictures as this server's page does, so their addresses say that none is fetched.
            site.avatar = { avatar($0).map { $0 + "?kept=1" } }
            site.picture = { picture($0, $1).map { ServedPicture(path: $0.path + "&kept=1", size: $0.size) } }
            site.icon = { icon($0).map { $0 + "&kept=1" } }
        }
        return site
    }

    /// The catalog of feeds.
    var catalog: FeedCatalog { environment.catalog }

    /// The version that content made of these feeds depends on; nil if it is unknown, so that nothing is cached.
    func stamp(_ keys: [LiveFeed.Key]) -> ContentCache.Stamp? {
        // A failure to read the version fails again, with a message, when the content is made.
        guard let version = try? environment.store.version(), version == followed.storeVersion else { return nil }
        let live = keys.map { feeds.existing($0) }
        let frames = live.map { $0?.latest?.id }
        // A feed that is refreshed without viewers changes its freshness before it changes the store.
        if zip(live, frames).contains(where: { $0 != nil && $1 == nil }) { return nil }
        let hour = Int(environment.now().timeIntervalSince1970 / 3600)
        return ContentCache.Stamp(version: version, followed: followed.version, frames: frames, hour: hour)
    }

    /// Applies changes in the store by this and other processes. Blocks the calling thread.
    ///
    /// After a failure, the next call applies them.
    func recheck() throws {
        guard let snapshot = try changes() else { return }
        followed.apply(snapshot, feeds)
        for live in feeds.connected where live.hasViewers { live.recheck() }
    }

    /// The followed feeds and unread counts, unless the store is as it was when they were last applied.
    private func changes() throws -> FollowedFeeds.Reading? {
        try readings.withLock { number in
            let version = try environment.store.version()
            guard version != followed.storeVersion else { return nil }
            number += 1
            return FollowedFeeds.Reading(
                number: number, version: version, items: try environment.followed(),
                unread: try environment.unreadCounts(), unreadHash: try environment.store.unreadHash())
        }
    }

    /// Runs blocking work on a thread that may block.
    func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await Platform.blocking(work)
    }
}

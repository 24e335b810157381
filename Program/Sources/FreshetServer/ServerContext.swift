import Dispatch
import FeedStore
import Feeds
import Freshet
import HummingbirdCore
import Logging
import Platform
import Synchronization
import WebText

/// The context of the requests of one account.
///
/// It is made at the account's first request, and released some minutes after its last request and live client. The first
/// account's context lives as long as the server.
final class ServerContext: Sendable {
    /// The context shared with the other accounts.
    let shared: SharedContext
    /// The store, follows and clock of the account.
    let environment: FeedEnvironment
    let feeds: LiveFeeds
    let cache = ContentCache()
    let followed: FollowedFeeds
    let visits: Visits
    let undoable = UndoableChanges()
    /// The live clients of the account.
    let viewers = Counter()
    /// The updates that all live clients receive.
    let sharedUpdate: Observable<LiveClient.SharedUpdate>
    private let makeSite: @Sendable () -> PageContext
    // Held while the store is read, so that a higher number is never given to older contents.
    private let readings = Mutex(0)
    /// The number of the last change that was applied, by ``ChangeLog``; nil before the store was first read.
    private let applied = Mutex<Int?>(nil)

    /// - Parameter environment: the account's environment.
    init(_ environment: FeedEnvironment, _ shared: SharedContext) {
        self.environment = environment
        self.shared = shared
        visits = Visits(environment)
        let followed = FollowedFeeds()
        self.followed = followed
        let site: @Sendable () -> PageContext = {
            // Read before the list: a client reloads what is older than its id.
            let (unread, listID) = (followed.unreadState, followed.listID)
            let (rule, account) = (shared.accountRule, environment.store.account)
            // Notices name files of the server.
            let notices = rule.isAdministrator(account) ? environment.store.notices.map(\.description) : []
            var site = PageContext(
                upstreams: environment.catalog.upstreams, followed: followed.items, followedID: listID,
                unread: unread.counts, unreadID: unread.id, notices: notices,
                canSignOut: shared.tokenRule.isSet || rule.isOn, version: shared.configuration.version,
                now: environment.now()
            ) { shared.avatars?.path(for: $0) }
            site.preferences = followed.preferences
            site.account = rule.isOn ? rule.account(account) : nil
            site.prefix = shared.prefix
            if let pictures = shared.pictures {
                site.picture = { pictures.served($0, in: $1.key) }
            }
            return site
        }
        makeSite = site
        let configuration = shared.configuration
        feeds = LiveFeeds(
            environment, followed, watches: shared.watches, grace: configuration.gracePeriod,
            maximum: configuration.maximumFeeds, site: site)
        let clock = environment.makeScheduler()
        let heartbeats = Observable<Int>.interval(.seconds(configuration.heartbeat), scheduler: clock).map { $0 + 1 }
        sharedUpdate = Observable.combineLatest(
            followed.unreadStates, heartbeats.startWith(0), feeds.dismissal.map { true }.startWith(false)
        ) { LiveClient.SharedUpdate(unread: $0, heartbeat: $1, isOver: $2) }
        .share(replay: 1)
    }

    // MARK: What is shared

    var configuration: ServerOptions { shared.configuration }
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

    /// Refreshes a feed immediately: by its viewers' watch, or else in the schedule of followed feeds.
    func refresh(_ key: LiveFeed.Key) {
        if let live = feeds.existing(key) {
            live.refresh()
        } else if !followed.contains(key) || !shared.refreshPoll(key.feed.key) {
            feeds.feed(key, for: .request)?.refresh()
        }
    }

    /// The number of unread items of these feeds, as last read; an item of two feeds counts twice, a story once.
    func unreadCount(of feeds: [Feed]) -> Int { followed.unread.total(of: feeds.map(\.key)) }

    /// The current properties of all pages, for the reader who sent the request.
    func site(for incoming: IncomingRequest) -> PageContext {
        var site = makeSite()
        if let pictures {
            let shown = incoming.pictures
            site.picture = { pictures.served($0, in: $1.key, on: shown) }
        }
        if !incoming.source.mayAskUpstreams {
            site.isForeign = true
            let (avatar, picture) = (site.avatar, site.picture)
            // The browser requests pictures as this server's page does, so their addresses say that none is fetched.
            site.avatar = { avatar($0).map { $0 + "?kept=1" } }
            site.picture = { picture($0, $1).map { ServedPicture(path: $0.path + "&kept=1", size: $0.size) } }
        }
        return site
    }

    /// The account's preferences for the page, as last read.
    var preferences: AccountSettings { followed.preferences }

    /// The catalog of feeds.
    var catalog: FeedCatalog { environment.catalog }

    /// True if the store has been read for the account.
    var isLoaded: Bool { applied.withLock { $0 != nil } }

    /// True if the account has live clients.
    var hasClients: Bool { viewers.value > 0 }

    /// True if the account has live clients, or feeds that are kept for them.
    var isInUse: Bool { hasClients || !feeds.connected.isEmpty }

    /// True if the last reading is known to be current, without reading the store.
    ///
    /// Other processes announce changes of a database, but not those of a file.
    var isKnownCurrent: Bool {
        environment.store.announcesChanges && !environment.store.hasPendingChanges && isApplied
    }

    private var isApplied: Bool {
        let number = shared.changes.number(for: environment.store.account)
        return applied.withLock { $0 == number }
    }

    /// The state that content made of these feeds depends on, as of the last ``recheck()``; nil if it is unknown, so that nothing is
    /// cached. Waits for no store.
    func stamp(_ keys: [LiveFeed.Key]) -> ContentCache.Stamp? {
        guard let change = applied.withLock({ $0 }) else { return nil }
        let live = keys.map { feeds.existing($0) }
        let frames = live.map { $0?.latest?.id }
        // A refresh changes the freshness before it changes the store.
        if zip(live, frames).contains(where: { $0 != nil && $1 == nil }) { return nil }
        let hour = Int(environment.now().timeIntervalSince1970 / 3600)
        return ContentCache.Stamp(
            changeNumber: followed.storeChangeNumber, change: change, followed: followed.version, frames: frames,
            hour: hour)
    }

    /// Applies changes in the store by this and other processes. Blocks the calling thread.
    ///
    /// After a failure, the next call applies them.
    func recheck() throws {
        let number = shared.changes.number(for: environment.store.account)
        if let snapshot = try changes() {
            if followed.apply(snapshot, feeds) { shared.onFollow(environment.store.account) }
            for live in feeds.connected where live.hasViewers { live.recheck() }
        }
        applied.withLock { $0 = max(number, $0 ?? number) }
    }

    /// Reads the store for the account's first request.
    func load() async throws {
        if !isLoaded { try await blocking { try self.recheck() } }
    }

    /// Reads the store for the account's first request; a failure is reported by the request that needs the store.
    func loadIfPossible() async {
        do { try await load() } catch {}  // see above
    }

    /// True if changes may concern what the account's clients see.
    func isConcerned(by changes: StoreChanges) -> Bool {
        changes.concern(environment.store.account)
            || followed.contains(anyOf: changes.feeds)
            || feeds.connected.contains { changes.feeds.contains($0.key.feed.key) }
    }

    /// Applies changes that concern the account. Blocks the calling thread.
    func recheck(after changes: StoreChanges) throws {
        try recheck()
        // The number is that of what the account follows.
        for live in feeds.connected where live.hasViewers && changes.feeds.contains(live.key.feed.key) {
            live.recheck()
        }
    }

    /// The followed feeds and unread counts, unless the store is as it was when they were last applied.
    private func changes() throws -> FollowedFeeds.Reading? {
        try readings.withLock { number in
            let changeNumber = try environment.store.changeNumber()
            guard changeNumber != followed.storeChangeNumber else { return nil }
            number += 1
            let unread = try environment.store.unread(groupsStories: true)
            return FollowedFeeds.Reading(
                number: number, changeNumber: changeNumber, items: try environment.followed(), unread: unread.counts,
                unreadHash: unread.hash, preferences: AccountSettings(stored: try environment.store.settings()))
        }
    }

    /// Runs work on a thread that the store may block; see ``StoreThreads``.
    func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await shared.storeThreads.run(work)
    }
}

/// Records visits to feeds, at most once a minute for each feed.
final class Visits: Sendable {
    private static let interval: TimeInterval = 60

    private let environment: FeedEnvironment
    // Requests on many threads share the dates.
    private let dates = Mutex<[Feed: Date]>([:])

    init(_ environment: FeedEnvironment) { self.environment = environment }

    /// Records a visit to a feed. Blocks the calling thread.
    func note(_ feed: Feed) throws {
        let now = environment.now()
        let isDue = dates.withLock { dates in
            if let date = dates[feed], abs(now.timeIntervalSince(date)) < Self.interval { return false }
            if dates.count >= 1000 { dates = [:] }
            dates[feed] = now
            return true
        }
        if isDue { try environment.visit(feed.key) }
    }
}

import Dispatch
import FeedStore
import Feeds
import Freshet
import HummingbirdCore
import Logging
import Platform
import Synchronization
import WebText

/// What all requests share. Lives as long as the server.
final class ServerContext: Sendable {
    let configuration: FreshetServer.Configuration
    /// The server's address for readers behind a proxy; nil if they use the address of the request.
    let publicURL: PublicURL?
    let environment: FeedEnvironment
    let hosts: HostRule
    let proxies: TrustedProxies
    let sessions: Sessions
    let tokenRule: TokenRule
    /// The connections of each client, and behind a proxy its requests.
    let shares: ClientShares
    /// The live feeds of each client that aren't followed.
    let feedShares: ClientShares
    let feeds: LiveFeeds
    let cache = ContentCache()
    let fixed = FixedContent()
    let connections = Counter()
    let clients = Counter()
    let followed: FollowedFeeds
    let visits: Visits
    let undoable = UndoableChanges()
    /// Nil if pictures aren't cached.
    let avatars: Avatars?
    /// Nil if links stand for pictures in articles.
    let pictures: ArticlePictures?
    /// What all live clients receive.
    let pulse: Observable<LiveClient.Pulse>
    let memory = FreedMemory()
    let searches = SearchThreads()
    let logger: Logger
    /// For libraries, without their debug messages.
    let quiet: Logger
    private let makeSite: @Sendable () -> Site
    // Held while the store is read, so that a higher number is never given to older contents.
    private let readings = Mutex(0)
    /// What the last check reported.
    // Checks on changing threads compare it and replace it.
    private let lastWarning = Mutex<String?>(nil)
    /// How many notices of the store were logged, or reported before the server started.
    private let loggedNotices: Atomic<Int>

    init(
        _ environment: FeedEnvironment, _ configuration: FreshetServer.Configuration, _ publicURL: PublicURL?,
        _ proxies: TrustedProxies, _ logger: Logger
    ) {
        self.configuration = configuration
        self.publicURL = publicURL
        self.environment = environment
        self.logger = logger
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .notice)
        self.quiet = quiet
        hosts = HostRule(
            boundTo: configuration.host, allowed: configuration.allowedHosts + (publicURL.map { [$0.host] } ?? []))
        self.proxies = proxies
        let sessions = Sessions(folder: configuration.sessionFolder, token: configuration.token, now: environment.now)
        self.sessions = sessions
        tokenRule = TokenRule(configuration.token, sessions)
        shares = ClientShares(limit: max(64, (configuration.maximumClients + RequestHandler.otherConnections) / 8))
        feedShares = ClientShares(limit: configuration.feedsPerClient)
        visits = Visits(environment)
        loggedNotices = Atomic(environment.store.notices.count)
        let followed = FollowedFeeds()
        self.followed = followed
        let avatars = configuration.cacheFolder.map {
            Avatars(folder: $0.appending(path: "avatars", directoryHint: .isDirectory), environment, logger: logger)
        }
        self.avatars = avatars
        let pictureLimit = configuration.pictureLimit
        let pictures = configuration.cacheFolder.flatMap { folder in
            pictureLimit == 0
                ? nil
                : ArticlePictures(
                    folder: folder.appending(path: "pictures", directoryHint: .isDirectory), environment,
                    limit: pictureLimit, logger: logger)
        }
        self.pictures = pictures
        let (hasToken, version) = (configuration.token != nil, configuration.version)
        let site: @Sendable () -> Site = {
            // Read before the list: a client reloads what is older than its id.
            let (unread, listID) = (followed.unreadState, followed.listID)
            var site = Site(
                upstreams: environment.catalog.upstreams, followed: followed.items, followedID: listID,
                unread: unread.counts, unreadID: unread.id,
                notices: environment.store.notices.map(\.description), hasToken: hasToken, version: version,
                now: environment.now()
            ) { avatars?.path(for: $0) }
            if let pictures {
                site.picture = { pictures.served($0, in: $1) }
                site.icon = { pictures.iconPath(of: $0) }
            }
            return site
        }
        makeSite = site
        feeds = LiveFeeds(
            environment, followed, grace: configuration.gracePeriod, maximum: configuration.maximumFeeds, site: site)
        let clock = environment.makeScheduler()
        let heartbeats = Observable<Int>.interval(.seconds(configuration.heartbeat), scheduler: clock).map { $0 + 1 }
        pulse = Observable.combineLatest(
            followed.unreadStates, heartbeats.startWith(0), feeds.dismissal.map { true }.startWith(false)
        ) { LiveClient.Pulse(unread: $0, heartbeat: $1, isOver: $2) }
        .share(replay: 1)
    }

    /// What pages have in common now, for the reader who asks.
    func site(for incoming: IncomingRequest) -> Site {
        var site = makeSite()
        if let pictures {
            let shown = incoming.pictures
            site.picture = { pictures.served($0, in: $1, on: shown) }
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

    /// Rechecks the store every second until it is disposed.
    func startRechecking() -> any Disposable {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "freshet.recheck")
        return Observable<Int>.interval(.seconds(1), scheduler: scheduler).subscribe(onNext: { [weak self] _ in
            guard let self else { return }
            memory.release(clients: clients.value)
            check()
        })
    }

    /// Ends the sessions of former tokens, and checks everything for the first time. Blocks the calling thread.
    func begin() {
        do { if tokenRule.isSet { try sessions.endFormer() } } catch { logger.warning("\(error)") }
        check()
    }

    /// Rechecks the sessions and the store. A failure is logged once, until another one follows.
    private func check() {
        var warnings: [String] = []
        do { try sessions.read() } catch { warnings.append("\(error)") }
        do { try recheck() } catch { warnings.append("\(error)") }
        let warning = warnings.isEmpty ? nil : warnings.joined(separator: " ")
        let isNew = lastWarning.withLock { last in
            defer { last = warning }
            return last != warning
        }
        if isNew, let warning { logger.warning("\(warning)") }
        let notices = environment.store.notices
        for notice in notices.dropFirst(loggedNotices.exchange(notices.count, ordering: .relaxed)) {
            logger.warning("\(notice)")
        }
    }

    /// Runs blocking work on a thread that may block.
    func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
        }
    }
}

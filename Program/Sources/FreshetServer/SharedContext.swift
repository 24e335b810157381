import FeedStore
import Feeds
import Logging
import Platform
import Synchronization

/// The context that all accounts share. Lives as long as the server.
final class SharedContext: Sendable {
    let configuration: ServerOptions
    /// The server's address for readers behind a proxy; nil if they use the address of the request.
    let publicURL: PublicURL?
    /// The path below which readers reach the server.
    let prefix: PathPrefix
    let hosts: HostRule
    let proxies: TrustedProxies
    /// The proxies that name accounts; nil if there are none.
    let proxySignIn: ProxyIdentity?
    /// The OpenID provider; nil if there is none.
    let openID: OpenIDProvider?
    /// Counts sign-ins that were begun or completed with it, for each network: each may cost a request to the provider.
    let openIDAttempts = AttemptCounter(limit: 60)
    /// The browsers that signed in with the server's token.
    let sessions: Sessions
    /// Admits requests if no account has a password.
    let tokenRule: TokenRule
    /// Admits requests if an account has a password.
    let accountRule: AccountRule
    /// Admits requests of reader apps.
    let readerAppRule: ReaderAppRule
    /// The connections of each client, and behind a proxy its requests.
    let shares: ClientShares
    /// The live feeds of each client that aren't followed.
    let feedShares: ClientShares
    let fixed = FixedContent()
    let connections = Counter()
    let clients = Counter()
    /// The watches of feeds that clients look at.
    let watches = SharedWatches()
    /// The changes of the store.
    let changes = ChangeLog()
    /// Threads for requests that read or write the store.
    let storeThreads = StoreThreads()
    /// Nil if pictures aren't cached.
    let avatars: Avatars?
    /// Nil if links replace pictures in articles.
    let pictures: ArticlePictures?
    /// The callbacks of hubs.
    let webSub: WebSubCallback
    /// The check for a newer version of the program; nil if none is configured.
    let updateCheck: UpdateCheck?
    /// Counts wrong secrets in addresses apart from wrong passwords, so that a program with an old address doesn't prevent
    /// anybody from signing in.
    let wrongSecretAddresses = AttemptCounter()
    /// Tests of destinations, and emails that ask for confirmation, of accounts that aren't administrators'.
    let destinationTests = RateLimiter<Account.ID>(10, within: 3600)
    /// Emails that ask for confirmation, for each address: those of all accounts.
    let confirmations = RateLimiter<String>(3, within: 86_400)
    let memory = FreedMemory()
    /// Counts requests.
    let metrics = RequestMetrics()
    let metricsRule: MetricsRule
    let startedAt = Date()
    /// Checks that the store answers.
    let readiness: Readiness
    /// Threads for searches and tests of rules, in turns between accounts: an expensive pattern takes a core.
    let searches = FairQueue<Account.ID>("freshet.search", timeout: .seconds(2), longestWait: .seconds(10))
    /// Threads that hash passwords, in turns between networks: each hash takes a core and 64 MiB of memory for a moment.
    let passwords = FairQueue<[UInt8]>("freshet.password", timeout: .seconds(20), longestWait: .seconds(20))
    private let follow = Mutex<@Sendable (Account.ID) -> Void>({ _ in })
    private let poll = Mutex<@Sendable (FeedKey) -> Bool>({ _ in false })
    private let polling = Mutex<@Sendable (FeedKey) -> Bool>({ _ in false })
    private let problem = Atomic(false)
    let logger: Logger
    /// For libraries, without their debug messages.
    let quiet: Logger

    /// Refreshes a feed in the schedule of followed feeds; returns whether it is there.
    var refreshPoll: @Sendable (FeedKey) -> Bool {
        get { poll.withLock { $0 } }
        set { poll.withLock { $0 = newValue } }
    }

    /// True while the schedule of followed feeds refreshes a feed, or is about to because a reader asked for it.
    var isPollRunning: @Sendable (FeedKey) -> Bool {
        get { polling.withLock { $0 } }
        set { polling.withLock { $0 = newValue } }
    }

    /// Called when an account's follows have changed.
    var onFollow: @Sendable (Account.ID) -> Void {
        get { follow.withLock { $0 } }
        set { follow.withLock { $0 = newValue } }
    }

    /// True if the last check of the store failed.
    var hasProblem: Bool {
        get { problem.load(ordering: .relaxed) }
        set { problem.store(newValue, ordering: .relaxed) }
    }

    /// - Parameter environment: the first account's environment.
    init(
        _ environment: FeedEnvironment, _ configuration: ServerOptions, _ publicURL: PublicURL?,
        _ proxies: TrustedProxies, _ logger: Logger
    ) {
        self.configuration = configuration
        self.publicURL = publicURL
        prefix = publicURL?.prefix ?? .none
        self.logger = logger
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .notice)
        self.quiet = quiet
        hosts = HostRule(
            boundTo: configuration.host, allowed: configuration.allowedHosts + (publicURL.map { [$0.host] } ?? []))
        self.proxies = proxies
        metricsRule = MetricsRule(configuration.metricsToken)
        // The server doesn't start with an invalid one.
        proxySignIn = try? ProxyIdentity(configuration.proxySignIn)
        openID = configuration.openID.map { OpenIDProvider($0, environment.transport, now: environment.now) }
        webSub = WebSubCallback(publicURL)
        updateCheck = configuration.updateAddress.map {
            UpdateCheck($0, version: configuration.version, environment, folder: configuration.cacheFolder)
        }
        let sessions = Sessions(folder: configuration.sessionFolder, token: configuration.token, now: environment.now)
        self.sessions = sessions
        let limits = AttemptLimits()
        let tokenRule = TokenRule(configuration.token, sessions, limits)
        self.tokenRule = tokenRule
        accountRule = AccountRule(
            environment.store, tokenRule, isRequired: configuration.needsAccounts, limits, now: environment.now)
        readerAppRule = ReaderAppRule(tokenRule: tokenRule, accountRule: accountRule)
        let (store, checkStore) = (environment.store, configuration.checkStore)
        readiness = Readiness { try checkStore(store) }
        shares = ClientShares(limit: max(64, (configuration.maximumClients + RequestHandler.otherConnections) / 8))
        feedShares = ClientShares(limit: configuration.feedsPerClient)
        avatars = configuration.cacheFolder.map {
            Avatars(folder: $0.appending(path: "avatars", directoryHint: .isDirectory), environment, logger: logger)
        }
        let pictureLimit = configuration.pictureLimit
        pictures = configuration.cacheFolder.flatMap { folder in
            pictureLimit == 0
                ? nil
                : ArticlePictures(
                    folder: folder.appending(path: "pictures", directoryHint: .isDirectory), environment,
                    limit: pictureLimit, logger: logger)
        }
    }
}

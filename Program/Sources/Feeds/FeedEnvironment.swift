import Dispatch
import FeedStore
import Freshet
import FreshetHTTP
import Platform

/// The environment of all feeds of a program: the store, the transport, the clock and the request ledger. Lives as long as the store is open.
package struct FeedEnvironment: Sendable {
    /// The kinds of feed.
    package var catalog: FeedCatalog
    /// Items, marks, follows and the ledger.
    package var store: FeedStore
    /// The transport for requests.
    package var transport: any HTTPTransport
    /// Overridden base addresses, by upstream id.
    package var addresses: [String: URL]
    /// Tokens by upstream id. Each is sent only to its upstream, and never stored.
    package var tokens: [String: String]
    /// Creates a serial scheduler: for each load and watch, leases, turns and maintenance. The store may block it.
    package var makeScheduler: @Sendable () -> any SchedulerType
    /// The current time.
    package var now: @Sendable () -> Date
    /// True if the address of a feed that isn't followed counts as given by a person, so that it may be on a private network.
    ///
    /// False where a link can lead to a feed, as on the page.
    package var trustsUnfollowed = true
    /// The kinds of destination that act as the server and that accounts may use that aren't administrators'.
    package var memberDestinations: Set<Destination.Kind> = []
    /// Hosts on private networks whose feeds all accounts may follow.
    package var privateHosts = PrivateHosts()
    /// The maximum time for which a single request, such as that for a story, delays its refresh.
    package var itemTimeout = RxTimeInterval.seconds(10)
    /// The leases of this environment and its copies.
    let leases: Leases
    /// The number of requests that refreshes make.
    let costs: RequestCosts
    /// State that refreshes share.
    let traffic: UpstreamTraffic
    /// The refreshes that show items before they store them.
    let arrivals = PartialRefreshes()
    /// The secrets of unfollowed feeds with passwords, in memory only, for an undo.
    private(set) var secrets = UnfollowedSecrets()
    /// The number of refreshes of this environment and its copies.
    package let refreshes = RefreshActivity()
    /// The turns of followed feeds.
    let polls: PollQueues
    /// The number of responses parsed and stored at a time: one for each processor, but at least two. Many refreshes then leave time for
    /// readers, and a mark waits for few commits.
    let processing = DispatchSemaphore(value: max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// By default each feed has its own serial queue, and time is the wall clock's.
    /// - Parameter random: a number from 0 to 1, for the pauses between the polls of followed feeds.
    package init(
        catalog: FeedCatalog, store: FeedStore, transport: any HTTPTransport, addresses: [String: URL] = [:],
        tokens: [String: String] = [:], makeScheduler: (@Sendable () -> any SchedulerType)? = nil,
        now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.catalog = catalog
        self.store = store
        self.transport = transport
        self.addresses = addresses
        self.tokens = tokens
        let makeScheduler =
            makeScheduler ?? { SerialDispatchQueueScheduler(internalSerialQueueName: "freshet.feed") }
        self.makeScheduler = makeScheduler
        self.now = now
        costs = RequestCosts(catalog)
        traffic = UpstreamTraffic(catalog)
        polls = PollQueues(scheduler: makeScheduler(), random: random)
        leases = Leases(store, scheduler: makeScheduler(), now: now)
    }

    /// The token for an upstream; nil if it is missing or blank.
    package func token(for upstream: Upstream) -> String? {
        tokens[upstream.id].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// The same environment as another account sees it: with its own follows, marks and rules, and the same requests.
    package func of(_ account: Account.ID) -> FeedEnvironment {
        if account == store.account { return self }
        var environment = self
        environment.store = store.of(account)
        environment.secrets = UnfollowedSecrets()
        return environment
    }

    /// Releases all leases of this environment, before the program exits.
    package func close() { leases.releaseAll() }

    /// The arrivals of the account that aren't stored yet.
    var ownArrivals: [PartialRefresh] { arrivals.current(of: store.account) }

    /// The same environment with all feeds on one scheduler.
    func on(_ scheduler: any SchedulerType) -> FeedEnvironment {
        var environment = self
        environment.makeScheduler = { scheduler }
        return environment
    }
}

public import FeedStore
public import Freshet
public import FreshetHTTP

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What all feeds of a program share.
public struct FeedEnvironment: Sendable {
    /// Where the upstreams are.
    public struct Addresses: Sendable, Hashable {
        /// GitHub's API, or that of a GitHub Enterprise server.
        public var gitHub: URL?
        /// EONET's API.
        public var eonet: URL?
        /// The Hacker News API.
        public var news: URL?

        /// These addresses; nil is the real one.
        public init(gitHub: URL? = nil, eonet: URL? = nil, news: URL? = nil) {
            self.gitHub = gitHub
            self.eonet = eonet
            self.news = news
        }
    }

    /// What was seen, and the ledger.
    public var store: any FeedStore
    /// What makes requests.
    public var transport: any HTTPTransport
    /// Where the upstreams are.
    public var addresses: Addresses
    /// The token for GitHub; sent to GitHub alone, kept nowhere.
    public var gitHubToken: String?
    /// Where feeds work and wait: a serial one, whose turns the store may block.
    public var scheduler: any SchedulerType
    /// The present time.
    public var now: @Sendable () -> Date

    /// An environment on a serial queue of its own and the wall clock unless told otherwise.
    public init(
        store: any FeedStore, transport: any HTTPTransport, addresses: Addresses = Addresses(),
        gitHubToken: String? = nil,
        scheduler: (any SchedulerType)? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.transport = transport
        self.addresses = addresses
        self.gitHubToken = gitHubToken
        self.scheduler = scheduler ?? SerialDispatchQueueScheduler(internalSerialQueueName: "freshet.feeds")
        self.now = now
    }
}

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
    /// The kinds of feed that the program knows.
    public var catalog: FeedCatalog
    /// Items, marks, follows and the ledger.
    public var store: any FeedStore
    /// What makes requests.
    public var transport: any HTTPTransport
    /// Other base addresses of upstreams, by their ids.
    public var addresses: [String: URL]
    /// Tokens by the upstreams' ids; each is sent to its upstream alone and kept nowhere.
    public var tokens: [String: String]
    /// Creates the serial scheduler of one feed. The store may block it.
    public var makeScheduler: @Sendable () -> any SchedulerType
    /// The present time.
    public var now: @Sendable () -> Date
    /// The leases of this environment and its copies.
    let leases: Leases
    /// What refreshes cost.
    let costs: RequestCosts

    /// An environment with a serial queue for each feed and the wall clock unless told otherwise.
    public init(
        catalog: FeedCatalog, store: any FeedStore, transport: any HTTPTransport, addresses: [String: URL] = [:],
        tokens: [String: String] = [:], makeScheduler: (@Sendable () -> any SchedulerType)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
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
        leases = Leases(store, scheduler: makeScheduler(), now: now)
    }

    /// The token for an upstream; nil where it is blank or there is none.
    public func token(for upstream: Upstream) -> String? {
        tokens[upstream.id].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// Gives back what feeds of this environment still have leased, as before the program ends.
    public func close() { leases.releaseAll() }

    /// The same environment, whose feeds all work on that scheduler.
    func on(_ scheduler: any SchedulerType) -> FeedEnvironment {
        var environment = self
        environment.makeScheduler = { scheduler }
        return environment
    }
}

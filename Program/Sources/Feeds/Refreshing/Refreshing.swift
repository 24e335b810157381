import FeedStore
import Freshet
import FreshetHTTP
import Platform
import Synchronization

/// The means by which a description refreshes a feed. Lives as long as the refresh.
package struct RefreshContext: Sendable {
    /// The feed.
    package let feed: any FeedDescription
    /// The store, the clock and the upstreams' addresses.
    package let environment: FeedEnvironment
    /// The request for the feed.
    package let request: FeedRequest
    /// The stored items when the refresh began.
    package let stored: StoredFeed
    let ledger: LedgerTransport
    /// The interval of the readers who follow the feed.
    package let interval: FeedInterval
    /// The token for the upstream's requests; nil without one.
    package let token: String?

    /// Makes requests and records them in the ledger.
    package var transport: any HTTPTransport { ledger }

    /// The current time.
    package var now: Date { environment.now() }

    /// The right of the account to read the feed from a private network.
    package func privateAccess(of feed: FeedKey, at url: URL) throws -> PrivateAccess {
        try environment.privateAccess(of: feed, at: url)
    }

    /// The number of optional requests that the refresh may make, up to `count`.
    ///
    /// Half of the rate limit is reserved for refreshes. 0 while the upstream asks to wait.
    /// - Parameter url: an address of the upstream's API.
    package func spareRequests(of upstream: Upstream, at url: URL, atMost count: Int) throws -> Int {
        guard let limit = upstream.limit else { return count }
        let quotas = try environment.traffic.quotas(environment.store, at: now)
        let requester = Requester(token: token)
        return RequestBudget.spare(limit, quotas, requester: requester, host: url.authority, now: now, atMost: count)
    }
}

extension FeedEnvironment {
    /// The right of the account to read the feed from a private network. Only the address of a followed feed counts as given.
    package func privateAccess(of feed: FeedKey, at url: URL) throws -> PrivateAccess {
        guard try trustsUnfollowed || store.followed().contains(where: { $0.feed == feed }) else { return .unfollowed }
        return try mayReachPrivateNetwork(at: url) ? .allowed : .refused
    }
}

/// The stored items of a feed.
package struct StoredFeed: Sendable {
    /// The items in the requested order, up to the requested limit.
    package var items: [ShownItem]
    /// The total number of items.
    package var total: Int
    /// The number of read items that this version doesn't understand.
    package var unreadable: Int
    /// Everything else that the store knows about the feed.
    package var snapshot: Snapshot
    /// The order of the items.
    package let order: ItemOrder
}

/// An event of a refresh.
package enum RefreshStep: Sendable {
    /// All items so far, in the feed's order, and the ids of items that count as read although they are new.
    case arrived([any FeedItem], Progress?, read: Set<String> = [])
    /// The end, with the changes to store.
    case done(RefreshResult)
}

/// The result of a refresh.
package struct RefreshResult: Sendable {
    /// The changes to store, in one transaction.
    package var refreshes: [Refresh]
    /// Problems that don't make the feed stale.
    package var remarks: [String]
    /// The reason for not making a request; the stored items are still fresh by that rule.
    package var deferral: Deferral?
    /// The reason for a stale feed although something arrived.
    package var error: FeedError?
    /// The pause before the next poll, if it is longer than what the headers ask for.
    package var pause: RefreshPause?

    /// A result with these changes.
    package init(
        _ refreshes: [Refresh], remarks: [String] = [], deferral: Deferral? = nil, error: FeedError? = nil,
        pause: RefreshPause? = nil
    ) {
        self.refreshes = refreshes
        self.remarks = remarks
        self.deferral = deferral
        self.error = error
        self.pause = pause
    }
}

extension RefreshResult {
    /// The same result, after which only `reader` may read the feed; unchanged if that is nil.
    func restricted(to reader: Account.ID?, of feed: FeedKey) -> RefreshResult {
        guard let reader, let index = refreshes.firstIndex(where: { $0.feed == feed }) else { return self }
        var result = self
        result.refreshes[index].access = .only(reader)
        return result
    }

    /// True if another account alone may read the feed after this result.
    func isRestricted(from account: Account.ID, _ feed: FeedKey) -> Bool {
        refreshes.contains { refresh in
            guard refresh.feed == feed, case .only(let reader) = refresh.access else { return false }
            return reader != account
        }
    }

    /// The result as a failure if the feed sent items and none of them can be read, so that what is stored stays.
    func checked(for feed: FeedKey) -> RefreshResult {
        guard error == nil, let index = refreshes.firstIndex(where: { $0.feed == feed }),
            refreshes[index].items.isEmpty, let count = refreshes[index].skipped, count > 0
        else { return self }
        var result = self
        result.refreshes[index].mode = .merge
        result.error = FeedError(
            kind: FeedError.unreadable,
            message: count == 1 ? "The only item can't be read" : "None of the \(count) items can be read")
        return result
    }
}

/// A pause before the next poll of a feed, which depends on its content.
package struct RefreshPause: Sendable, Hashable {
    /// The length in seconds.
    package var seconds: TimeInterval
    /// The rule that asks for it: the feed's own, Freshet's or the reader's.
    package var rule: PollRule

    /// A pause by a rule.
    package init(seconds: TimeInterval, rule: PollRule) {
        self.seconds = seconds
        self.rule = rule
    }
}

/// Counts the refreshes of an environment and its copies, by upstream and result.
package final class RefreshActivity: Sendable {
    /// The end of a refresh.
    package enum Result: String, Sendable, CaseIterable {
        /// The upstream answered, also that nothing has changed.
        case fetched
        /// No request was allowed yet.
        case deferred
        /// The upstream failed.
        case failed
        /// The store failed.
        case unstored
    }

    /// The refreshes of one upstream.
    package struct Counts: Sendable {
        /// The number of refreshes, by result.
        package fileprivate(set) var results: [Result: Int] = [:]
        /// The number of refreshes that made requests, by the first of ``bounds`` that they didn't exceed, and last of longer ones.
        package fileprivate(set) var durations = Array(repeating: 0, count: RefreshActivity.bounds.count + 1)
        /// The duration of all refreshes that made requests, in seconds.
        package fileprivate(set) var seconds = 0.0
    }

    /// The bounds of ``Counts/durations``, in seconds.
    package static let bounds = [0.1, 0.5, 1, 2.5, 10, 30]

    private let running = Atomic(0)
    // Refreshes end on many threads.
    private let counts = Mutex<[String: Counts]>([:])

    init() {}

    /// The number of refreshes in progress.
    package var inProgress: Int { running.load(ordering: .relaxed) }

    /// The refreshes by the upstream's id.
    package var byUpstream: [String: Counts] { counts.withLock { $0 } }

    /// Counts a refresh when it settles or fails. A refresh that gives way to another isn't counted.
    func counting(_ refresh: Observable<FeedState>, of upstream: Upstream) -> Observable<FeedState> {
        .deferred { [self] in
            let start = ContinuousClock.now
            running.add(1, ordering: .relaxed)
            return refresh.do(
                onNext: { [self] state in
                    if state.isSettled { add(Result(state), upstream.id, .now - start) }
                },
                onError: { [self] error in
                    if !(error is RefreshInProgress) { add(.unstored, upstream.id, .now - start) }
                },
                onDispose: { [self] in running.subtract(1, ordering: .relaxed) })
        }
    }

    private func add(_ result: Result, _ upstream: String, _ duration: Duration) {
        let seconds = duration / .seconds(1)
        counts.withLock { counts in
            counts[upstream, default: Counts()].results[result, default: 0] += 1
            if result == .deferred { return }
            let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
            counts[upstream, default: Counts()].durations[index] += 1
            counts[upstream, default: Counts()].seconds += seconds
        }
    }
}

extension RefreshActivity.Result {
    fileprivate init(_ state: FeedState) {
        self =
            if state.storeError != nil { .unstored } else if state.deferral != nil {
                .deferred
            } else if state.freshness
                .error != nil
            { .failed } else { .fetched }
    }
}

extension FeedEnvironment {
    /// The polls of followed feeds that wait for their turn, and how many of them are due.
    package var waitingPolls: (all: Int, due: Int) { polls.waiting(at: now()) }
}

/// The part of a feed that the last refresh requested, stored with the feed: a number of days or of items.
package struct RequestedRange: Codable, Sendable {
    /// The number of days or items.
    package let count: Int
    /// The time at which this much was last requested. Smaller refreshes keep requesting it for a while.
    package let wantedAt: Date?

    /// A coverage.
    package init(_ count: Int, wantedAt: Date? = nil) {
        self.count = count
        self.wantedAt = wantedAt
    }

    /// Reads a snapshot; 0 if nothing was fetched or another version stored it.
    package init(_ snapshot: Snapshot) {
        self = snapshot.decodedExtra(RequestedRange.self) ?? RequestedRange(0)
    }

    /// The encoded form for the store.
    package func extra() throws -> Data { try StoredJSON.encode(self) }
}

extension Snapshot {
    /// The decoded extra data; nil if it is missing or was stored by another version.
    package func decodedExtra<Value: Decodable>(_: Value.Type) -> Value? {
        guard let extra else { return nil }
        do {
            return try StoredJSON.decode(from: extra)
        } catch {
            return nil
        }
    }
}

extension ObservableType where Element: Sendable {
    /// Maps each element to a step, and the last element also to the final step.
    /// ```
    /// source  --a--b--c-|
    /// result  --a--b--c-C|
    /// ```
    package func steps<Step: Sendable>(
        arrived: @escaping @Sendable (Element) throws -> Step, done: @escaping @Sendable (Element) throws -> Step
    ) -> Observable<Step> {
        map(Optional.some).concat(Observable.just(nil))
            .scan(MarkedElement<Element>()) { latest, element in
                element.map { MarkedElement(element: $0) } ?? MarkedElement(element: latest.element, isLast: true)
            }
            .compactMap { latest in
                guard let element = latest.element else { return nil }
                return try latest.isLast ? done(element) : arrived(element)
            }
    }
}

/// The latest element, marked once the source has completed.
private struct MarkedElement<Element: Sendable>: Sendable {
    var element: Element?
    var isLast = false
}

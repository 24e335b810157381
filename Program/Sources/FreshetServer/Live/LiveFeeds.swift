import Dispatch
import Feeds
import Freshet
import Platform
import Synchronization

/// The live feeds that are connected, so that all clients of a feed share one.
final class LiveFeeds: Sendable {
    private struct Slot {
        let feed: LiveFeed
        /// 1 while its stream is connected.
        var connections = 0
    }

    /// Tells a live feed's connections from those of a later one with the same key.
    private final class Reference: Sendable {
        private struct Target {
            weak var feed: LiveFeed?
        }

        private let target = Mutex(Target())

        var feed: LiveFeed? {
            get { target.withLock { $0.feed } }
            set { target.withLock { $0.feed = newValue } }
        }
    }

    // The map from keys to streams. A stream can't look up the one to share, so this takes a lock.
    private struct State {
        var slots: [LiveFeed.Key: Slot] = [:]
        var isOver = false
    }

    /// The purpose of a live feed.
    enum Purpose {
        /// A live client receives events.
        case client
        /// A single request, which leaves room for clients.
        case request
    }

    private let environment: FeedEnvironment
    private let grace: RxTimeInterval
    /// The maximum number of live feeds that aren't followed.
    private let maximum: Int
    private let followed: FollowedFeeds
    private let watches: SharedWatches
    private let site: @Sendable () -> PageContext
    private let dismissed = ReplaySubject<Void>.create(bufferSize: 1)
    private let stopped = ReplaySubject<Void>.create(bufferSize: 1)
    /// Names this run of the server.
    private let run = String(UInt64(Date().timeIntervalSince1970 * 1000), radix: 36)
    private let epochs = Counter()
    private let state = Mutex(State())

    init(
        _ environment: FeedEnvironment, _ followed: FollowedFeeds, watches: SharedWatches = SharedWatches(),
        grace: Duration, maximum: Int, site: @escaping @Sendable () -> PageContext
    ) {
        (self.environment, self.followed, self.watches) = (environment, followed, watches)
        let (seconds, attoseconds) = grace.components
        self.grace = .milliseconds(Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
        self.maximum = maximum
        self.site = site
    }

    /// Emits once, when clients must disconnect.
    var dismissal: Observable<Void> { dismissed.asObservable() }

    /// The connected live feeds.
    var connected: [LiveFeed] { state.withLock { $0.slots.values.filter { $0.connections > 0 }.map(\.feed) } }

    /// The live feed if it is connected.
    func existing(_ key: LiveFeed.Key) -> LiveFeed? {
        state.withLock { state in state.slots[key].flatMap { $0.connections > 0 ? $0.feed : nil } }
    }

    /// The live feed, to subscribe to or touch immediately; nil if there are too many, or the server stops.
    ///
    /// Followed feeds and others have separate limits.
    func feed(_ key: LiveFeed.Key, for purpose: Purpose) -> LiveFeed? {
        state.withLock { state in
            if let slot = state.slots[key] { return slot.feed }
            if state.isOver { return nil }
            let limit = purpose == .request ? (maximum + 1) / 2 : maximum
            if !followed.contains(key), others(state) >= limit {
                state.slots = state.slots.filter { $0.value.connections > 0 }
                if others(state) >= limit { return nil }
            }
            let reference = Reference()
            let feed = newFeed(key, reference)
            reference.feed = feed
            state.slots[key] = Slot(feed: feed)
            return feed
        }
    }

    /// The number of live feeds that aren't followed.
    private func others(_ state: State) -> Int { state.slots.keys.count { !followed.contains($0) } }

    /// Disconnects all clients; no live feed can be connected afterwards.
    func dismissClients() {
        state.withLock { $0.isOver = true }
        dismissed.onNext(())
    }

    /// Ends all live feeds. Blocks the calling thread while they release their leases.
    func end() {
        dismissClients()
        stopped.onNext(())
        stopped.onCompleted()
    }

    private func newFeed(_ key: LiveFeed.Key, _ reference: Reference) -> LiveFeed {
        LiveFeed(
            key, in: environment, watches: watches, grace: grace, stop: stopped.asObservable(), site: site,
            nextEpoch: { [run, epochs] in run + String(epochs.next(), radix: 36) },
            connection: { [weak self] isConnected in
                if let feed = reference.feed { self?.note(isConnected, feed) }
            })
    }

    /// One that was obtained before its last connection ended may be connected again.
    private func note(_ isConnected: Bool, _ feed: LiveFeed) {
        state.withLock { state in
            var slot = state.slots[feed.key] ?? Slot(feed: feed)
            guard slot.feed === feed else { return }
            slot.connections += isConnected ? 1 : -1
            state.slots[feed.key] = slot.connections > 0 ? slot : nil
        }
    }
}

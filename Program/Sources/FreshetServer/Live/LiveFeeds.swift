import Dispatch
import Feeds
import Freshet
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The live feeds that are connected, so that all clients of a feed share one.
final class LiveFeeds: Sendable {
    private struct Entry {
        let feed: LiveFeed
        /// 1 while its stream is connected.
        var connections = 0
    }

    // The map from keys to streams. A stream can't look up the one to share, so this takes a lock.
    private struct State {
        var entries: [LiveFeed.Key: Entry] = [:]
        /// The live feeds that are kept connected because they're followed.
        var followed: Set<LiveFeed.Key> = []
        var isOver = false

        /// The number of live feeds that aren't followed.
        var others: Int { entries.keys.count { !followed.contains($0) } }
    }

    /// What a live feed is for.
    enum Purpose {
        /// A followed feed is kept up to date.
        case following
        /// A live client receives events.
        case client
        /// A single request, which leaves room for clients.
        case request
    }

    private let environment: FeedEnvironment
    private let grace: RxTimeInterval
    /// The maximum number of live feeds that aren't followed.
    private let maximum: Int
    private let site: @Sendable () -> Site
    private let dismissed = ReplaySubject<Void>.create(bufferSize: 1)
    private let stopped = ReplaySubject<Void>.create(bufferSize: 1)
    /// Names this run of the server.
    private let run = String(UInt64(Date().timeIntervalSince1970 * 1000), radix: 36)
    private let epochs = Counter()
    private let state = Mutex(State())

    init(_ environment: FeedEnvironment, grace: Duration, maximum: Int, site: @escaping @Sendable () -> Site) {
        self.environment = environment
        let (seconds, attoseconds) = grace.components
        self.grace = .milliseconds(Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
        self.maximum = maximum
        self.site = site
    }

    /// Emits once, when clients must disconnect.
    var dismissal: Observable<Void> { dismissed.asObservable() }

    /// Those that are connected.
    var connected: [LiveFeed] { state.withLock { $0.entries.values.filter { $0.connections > 0 }.map(\.feed) } }

    /// The live feed if it is connected.
    func existing(_ key: LiveFeed.Key) -> LiveFeed? {
        state.withLock { state in state.entries[key].flatMap { $0.connections > 0 ? $0.feed : nil } }
    }

    /// The live feed, to subscribe to or touch immediately; nil if there are too many, or the server stops.
    ///
    /// Followed feeds and others have separate limits.
    func feed(_ key: LiveFeed.Key, for purpose: Purpose) -> LiveFeed? {
        state.withLock { state in
            if purpose == .following { state.followed.insert(key) }
            if let entry = state.entries[key] { return entry.feed }
            if state.isOver { return nil }
            let limit = purpose == .request ? (maximum + 1) / 2 : maximum
            if purpose != .following, state.others >= limit {
                state.entries = state.entries.filter { $0.value.connections > 0 }
                if state.others >= limit { return nil }
            }
            let feed = LiveFeed(key, surroundings(key))
            state.entries[key] = Entry(feed: feed)
            return feed
        }
    }

    /// Whether the live feed is kept connected because it's followed.
    func isFollowed(_ key: LiveFeed.Key) -> Bool { state.withLock { $0.followed.contains(key) } }

    /// Counts the live feed as one that isn't followed.
    func unfollow(_ key: LiveFeed.Key) { state.withLock { _ = $0.followed.remove(key) } }

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

    private func surroundings(_ key: LiveFeed.Key) -> LiveFeed.Surroundings {
        LiveFeed.Surroundings(
            environment: environment, site: site, grace: grace, stop: stopped.asObservable(),
            nextEpoch: { [run, epochs] in run + String(epochs.next(), radix: 36) },
            connection: { [weak self] isConnected in self?.note(isConnected, key) })
    }

    private func note(_ isConnected: Bool, _ key: LiveFeed.Key) {
        state.withLock { state in
            state.entries[key]?.connections += isConnected ? 1 : -1
            if !isConnected, state.entries[key]?.connections == 0 { state.entries[key] = nil }
        }
    }
}

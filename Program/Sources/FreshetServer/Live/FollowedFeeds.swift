import FeedStore
import Feeds
import Freshet
import Synchronization

/// The followed feeds as last read, kept connected so that they are refreshed without viewers.
final class FollowedFeeds: Sendable {
    /// What the store contained at once.
    struct Reading: Sendable {
        /// Increases with each reading of the store.
        let number: Int
        /// The store's version.
        let version: Int
        let items: [FollowedFeed]
        let unread: UnreadCounts
        /// Changes with the unread items.
        var unreadHash = 0
    }

    // Subscriptions are added and removed one by one as the list changes, which a stream can't express.
    fileprivate struct State {
        var snapshot = Reading(number: 0, version: -1, items: [], unread: UnreadCounts())
        // The epoch is random: pages of an earlier run of the server show other counts.
        var unread = UnreadState(
            id: EventID(epoch: "unread" + String(UInt64.random(in: .min ... .max), radix: 36), number: 0),
            counts: UnreadCounts())
        /// The live feeds to keep connected.
        var wanted: Set<LiveFeed.Key> = []
        var changes = 0
        var subscriptions: [LiveFeed.Key: any Disposable] = [:]
    }

    private let state = Mutex(State())
    private let changed = BehaviorRelay(value: ())

    /// In the order in which they were added.
    var items: [FollowedFeed] { state.withLock { $0.snapshot.items } }
    /// The number of unread items.
    var unread: UnreadCounts { state.withLock { $0.snapshot.unread } }
    /// The same, with an id for clients that show it.
    var unreadState: UnreadState { state.withLock { $0.unread } }
    /// The version of the store that was read last; -1 before the first reading.
    var storeVersion: Int { state.withLock { $0.snapshot.version } }
    /// Changes with the list and its settings.
    var version: Int { state.withLock { $0.changes } }

    /// Names that version for clients that show the list.
    var listID: EventID { state.withLock { EventID(epoch: $0.unread.id.epoch, number: $0.changes) } }

    /// What is unread now, and after each change; see ``UnreadState/id``.
    var unreadStates: Observable<UnreadState> {
        // Read when it is delivered, so that an older state never follows a newer one.
        changed.map { self.unreadState }.distinctUntilChanged()
    }

    /// Whether the live feed is kept connected.
    func contains(_ key: LiveFeed.Key) -> Bool { state.withLock { $0.wanted.contains(key) } }

    /// Applies what was read, unless something newer has been applied: connects added feeds and disconnects removed ones.
    func apply(_ snapshot: Reading, _ feeds: LiveFeeds) {
        let changes = state.withLock { $0.apply(snapshot) }
        guard let (missing, dropped, respaced) = changes else { return }
        for subscription in dropped { subscription.dispose() }
        // A watch that waits for the end of the old interval wouldn't notice the new one.
        for key in respaced { feeds.existing(key)?.refresh() }
        for key in missing {
            guard let live = feeds.feed(key, for: .client) else { break }
            let subscription = live.followed.subscribe()
            let isWanted = state.withLock { state in
                guard state.wanted.contains(key), state.subscriptions[key] == nil else { return false }
                state.subscriptions[key] = subscription
                return true
            }
            if !isWanted { subscription.dispose() }
        }
        changed.accept(())
    }
}

extension FollowedFeeds.State {
    /// The live feeds to connect, the subscriptions to dispose of, and the live feeds with another interval than before; nil if the
    /// snapshot is out of date.
    fileprivate mutating func apply(
        _ next: FollowedFeeds.Reading
    ) -> (missing: [LiveFeed.Key], dropped: [any Disposable], respaced: [LiveFeed.Key])? {
        guard next.number > snapshot.number else { return nil }
        let intervals = Dictionary(snapshot.items.map { ($0.feed, $0.settings.interval) }) { first, _ in first }
        let isSameList = snapshot.items == next.items
        if !isSameList { changes += 1 }
        // A refresh may remove as many unread items as it adds.
        if !isSameList || snapshot.unreadHash != next.unreadHash || snapshot.unread != next.unread {
            let id = EventID(epoch: unread.id.epoch, number: unread.id.number + 1)
            unread = UnreadState(id: id, counts: next.unread)
        }
        snapshot = next
        let refreshed = next.items.filter { $0.settings.interval != .never }
        wanted = Set(refreshed.map(\.liveKey))
        let dropped = subscriptions.filter { !wanted.contains($0.key) }
        for key in dropped.keys { subscriptions[key] = nil }
        return (
            refreshed.map(\.liveKey).filter { subscriptions[$0] == nil }, Array(dropped.values),
            refreshed.filter { item in intervals[item.feed].map { $0 != item.settings.interval } ?? false }
                .map(\.liveKey)
        )
    }
}

extension FollowedFeed {
    fileprivate var liveKey: LiveFeed.Key { LiveFeed.Key(feed, PageQuery(feed.controls)) }
}

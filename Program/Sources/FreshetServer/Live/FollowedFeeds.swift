import FeedStore
import Feeds
import Freshet
import Synchronization

/// The followed feeds as last read, kept connected so that they are refreshed without viewers.
final class FollowedFeeds: Sendable {
    // Subscriptions are added and removed one by one as the list changes, which a stream can't express.
    private struct State {
        var items: [FollowedItem] = []
        var unread = UnreadCounts()
        var changes = 0
        var subscriptions: [Feed: any Disposable] = [:]
    }

    private let state = Mutex(State())

    /// In the order in which they were added.
    var items: [FollowedItem] { state.withLock { $0.items } }
    /// The number of unread items.
    var unread: UnreadCounts { state.withLock { $0.unread } }
    /// Changes with the list and its settings.
    var version: Int { state.withLock { $0.changes } }

    /// Replaces the unread counts.
    func set(_ unread: UnreadCounts) { state.withLock { $0.unread = unread } }

    /// Replaces the list; connects added feeds and disconnects removed ones.
    func set(_ items: [FollowedItem], _ feeds: LiveFeeds) {
        let (missing, dropped, respaced) = state.withLock { state in
            let intervals = Dictionary(state.items.map { ($0.feed, $0.settings.interval) }) { first, _ in first }
            let respaced = items.filter { item in intervals[item.feed].map { $0 != item.settings.interval } ?? false }
            if state.items != items { state.changes += 1 }
            state.items = items
            let wanted = Set(items.filter { $0.settings.interval != .never }.map(\.feed))
            let dropped = state.subscriptions.filter { !wanted.contains($0.key) }
            for feed in dropped.keys { state.subscriptions[feed] = nil }
            let missing = items.map(\.feed).filter { wanted.contains($0) && state.subscriptions[$0] == nil }
            return (missing, dropped, respaced.map(\.feed).filter(wanted.contains))
        }
        for (feed, subscription) in dropped {
            feeds.unfollow(LiveFeed.Key(feed, PageQuery(feed.controls)))
            subscription.dispose()
        }
        // A watch that waits for the end of the old interval wouldn't notice the new one.
        for feed in respaced { feeds.existing(LiveFeed.Key(feed, PageQuery(feed.controls)))?.refresh() }
        for feed in missing {
            guard let live = feeds.feed(LiveFeed.Key(feed, PageQuery(feed.controls)), for: .following) else { return }
            let subscription = live.followed.subscribe()
            let isWanted = state.withLock { state in
                guard state.items.contains(where: { $0.feed == feed }), state.subscriptions[feed] == nil else {
                    return false
                }
                state.subscriptions[feed] = subscription
                return true
            }
            if !isWanted { subscription.dispose() }
        }
    }
}

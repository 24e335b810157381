import FeedStore
import Feeds
import Freshet
import Synchronization

/// The followed feeds as last read.
final class FollowedFeeds: Sendable {
    /// The contents of the store at one moment.
    struct Reading: Sendable {
        /// Increases with each reading of the store.
        let number: Int
        /// The store's change number.
        let changeNumber: Int
        let items: [FollowedFeed]
        let unread: UnreadCounts
        /// Changes with the unread items.
        var unreadHash = 0
        var preferences = AccountSettings()
    }

    fileprivate struct State {
        var snapshot = Reading(number: 0, changeNumber: -1, items: [], unread: UnreadCounts())
        // The epoch is random: pages of an earlier run of the server show other counts.
        var unread = UnreadState(
            id: EventID(epoch: "unread" + String(UInt64.random(in: .min ... .max), radix: 36), number: 0),
            counts: UnreadCounts())
        /// The live feeds that the schedule of polls refreshes without viewers.
        var polled: Set<LiveFeed.Key> = []
        var keys: Set<FeedKey> = []
        var changes = 0
    }

    private let state = Mutex(State())
    private let changed = BehaviorRelay(value: ())

    /// In the order in which they were added.
    var items: [FollowedFeed] { state.withLock { $0.snapshot.items } }
    /// The number of unread items.
    var unread: UnreadCounts { state.withLock { $0.snapshot.unread } }
    /// The unread state, with an id for clients that show it.
    var unreadState: UnreadState { state.withLock { $0.unread } }
    /// The account's settings of the page.
    var preferences: AccountSettings { state.withLock { $0.snapshot.preferences } }
    /// The change number of the store that was read last; -1 before the first reading.
    var storeChangeNumber: Int { state.withLock { $0.snapshot.changeNumber } }
    /// Changes with the list and its settings.
    var version: Int { state.withLock { $0.changes } }

    /// Names that version for clients that show the list.
    var listID: EventID { state.withLock { EventID(epoch: $0.unread.id.epoch, number: $0.changes) } }

    /// Emits the current unread state, and the state after each change; see ``UnreadState/id``.
    var unreadStates: Observable<UnreadState> {
        // Read when it is delivered, so that an older state never follows a newer one.
        changed.map { self.unreadState }.distinctUntilChanged()
    }

    /// True if the live feed is refreshed without viewers, so that it doesn't count among the others.
    func contains(_ key: LiveFeed.Key) -> Bool { state.withLock { $0.polled.contains(key) } }

    /// True if any of these feeds is followed.
    func contains(anyOf keys: Set<FeedKey>) -> Bool {
        let followed = state.withLock { $0.keys }
        return keys.count < followed.count ? keys.contains(where: followed.contains) : !keys.isDisjoint(with: followed)
    }

    /// Applies what was read, unless something newer has been applied.
    ///
    /// - Returns: true if the list has changed.
    @discardableResult
    func apply(_ snapshot: Reading, _ feeds: LiveFeeds) -> Bool {
        guard let (isNewList, respaced) = state.withLock({ $0.apply(snapshot) }) else { return false }
        // A watch that waits for the end of the old interval wouldn't notice the new one.
        for key in respaced { feeds.existing(key)?.refresh() }
        changed.accept(())
        return isNewList
    }
}

extension FollowedFeeds.State {
    /// Applies a newer reading; returns nil if the reading is out of date.
    ///
    /// - Returns: true if the list is new, and the live feeds with another interval than before.
    fileprivate mutating func apply(
        _ next: FollowedFeeds.Reading
    ) -> (isNewList: Bool, respaced: [LiveFeed.Key])? {
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
        polled = Set(refreshed.map(\.liveKey))
        keys = Set(next.items.map(\.feed.key))
        let respaced = refreshed.filter { item in
            intervals[item.feed].map { $0 != item.settings.interval } ?? false
        }
        return (!isSameList, respaced.map(\.liveKey))
    }
}

extension FollowedFeed {
    fileprivate var liveKey: LiveFeed.Key { LiveFeed.Key(feed, PageQuery(feed.controls)) }
}

/// The unread counts of the followed feeds, as of one reading of the store.
struct UnreadState: Sendable, Hashable {
    /// Changes with the counts and the items, and with the names and folders of the feeds.
    let id: EventID
    let counts: UnreadCounts
}

import FeedStore
import Platform
import Synchronization

/// Shows the items of a long refresh before they are stored.
///
/// It merges them with the stored items, marks and rules, and reads those again after the store changes.
final class PartialRefresh: Sendable {
    /// The part that has arrived so far.
    struct Part {
        let items: [any FeedItem]
        /// The ids of items that arrive as read.
        let read: Set<String>
        let progress: Progress?
        /// Counts the parts of a refresh.
        let number: Int
    }

    private struct State {
        var part: Part?
        var stored: StoredFeed?
        var filter: MuteFilter?
        /// The marks of items that the feed doesn't list yet, where other feeds list them or a reader has marked them.
        var marks: [ItemKey: ItemMarks] = [:]
        /// The items whose marks have been looked up.
        var known: Set<ItemKey> = []
        /// The change number of the store that this state reflects; nil before the first read.
        var changeNumber: Int?
        /// The items that have been shown and aren't listed, also if others have displaced them since.
        var items: [ItemKey: (shown: ShownItem, at: Date)] = [:]
        /// The ids of items that arrive as read.
        var read: Set<String> = []
    }

    private let feed: any FeedDescription
    private let request: FeedRequest
    private let environment: FeedEnvironment
    private let state = Mutex(State())

    /// The account that it shows items to.
    fileprivate var account: Account.ID { environment.store.account }

    init(_ feed: any FeedDescription, _ request: FeedRequest, in environment: FeedEnvironment) {
        (self.feed, self.request, self.environment) = (feed, request, environment)
    }

    /// The state to show once these items have arrived. Called by one thread at a time. Fails as the store does.
    func show(_ items: [any FeedItem], read: Set<String>, _ progress: Progress?) throws -> FeedState {
        let number = (state.withLock { $0.part }?.number ?? 0) + 1
        return try show(Part(items: items, read: read, progress: progress, number: number))
    }

    /// Shows what has arrived for another load of the feed, which refreshes it; nil if that is nothing new.
    func show(partOf others: [PartialRefresh]) throws -> FeedState? {
        let parts = others.filter { $0.feed.key == feed.key && $0.request.days == request.days }
            .compactMap { other in other.state.withLock { $0.part } }
        guard let newest = parts.max(by: { $0.number < $1.number }),
            newest.number > state.withLock({ $0.part?.number ?? 0 })
        else { return nil }
        return try show(newest)
    }

    private func show(_ part: Part) throws -> FeedState {
        let (store, now) = (environment.store, environment.now())
        var next = state.withLock { $0 }
        let changeNumber = try store.changeNumber()
        let stored: StoredFeed
        if let known = next.stored, changeNumber == next.changeNumber {
            stored = known
        } else {
            stored = try feed.stored(request, in: environment)
            (next.stored, next.filter) = (stored, try store.muteFilter(for: feed.key))
            (next.marks, next.known, next.changeNumber) = ([:], [], changeNumber)
        }
        let visible = stored.shown(part.items, next.filter, at: now)
        var shown = stored.joined(
            by: visible, read: part.read, request.limit, .refreshing(part.progress))
        let unlisted = shown.items.indices.filter { shown.items[$0].firstSeenAt == nil }
        let keys = unlisted.map { ItemKey(scope: feed.scope, id: shown.items[$0].entry.id) }
        next.marks.merge(try store.marks(of: keys.filter { !next.known.contains($0) })) { $1 }
        next.known.formUnion(keys)
        next.read.formUnion(part.read)
        next.part = part
        for (index, key) in zip(unlisted, keys) {
            if let marks = next.marks[key] { shown.items[index].marks = marks }
            next.items[key] = (shown.items[index], next.items[key]?.at ?? now)
        }
        let changed = next
        state.withLock { $0 = changed }
        return shown
    }

    /// An item that was shown, with the marks that it had then.
    func item(_ key: ItemKey, of feed: FeedKey) -> ShownItem? {
        feed == self.feed.key ? state.withLock { $0.items[key]?.shown } : nil
    }

    /// The items that were shown and that a selection contains.
    func keys(in selection: ItemSelection) -> [ItemKey] {
        guard selection.feeds.name(feed.key), !selection.isMuted else { return [] }
        return state.withLock { $0.items }.filter { _, item in
            (selection.isUnread ?? item.shown.isUnread) == item.shown.isUnread
                && (selection.isSaved ?? item.shown.isSaved) == item.shown.isSaved
                && (selection.before.map { (item.shown.entry.date ?? item.at) < $0 } ?? true)
                && (selection.firstSeenBy.map { item.at <= $0 } ?? true)
        }.map(\.key)
    }

    /// The items that were shown, in the form in which they will be stored; nil if there are none.
    func refresh(with keys: [ItemKey], at date: Date) throws -> FeedUpdate? {
        let (items, read) = state.withLock { state in (keys.compactMap { state.items[$0]?.shown }, state.read) }
        if items.isEmpty { return nil }
        return FeedUpdate(
            feed: feed.key, scope: feed.scope, items: try items.map { try $0.item.stored() }, mode: .merge,
            fetchedAt: date, read: read)
    }
}

/// The refreshes of an environment and its copies that show items before they store them.
final class PartialRefreshes: Sendable {
    private let arrivals = Mutex<[ObjectIdentifier: PartialRefresh]>([:])

    /// The arrivals of all accounts that aren't over.
    var all: [PartialRefresh] { arrivals.withLock { Array($0.values) } }

    /// The arrivals that aren't over and show items to an account.
    func current(of account: Account.ID) -> [PartialRefresh] { all.filter { $0.account == account } }

    func begin(_ arrival: PartialRefresh) { arrivals.withLock { $0[ObjectIdentifier(arrival)] = arrival } }

    /// The items are stored or lost now.
    func end(_ arrival: PartialRefresh) {
        // Freed after the lock has been released.
        _ = arrivals.withLock { $0.removeValue(forKey: ObjectIdentifier(arrival)) }
    }
}

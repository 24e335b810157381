public import FeedStore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Marks, visits and lists of items.
///
/// Each function blocks the calling thread on the store, and fails with a ``FeedStoreError``.
extension FeedEnvironment {
    /// Marks items. Returns the keys of the changed ones, for undo.
    @discardableResult
    public func mark(_ items: [ItemKey], as mark: Mark) throws -> [ItemKey] {
        try store.mark(items, as: mark, at: now())
    }

    /// Marks all items of a selection. Returns the keys of the changed ones, for undo.
    @discardableResult
    public func mark(all selection: ItemSelection, as mark: Mark) throws -> [ItemKey] {
        try store.mark(all: selection, as: mark, at: now())
    }

    /// Records a visit now; see ``FeedState/lastVisitAt``.
    public func visit(_ feed: FeedKey) throws { try store.visit(feed, at: now()) }

    /// When the previous visit ended, as seen by a visit now; nil if there was none. Records nothing.
    public func lastVisit(of feed: FeedKey) throws -> Date? { try store.lastVisit(of: feed, at: now()) }

    /// Items of several feeds, newest first; saved items by when they were saved.
    public func items(_ selection: ItemSelection, limit: Int?) throws -> ListedItems {
        let list = try store.items(selection, limit: limit)
        return ListedItems(list.items, total: list.total, mutedCount: list.mutedCount, catalog)
    }

    /// The numbers of unread items: in all followed feeds, and in each.
    public func unreadCounts() throws -> UnreadCounts { try store.unreadCounts() }

    /// The state with current marks from the store; everything else stays.
    public func remarked(_ state: FeedState, of feed: Feed) throws -> FeedState {
        let stored = try store.items(of: feed.key, ids: state.items.map(\.entry.id))
        let known = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
        let snapshot = try store.snapshot(of: feed.key, order: .newest, limit: 0)
        var state = state
        state.unreadCount = snapshot.unreadCount
        state.mutedCount = snapshot.mutedCount
        for index in state.items.indices {
            guard let item = known[state.items[index].entry.id] else { continue }
            state.items[index].isUnread = item.isUnread
            state.items[index].isSaved = item.isSaved
            state.items[index].isHighlighted = item.isHighlighted
        }
        return state
    }
}

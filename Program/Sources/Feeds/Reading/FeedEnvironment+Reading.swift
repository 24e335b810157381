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
    ///
    /// Those that a refresh of this environment has shown but not yet stored are marked with the others; the store gets their marks
    /// when the refresh ends.
    @discardableResult
    public func mark(_ items: [ItemKey], as mark: Mark) throws -> [ItemKey] {
        let arriving = arriving.mark(items, as: mark)
        let stored = Set(try store.mark(items, as: mark, at: now()))
        return items.filter { arriving.contains($0) || stored.contains($0) }
    }

    /// Marks all stored items of a selection. Returns the keys of the changed ones, for undo.
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

    /// The state with the current marks; everything else stays.
    public func remarked(_ state: FeedState, of feed: Feed) throws -> FeedState {
        let stored = try store.items(of: feed.key, ids: state.items.map(\.entry.id))
        let known = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
        let snapshot = try store.snapshot(of: feed.key, order: .newest, limit: 0)
        var state = state
        state.unreadCount = snapshot.unreadCount
        state.mutedCount = snapshot.mutedCount
        for index in state.items.indices {
            let id = state.items[index].entry.id
            guard let item = known[id] else {
                let key = ItemKey(scope: feed.description.scope, id: id)
                if let shown = arriving.item(key, of: feed.key) {
                    state.items[index].isUnread = shown.isUnread
                    state.items[index].isSaved = shown.isSaved
                }
                continue
            }
            state.items[index].isUnread = item.isUnread
            state.items[index].isSaved = item.isSaved
            state.items[index].isHighlighted = item.isHighlighted
        }
        return state
    }
}

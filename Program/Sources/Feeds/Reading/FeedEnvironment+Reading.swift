import FeedStore
import Platform

/// Marks, visits and lists of items.
///
/// Each function blocks the calling thread on the store, and fails with a ``FeedStoreError``.
extension FeedEnvironment {
    /// Marks items. Returns the keys of the changed ones, for undo.
    ///
    /// Those that a refresh of this environment has shown but not yet stored are stored with their marks, even if the refresh fails later.
    ///
    /// - Parameter groupsStories: whether the other items of their stories become read, unread and unsaved, too.
    @discardableResult
    package func mark(_ items: [ItemKey], as mark: Mark, groupsStories: Bool = true) throws -> [ItemKey] {
        let now = now()
        let arriving = try ownArrivals.compactMap { try $0.refresh(with: items, at: now) }
        return try store.mark(items, as: mark, groupsStories: groupsStories, storing: arriving, at: now)
    }

    /// Marks items like ``mark(_:as:)``, so that ``undo(_:)`` can take it back.
    package func mark(each items: [ItemKey], as mark: Mark) throws -> Marking {
        let now = now()
        let arriving = try ownArrivals.compactMap { try $0.refresh(with: items, at: now) }
        return try store.mark(each: items, as: mark, groupsStories: true, storing: arriving, at: now)
    }

    /// Marks all items of a selection, also those that its feed shows but hasn't stored.
    package func mark(all selection: ItemSelection, as mark: Mark) throws {
        let arriving = ownArrivals.flatMap { $0.keys(in: selection) }
        try store.mark(all: selection, as: mark, at: now())
        try self.mark(arriving, as: mark, groupsStories: selection.groupsStories)
    }

    /// Marks the same items as ``mark(all:as:)``, so that ``undo(_:)`` can take it back.
    package func mark(each selection: ItemSelection, as mark: Mark) throws -> Marking {
        let now = now()
        let arriving = try ownArrivals.compactMap { try $0.refresh(with: $0.keys(in: selection), at: now) }
        return try store.mark(each: selection, as: mark, storing: arriving, at: now)
    }

    /// Undoes markings, by their ``Marking/number``: items that were marked otherwise since keep that.
    ///
    /// Returns the keys of the changed ones; nil if the account has none of the markings, or if they are too old.
    @discardableResult
    package func undo(_ markings: [Int64]) throws -> [ItemKey]? { try store.undo(markings, at: now()) }

    /// Records a visit now; see ``FeedState/lastVisitAt``.
    ///
    /// Does nothing for a feed that the account may not read: those that it visits are searched, too.
    package func visit(_ feed: FeedKey) throws {
        if let known = catalog.feed(feed), try !mayRead(known.description) { return }
        try store.visit(feed, at: now())
    }

    /// When the previous visit ended, as seen by a visit now; nil if there was none. Records nothing.
    package func lastVisit(of feed: FeedKey) throws -> Date? { try store.lastVisit(of: feed, at: now()) }

    /// Items of several feeds, newest first; saved items by when they were saved.
    package func items(_ selection: ItemSelection, offset: Int = 0, limit: Int?) throws -> ListedItems {
        let list = try store.items(selection, offset: offset, limit: limit)
        return ListedItems(list.items, total: list.total, mutedCount: list.mutedCount, catalog)
    }

    /// Reads a list in parts, in the order of ``items(_:offset:limit:)``, so that a long one needs little memory.
    ///
    /// - Parameters:
    ///   - limit: the number of items to read; nil for all.
    ///   - body: called with each part; returns whether to go on.
    /// - Returns: the list without its items.
    package func forEachPart(
        of selection: ItemSelection, limit: Int?, _ body: ([ListedItems.Item]) throws -> Bool
    ) throws -> ListedItems {
        var unreadable = 0
        let list = try store.forEachPart(of: selection, limit: limit) { items in
            let part = ListedItems(items, total: items.count, catalog)
            unreadable += part.unreadable
            return try body(part.items)
        }
        return ListedItems(items: [], total: list.total, mutedCount: list.mutedCount, unreadable: unreadable)
    }

    /// The numbers of unread items: in all followed feeds, and in each. What several tell counts once.
    package func unreadCounts() throws -> UnreadCounts { try store.unreadCounts(groupsStories: true) }

    /// The state with the current marks; everything else stays.
    /// - Parameter snapshot: the feed without items; nil reads it.
    package func remarked(_ state: FeedState, of feed: Feed, _ snapshot: Snapshot? = nil) throws -> FeedState {
        let scope = feed.description.scope
        let keys = state.items.map { ItemKey(scope: scope, id: $0.entry.id) }
        let marks = try store.marks(of: keys)
        let snapshot = try snapshot ?? store.snapshot(of: feed.key, order: .newest, limit: 0)
        var state = state
        state.unreadCount = snapshot.unreadCount
        state.mutedCount = snapshot.mutedCount
        for (index, key) in zip(state.items.indices, keys) {
            guard var marks = marks[key] else { continue }
            if snapshot.absorbed.contains(key) { marks.isUnread = false }
            state.items[index].marks = marks
        }
        return state
    }
}

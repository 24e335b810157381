import FeedStore
import Platform

/// Marks, visits and lists of items.
///
/// Each function blocks the calling thread on the store, and fails with a ``FeedStoreError``.
extension FeedEnvironment {
    /// Marks items. Returns the keys of the changed ones, for undo.
    ///
    /// Items that a refresh of this environment has shown but not yet stored are stored with their marks, even if the refresh fails later.
    ///
    /// - Parameter groupsStories: true to mark the other items of their stories as read, unread or unsaved, too.
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

    /// The end of the previous visit, as seen by a visit now; nil if there was none. Records nothing.
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
    ///   - body: called with each part; returns true to go on.
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

extension FeedEnvironment {
    /// An item of a feed, listed or not; nil if it is unknown or unreadable for this version.
    ///
    /// The item is stored, or shown by a refresh of this environment that isn't over. Blocks the calling thread; fails with a
    /// ``FeedStoreError``.
    package func item(_ id: String, of feed: Feed) throws -> ListedItems.Item? {
        guard try mayRead(feed.description) else { return nil }
        let key = ItemKey(scope: feed.description.scope, id: id)
        // Looked up first: it may be stored meanwhile.
        let arriving = ownArrivals.lazy.compactMap { $0.item(key, of: feed.key) }.first
        if let stored = try store.items(of: feed.key, ids: [id]).first {
            return feed.description.decoded([stored]).first.map { ListedItems.Item(shown: $0, feed: feed) }
        }
        guard var shown = arriving else { return nil }
        if let marks = try store.marks(of: [key])[key] { shown.marks = marks }
        return ListedItems.Item(shown: shown, feed: feed)
    }
}

extension FeedCatalog {
    /// The feed of the comments on an item; nil if the item has none that Freshet reads, or is one of them.
    package func discussion(of item: ListedItems.Item) -> Feed? {
        let entry = item.shown.entry
        var address = entry.discussion
        if address == nil, case .web(let url) = entry.link { address = url }
        guard let address, let feed = feed(pasted: address.absoluteString), feed.description.isDiscussion,
            feed != item.feed
        else { return nil }
        // An item whose own page is there has a discussion if its comments are counted: advertisements have none.
        if entry.discussion == nil, feed.upstream.id == item.feed.upstream.id, entry.measure("comments") == nil {
            return nil
        }
        return feed
    }
}

/// Labels of items.
///
/// Each function blocks the calling thread on the store, and fails with a ``FeedStoreError`` or a ``LabelError``.
extension FeedEnvironment {
    /// The account's labels, in alphabetical order.
    package func labels() throws -> [Label] { try store.labels() }

    /// Gives items labels, and takes others from them. Returns the keys of the items that changed.
    ///
    /// Items that a refresh has shown but not yet stored are stored, as ``mark(_:as:)`` does.
    @discardableResult
    package func changeLabels(
        of items: [ItemKey], adding added: [String], removing removed: [String] = []
    ) throws -> [ItemKey] {
        let now = now()
        let arriving = try ownArrivals.compactMap { try $0.refresh(with: items, at: now) }
        return try store.changeLabels(of: items, adding: added, removing: removed, storing: arriving, at: now)
    }

    /// Renames a label, or merges it into the one that has the name; false if there is no such label.
    @discardableResult
    package func renameLabel(_ name: String, to other: String) throws -> Bool {
        try store.renameLabel(name, to: other, at: now())
    }

    /// Removes a label from all items; false if there is no such label.
    @discardableResult
    package func removeLabel(_ name: String) throws -> Bool { try store.removeLabel(name, at: now()) }
}

/// Items of several feeds.
package struct ListedItems: Sendable {
    /// An item and a feed that lists it.
    package struct Item: Sendable {
        /// The item with its marks.
        package var shown: ShownItem
        /// A feed that lists the item; a followed feed if one lists it.
        package let feed: Feed
        /// The time at which the item was saved; nil if it isn't, or for an item that wasn't read from the store.
        package let savedAt: Date?
        /// The story that the item represents; nil for an item that is by itself. Its marks are the story's.
        package var story: StoryGroup?

        /// An item of a feed.
        package init(shown: ShownItem, feed: Feed, savedAt: Date? = nil, story: StoryGroup? = nil) {
            self.shown = shown
            self.feed = feed
            self.savedAt = savedAt
            self.story = story
        }

        /// The item's key, the same in all feeds that list it.
        package var key: ItemKey { ItemKey(scope: feed.description.scope, id: shown.entry.id) }
    }

    /// The readable items, in the order of the list.
    package var items: [Item]
    /// The number of items without a limit.
    package var total: Int
    /// The number of further items that rules hide.
    package var mutedCount: Int
    /// The number of items that this version can't read.
    package var unreadable: Int

    /// A list of items.
    package init(items: [Item], total: Int, mutedCount: Int = 0, unreadable: Int = 0) {
        self.items = items
        self.total = total
        self.mutedCount = mutedCount
        self.unreadable = unreadable
    }

    init(_ stored: [StoredItem], total: Int, mutedCount: Int = 0, _ catalog: FeedCatalog) {
        self.mutedCount = mutedCount
        var feeds: [FeedKey: Feed] = [:]
        items = stored.compactMap { item in
            guard let feed = feeds[item.feed] ?? catalog.feed(item.feed) else { return nil }
            feeds[item.feed] = feed
            return feed.description.decoded([item]).first.map { shown in
                Item(shown: shown, feed: feed, savedAt: item.savedAt, story: item.story)
            }
        }
        unreadable = stored.count - items.count
        self.total = total
    }
}

import SQL
import Platform

extension FeedStore {
    /// Marks the items; items that are neither stored nor among `arriving` are ignored.
    ///
    /// Looks each item up. Saving shows an item that a rule mutes; unsaving hides it again.
    ///
    /// - Parameters:
    ///   - groupsStories: true to mark the other items of their stories as read, unread and unsaved, too.
    ///   - arriving: refreshes in progress. Marking one of their items stores it without listing it; the feed's commit lists it.
    ///   An unsaved item that isn't listed within 30 days is removed.
    /// - Returns: the items that changed, for undo.
    @discardableResult
    package func mark(
        _ items: [ItemKey], as mark: Mark, groupsStories: Bool = false, storing arriving: [FeedUpdate] = [],
        at date: Date
    ) throws -> [ItemKey] {
        if items.isEmpty { return [] }
        return try write { db in
            for refresh in arriving { try ItemWriter(db: db, scope: refresh.scope).add(refresh) }
            let writer = MarkWriter(db: db)
            let items = groupsStories ? try StoryRows.voices(of: items, as: mark, db) : items
            return try items.filter { try writer.mark($0, as: mark, at: date) }
        }
    }

    /// The marks of those items that are stored, listed or not.
    package func marks(of items: [ItemKey]) throws -> [ItemKey: ItemMarks] {
        if items.isEmpty { return [:] }
        return try read { db in
            var marks: [ItemKey: ItemMarks] = [:]
            for key in items {
                guard let columns = try db.row(Self.marks, [key.id, key.scope, db.account]) else { continue }
                marks[key] = ItemMarks(
                    isUnread: try columns.flag(0), isSaved: try columns.optionalInteger(1) != nil,
                    isHighlighted: try columns.flag(2), labels: LabelQueries.names(try columns.optionalText(3)))
            }
            return marks
        }
    }

    private static let marks = """
        SELECT \(ReadState.isUnread("item.id", "?3")), mark.saved_at, coalesce(mark.is_highlighted, 0),
            \(LabelQueries.names(of: "item.id", "?3"))
        FROM item \(ReadState.mark(of: "item.id", "?3")) WHERE item.key = ?1 AND item.scope = ?2
        """

    /// Marks every item of the selection. Marking whole feeds as read costs the same for any number of items, if the selection
    /// doesn't group stories.
    ///
    /// Whole feeds become read with what rules hide there.
    package func mark(all selection: ItemSelection, as mark: Mark, at date: Date) throws {
        try write { db in
            let others = try Self.othersOfStories(db, selection, mark)
            if mark == .read, selection.isWholeFeeds {
                let last = try db.lastArrival()
                try Self.readAll(try Self.feeds(db, selection), through: last, db, selection, date)
            }
            if !(mark == .read && Self.isCovered(selection)) { try Self.markChanging(db, selection, mark, date) }
            for other in others { _ = try MarkWriter(db: db).mark(other.id, as: mark, at: date) }
        }
    }

    /// Marks every item of the selection like ``mark(all:as:at:)``, reads the keys of those that change, and records them, so
    /// that ``undo(_:at:)`` can take it back.
    ///
    /// - Parameter arriving: refreshes in progress, whose items are stored and marked, too.
    @discardableResult
    package func mark(
        each selection: ItemSelection, as mark: Mark, storing arriving: [FeedUpdate] = [], at date: Date
    ) throws -> Marking {
        try write { db in
            // Items that arrive later stay unread, because nobody has seen them.
            let last = mark == .read && selection.isWholeFeeds ? try db.lastArrival() : 0
            var keys = try Self.changing(db, selection, mark) { ItemKey(scope: try $0.text(1), id: try $0.text(2)) }
            var changed: Set<Int64> = []
            let others = try Self.othersOfStories(db, selection, mark)
            if !keys.isEmpty, mark == .read, selection.isWholeFeeds {
                let feeds = try Self.feeds(db, selection)
                let before = try Self.unread(in: feeds, db)
                try Self.readAll(feeds, through: last, db, selection, date)
                changed = before.subtracting(try Self.unread(in: feeds, db))
            }
            if !keys.isEmpty, !(mark == .read && Self.isCovered(selection)) {
                changed.formUnion(try Self.markChanging(db, selection, mark, date))
            }
            for other in others where try MarkWriter(db: db).mark(other.id, as: mark, at: date) {
                keys.append(other.key)
                changed.insert(other.id)
            }
            for refresh in arriving {
                let items = ItemWriter(db: db, scope: refresh.scope)
                try items.add(refresh)
                for item in refresh.items {
                    let key = ItemKey(scope: refresh.scope, id: item.id)
                    guard try MarkWriter(db: db).mark(key, as: mark, at: date), let id = try items.find(item.id) else {
                        continue
                    }
                    keys.append(key)
                    changed.insert(id)
                }
            }
            if changed.isEmpty { return Marking(items: keys) }
            return Marking(
                items: keys,
                number: try UndoableMarks(db: db).record(changed, as: mark, shown: keys.count, at: date))
        }
    }

    /// Undoes markings of this account, by their ``Marking/number``, in one transaction.
    ///
    /// Items that were marked otherwise since, or read again one by one, keep that. The last 100 markings of an account can be
    /// undone, for a day. Undoing a marking again changes nothing.
    /// - Returns: the items that changed, in the order of arrival, without those that rules hide; nil if none of the markings
    ///   can be undone.
    @discardableResult
    package func undo(_ markings: [Int64], at date: Date) throws -> [ItemKey]? {
        try write { db in
            let writer = UndoableMarks(db: db)
            // The last one first: an earlier one may have changed the same items.
            let undone = try markings.sorted(by: >).compactMap { try writer.undo($0, at: date) }
            return undone.isEmpty ? nil : try writer.shownKeys(Array(Set(undone.joined())))
        }
    }

    /// The number of shown items that a marking changed; nil if it can't be undone.
    package func shownCount(of marking: Int64, at date: Date) throws -> Int? {
        try read { try UndoableMarks(db: $0).shown(marking, at: date) }
    }

    private static func feeds(_ db: StoreTransaction, _ selection: ItemSelection) throws -> [Int64] {
        try SelectionStatement.feeds(db, selection.feeds) ?? SelectionStatement.allFeeds(db)
    }

    private static func readAll(
        _ feeds: [Int64], through last: Int64, _ db: StoreTransaction, _ selection: ItemSelection, _ date: Date
    ) throws {
        let through = ReadWatermark(db: db)
        let absorbed = selection.groupsStories ? try absorbed(outside: feeds, db) : []
        for feed in feeds { try through.readAll(feed, through: last, firstSeenBy: selection.firstSeenBy, at: date) }
        for item in absorbed { _ = try MarkWriter(db: db).mark(item, as: .read, at: date) }
    }

    /// True if the feeds' numbers alone mark the selection as read. They exclude items that were marked as unread meanwhile, and
    /// saved items that no feed lists.
    private static func isCovered(_ selection: ItemSelection) -> Bool {
        selection.isWholeFeeds && selection.firstSeenBy == nil && selection.feeds != .all
    }

    /// The unread items of feeds, including hidden and unlisted ones.
    private static func unread(in feeds: [Int64], _ db: StoreTransaction) throws -> Set<Int64> {
        let listings = UnreadListings(
            feeds: "IN " + SelectionStatement.list(feeds), account: "?1", hidesMuted: false, current: "IN (0, 1)")
        return Set(try db.integers(listings.ids, [db.account], isReused: false))
    }

    /// The other items of the stories of which a mark of the selection changes some; those that arrived later stay as they are.
    private static func othersOfStories(
        _ db: StoreTransaction, _ selection: ItemSelection, _ mark: Mark
    ) throws -> [StoryRows.Member] {
        guard selection.groupsStories, mark != .saved, let stories = try StoryRows(db) else { return [] }
        let chosen = try SelectionStatement(db, changing(selection, mark) ?? selection)
        var found: Set<Int64> = [], numbers: Set<Int64> = []
        for row in try db.rows(chosen.inStories, chosen.arguments, isReused: false) {
            found.insert(try row.integer(0))
            numbers.insert(try row.integer(1))
        }
        return try stories.rows(of: numbers).filter { $0.members.contains { found.contains($0.id) } }
            .flatMap(\.members)
            .filter { member in
                let isChanged =
                    switch mark {
                    case .read: !member.isRead
                    case .unread: member.isRead
                    case .saved, .unsaved: member.savedAt != nil
                    }
                return isChanged && !found.contains(member.id)
                    && member.arrivedAt <= selection.firstSeenBy ?? .distantFuture
            }
    }

    /// The unread items outside some feeds that are shown as read because the others of their stories were read earlier. They
    /// would be shown as unread if marking the feeds made that later.
    private static func absorbed(outside feeds: [Int64], _ db: StoreTransaction) throws -> [Int64] {
        try unreadStories(in: ItemQueries.followed(db), db).flatMap(\.absorbed)
            .filter { Set($0.value).isDisjoint(with: feeds) }.map(\.key)
    }

    /// Marks item by item; returns the items that changed.
    @discardableResult
    private static func markChanging(
        _ db: StoreTransaction, _ selection: ItemSelection, _ mark: Mark, _ date: Date
    ) throws -> [Int64] {
        let items = try changing(db, selection, mark) { try $0.integer(0) }
        return try items.filter { try MarkWriter(db: db).mark($0, as: mark, at: date) }
    }

    /// The items of a selection that a mark would change.
    private static func changing<T>(
        _ db: StoreTransaction, _ selection: ItemSelection, _ mark: Mark, _ read: (SQLRow) throws -> T
    ) throws -> [T] {
        guard let selection = changing(selection, mark) else { return [] }
        let chosen = try SelectionStatement(db, selection)
        return try db.rows(chosen.keys, chosen.arguments, isReused: false).map(read)
    }

    /// The part of a selection that a mark would change; nil for none.
    private static func changing(_ selection: ItemSelection, _ mark: Mark) -> ItemSelection? {
        var selection = selection
        let value = mark == .read || mark == .saved
        if mark.isOfReading {
            if selection.isUnread == !value { return nil }
            selection.isUnread = value
        } else {
            if selection.isSaved == value { return nil }
            selection.isSaved = !value
        }
        return selection
    }

    /// Returns the items of the selection with at most `limit` items; nil returns all.
    ///
    /// Newest first, undated items by when they were first seen. With `isSaved` true, most recently saved first. Each item
    /// comes once, under a followed feed if one lists it.
    ///
    /// Finds the ordered ids first, then reads the items within the limit.
    /// - Parameter offset: the number of items to leave out before the first one.
    package func items(_ selection: ItemSelection, offset: Int = 0, limit: Int?) throws -> ItemList {
        try read { db in
            let chosen = try SelectionStatement(db, selection)
            let limit = limit.map { max(0, $0) }
            let muted = try mutedCount(db, selection)
            if let grouped = try GroupedSelection(db, selection, chosen) {
                let (ids, total) = try grouped.ids(chosen, offset: max(0, offset), limit: limit, db)
                return ItemList(
                    items: try grouped.rows.grouped(self.items(ids[...], chosen, db), ids[...]), total: total,
                    mutedCount: muted)
            }
            if chosen.isIndexed, offset <= 0 {
                return ItemList(
                    items: try database.rows(of: "items", db, chosen.items(limit: limit ?? .max, db), isReused: false) {
                        try $0.item()
                    },
                    total: try db.count(chosen.count, isReused: false), mutedCount: muted)
            }
            // Each condition is tested once, for the items and for their number.
            let ids = try db.integers(chosen.ids, chosen.arguments, isReused: false)
            let found = ids.dropFirst(max(0, offset)).prefix(limit ?? ids.count)
            return ItemList(items: try items(found, chosen, db), total: ids.count, mutedCount: muted)
        }
    }

    /// The items with these ids, in their order.
    func items(
        _ ids: ArraySlice<Int64>, _ chosen: SelectionStatement, _ db: StoreTransaction
    ) throws -> [StoredItem] {
        if ids.isEmpty { return [] }
        return try database.rows(of: "items", db, chosen.items(ids, db), isReused: false) { try $0.item() }
    }

    func mutedCount(_ db: StoreTransaction, _ selection: ItemSelection) throws -> Int {
        if try selection.isMuted || selection.isSaved == true || selection.label != nil || !MutedListings.exist(db) {
            return 0
        }
        var muted = selection
        muted.isMuted = true
        let chosen = try SelectionStatement(db, muted)
        return try db.count(chosen.count, chosen.arguments, isReused: false)
    }

    /// The unread items of all followed feeds.
    ///
    /// Counts by the indexes of listings and of marks. With stories, reads those of unread items, too.
    /// - Parameter groupsStories: true to count a story once; see ``ItemSelection/groupsStories``.
    package func unreadCounts(groupsStories: Bool = false) throws -> UnreadCounts {
        try unread(groupsStories: groupsStories).counts
    }

    /// The unread items of all followed feeds, and a number that changes with them even if their count doesn't.
    ///
    /// Different items may have the same number by coincidence: it is the sum of their ids.
    package func unread(groupsStories: Bool = false) throws -> (counts: UnreadCounts, hash: Int) {
        try read { db in
            var unread = try Self.unread(db)
            var counts = UnreadCounts(total: unread.total)
            let keys = try db.rows(ItemQueries.followedKeys, [db.account]).map {
                (feed: FeedKey(try $0.text(0)), id: try $0.optionalInteger(1))
            }
            if groupsStories {
                let names = Dictionary(keys.compactMap { key in key.id.map { ($0, key.feed) } }) { first, _ in first }
                for story in try Self.unreadStories(in: try ItemQueries.followed(db), db) {
                    for feed in story.absorbed.flatMap(\.value) { unread.byFeed[feed, default: 0] -= 1 }
                    let hidden = story.items.keys.sorted().dropFirst() + story.absorbed.keys
                    counts.total -= hidden.count
                    unread.hash = hidden.reduce(unread.hash) { $0 &- Int($1) }
                    if story.items.count > 1 {
                        counts.stories.append(story.items.values.map { $0.compactMap { names[$0] } })
                    }
                }
            }
            for key in keys { counts.byFeed[key.feed] = key.id.flatMap { unread.byFeed[$0] } ?? 0 }
            return (counts, unread.hash)
        }
    }

    /// The unread items of a story, with the feeds that list them as unread.
    struct UnreadStory {
        var items: [Int64: [Int64]] = [:]
        /// The unread items that joined the story after it was read.
        var absorbed: [Int64: [Int64]] = [:]
    }

    /// The stories of unread items of feeds.
    ///
    /// - Parameter feeds: a condition on `feed.id`. `?2` is the parameter.
    static func unreadStories(
        in feeds: String, _ db: StoreTransaction, _ parameter: Int64? = nil
    ) throws -> [UnreadStory] {
        let listings = UnreadListings(
            feeds: feeds, account: "?1", hidesMuted: try MutedListings.exist(db))
        let sql = """
            SELECT unread.id, unread.feed_id, story.story_id FROM (\(listings.sql)) AS unread
            CROSS JOIN story ON story.item_id = unread.id
            """
        var listed: [Int64: [Int64]] = [:], stories: [Int64: Int64] = [:]
        for row in try db.rows(sql, parameter.map { [db.account, $0] } ?? [db.account], isReused: db.keepsOrder) {
            listed[try row.integer(0), default: []].append(try row.integer(1))
            stories[try row.integer(0)] = try row.integer(2)
        }
        guard !stories.isEmpty, let rows = try StoryRows(db) else { return [] }
        let whole = try rows.whole(stories)
        let unread = whole.values.map { items in
            UnreadStory(items: Dictionary(uniqueKeysWithValues: items.map { ($0, listed[$0] ?? []) }))
        }
        return try unread
            + rows.rows(of: Set(stories.values).subtracting(whole.keys)).map { row in
                var story = UnreadStory()
                for member in row.members {
                    guard let feeds = listed[member.id] else { continue }
                    if member.isAbsorbed { story.absorbed[member.id] = feeds } else { story.items[member.id] = feeds }
                }
                return story
            }
    }

    /// The numbers of unread items by the ids of followed feeds, of all together, and the sum of their ids.
    private static func unread(_ db: StoreTransaction) throws -> (byFeed: [Int64: Int], total: Int, hash: Int) {
        let listings = UnreadListings(
            feeds: try ItemQueries.followed(db), account: "?1", hidesMuted: try MutedListings.exist(db))
        var byFeed: [Int64: Int] = [:]
        var total = 0, hash = 0, shared = 0
        for row in try db.rows(listings.sums, [db.account], isReused: db.keepsOrder) {
            let count = try row.count(1)
            byFeed[try row.integer(0), default: 0] += count
            total += count
            hash &+= try row.count(2)
            shared += try row.count(3)
        }
        if shared == 0 { return (byFeed, total, hash) }
        // Items in several feeds count once: the others, and then these.
        let once = try db.row(listings.shared, [db.account], isReused: db.keepsOrder)
        hash = try hash &- (once?.optionalCount(2) ?? 0) &+ (once?.optionalCount(1) ?? 0)
        return (byFeed, total - shared + (try once?.count(0) ?? 0), hash)
    }
}

extension Mark {
    /// True for the marks `read` and `unread`.
    var isOfReading: Bool { self == .read || self == .unread }
}

extension ItemSelection {
    /// True if the unread items of the selection are all those of its feeds, up to when they were first seen.
    fileprivate var isWholeFeeds: Bool {
        var others = self
        others.firstSeenBy = nil
        return isUnread != false && isSaved == nil && label == nil && others.isForAllTimes && words.isEmpty && !isMuted
    }
}

import SQL
public import Platform

extension FeedStore {
    /// Marks the items; items that are neither stored nor among `arriving` are ignored.
    ///
    /// Looks each item up. Saving shows an item that a rule mutes; unsaving hides it again.
    ///
    /// - Parameter arriving: refreshes in progress. Marking one of their items stores it without listing it; the feed's commit lists it.
    ///   An unsaved item that isn't listed within 30 days is removed.
    /// - Returns: the items that changed, for undo.
    @discardableResult
    public func mark(
        _ items: [ItemKey], as mark: Mark, storing arriving: [Refresh] = [], at date: Date
    ) throws -> [ItemKey] {
        if items.isEmpty { return [] }
        return try write { db in
            for refresh in arriving { try ItemWriter(db: db, scope: refresh.scope).add(refresh) }
            let writer = MarkWriter(db: db)
            return try items.filter { try writer.mark($0, as: mark, at: date) }
        }
    }

    /// The marks of those items that are stored, listed or not.
    public func marks(of items: [ItemKey]) throws -> [ItemKey: ItemMarks] {
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

    /// Marks every item of the selection. Marking whole feeds as read costs the same for any number of items.
    ///
    /// Whole feeds become read with what rules hide there.
    public func mark(all selection: ItemSelection, as mark: Mark, at date: Date) throws {
        try write { db in
            if mark == .read, selection.isWholeFeeds {
                let last = try db.lastArrival()
                try Self.readAll(try Self.feeds(db, selection), through: last, db, selection, date)
                if Self.isCovered(selection) { return }
            }
            try Self.markChanging(db, selection, mark, date)
        }
    }

    /// Marks every item of the selection like ``mark(all:as:at:)``, reads the keys of those that change, and records them, so
    /// that ``undo(_:at:)`` can take it back.
    ///
    /// - Parameter arriving: refreshes in progress, whose items are stored and marked, too.
    @discardableResult
    public func mark(
        each selection: ItemSelection, as mark: Mark, storing arriving: [Refresh] = [], at date: Date
    ) throws -> Marking {
        try write { db in
            // What arrives from now on stays unread, because nobody has seen it.
            let last = mark == .read && selection.isWholeFeeds ? try db.lastArrival() : 0
            var keys = try Self.changing(db, selection, mark) { ItemKey(scope: try $0.text(1), id: try $0.text(2)) }
            var changed: Set<Int64> = []
            if !keys.isEmpty, mark == .read, selection.isWholeFeeds {
                let feeds = try Self.feeds(db, selection)
                let before = try Self.unread(in: feeds, db)
                try Self.readAll(feeds, through: last, db, selection, date)
                changed = before.subtracting(try Self.unread(in: feeds, db))
            }
            if !keys.isEmpty, !(mark == .read && Self.isCovered(selection)) {
                changed.formUnion(try Self.markChanging(db, selection, mark, date))
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
                number: try MarkingWriter(db: db).record(changed, as: mark, shown: keys.count, at: date))
        }
    }

    /// Undoes markings of this account, by their ``Marking/number``, in one transaction.
    ///
    /// Items that were marked otherwise since, or read again one by one, keep that. The last 100 markings of an account can be
    /// undone, for a day. Undoing a marking again changes nothing.
    /// - Returns: the items that changed, in the order of arrival, without those that rules hide; nil if none of the markings
    ///   can be undone.
    @discardableResult
    public func undo(_ markings: [Int64], at date: Date) throws -> [ItemKey]? {
        try write { db in
            let writer = MarkingWriter(db: db)
            // The last one first: an earlier one may have changed the same items.
            let undone = try markings.sorted(by: >).compactMap { try writer.undo($0, at: date) }
            return undone.isEmpty ? nil : try writer.shownKeys(Array(Set(undone.joined())))
        }
    }

    /// The number of items that a marking of this account changed, without those that rules hide; nil if it can't be undone.
    public func shownCount(of marking: Int64, at date: Date) throws -> Int? {
        try read { try MarkingWriter(db: $0).shown(marking, at: date) }
    }

    private static func feeds(_ db: StoreTransaction, _ selection: ItemSelection) throws -> [Int64] {
        try SelectionStatement.feeds(db, selection.feeds) ?? SelectionStatement.allFeeds(db)
    }

    private static func readAll(
        _ feeds: [Int64], through last: Int64, _ db: StoreTransaction, _ selection: ItemSelection, _ date: Date
    ) throws {
        let through = ReadThrough(db: db)
        for feed in feeds { try through.readAll(feed, through: last, firstSeenBy: selection.firstSeenBy, at: date) }
    }

    /// Whether the feeds' numbers alone mark the selection as read. They exclude items that were marked as unread meanwhile, and
    /// saved items that no feed lists.
    private static func isCovered(_ selection: ItemSelection) -> Bool {
        selection.isWholeFeeds && selection.firstSeenBy == nil && selection.feeds != .all
    }

    /// The unread items of feeds, including hidden ones and those that the feeds no longer list.
    private static func unread(in feeds: [Int64], _ db: StoreTransaction) throws -> Set<Int64> {
        let listings = UnreadListings(
            feeds: "IN " + SelectionStatement.list(feeds), account: "?1", hidesMuted: false, current: "IN (0, 1)")
        return Set(try db.integers(listings.ids, [db.account], isReused: false))
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
        var selection = selection
        let value = mark == .read || mark == .saved
        if mark.isOfReading {
            if selection.isUnread == !value { return [] }
        } else if selection.isSaved == value {
            return []
        }
        if mark.isOfReading { selection.isUnread = value } else { selection.isSaved = !value }
        let chosen = try SelectionStatement(db, selection)
        return try db.rows(chosen.keys, chosen.arguments, isReused: false).map(read)
    }

    /// Returns the items of the selection with at most `limit` items; nil returns all.
    ///
    /// Newest first, undated items by when they were first seen. With `isSaved` true, most recently saved first. Each item
    /// comes once, under a followed feed if one lists it.
    ///
    /// Finds the ordered ids first, then reads the items within the limit.
    /// - Parameter offset: the number of items to leave out before the first one.
    public func items(_ selection: ItemSelection, offset: Int = 0, limit: Int?) throws -> ItemList {
        try read { db in
            let chosen = try SelectionStatement(db, selection)
            let limit = limit.map { max(0, $0) }
            let muted = try mutedCount(db, selection)
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
            let items =
                found.isEmpty
                ? [] : try database.rows(of: "items", db, chosen.items(found, db), isReused: false) { try $0.item() }
            return ItemList(items: items, total: ids.count, mutedCount: muted)
        }
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
    /// Counts by the indexes of listings and of marks.
    public func unreadCounts() throws -> UnreadCounts { try unread().counts }

    /// The unread items of all followed feeds, and a number that changes with them even if there are as many as before.
    ///
    /// Different items may have the same number by coincidence: it is the sum of their ids.
    public func unread() throws -> (counts: UnreadCounts, hash: Int) {
        try read { db in
            let unread = try Self.unread(db)
            var counts = UnreadCounts(total: unread.total)
            for row in try db.rows(ItemQueries.followedKeys, [db.account]) {
                counts.byFeed[FeedKey(try row.text(0))] = try row.optionalInteger(1).flatMap { unread.byFeed[$0] } ?? 0
            }
            return (counts, unread.hash)
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
    /// Whether the mark says that the item is read or unread.
    fileprivate var isOfReading: Bool { self == .read || self == .unread }
}

extension ItemSelection {
    /// Whether the unread items of the selection are all those of its feeds, up to when they were first seen.
    fileprivate var isWholeFeeds: Bool {
        var others = self
        others.firstSeenBy = nil
        return isUnread != false && isSaved == nil && label == nil && others.isForAllTimes && words.isEmpty && !isMuted
    }
}

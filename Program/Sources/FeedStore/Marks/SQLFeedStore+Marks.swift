import SQL
public import Platform

extension SQLFeedStore {
    /// Looks each item up. Saving shows an item that a rule mutes; unsaving hides it again.
    @discardableResult
    public func mark(
        _ items: [ItemKey], as mark: Mark, storing arriving: [Refresh], at date: Date
    ) throws -> [ItemKey] {
        if items.isEmpty { return [] }
        return try write { db in
            for refresh in arriving { try ItemWriter(db: db, scope: refresh.scope).add(refresh) }
            let writer = MarkWriter(db: db)
            return try items.filter { try writer.mark($0, as: mark, at: date) }
        }
    }

    /// Looks each item up.
    public func marks(of items: [ItemKey]) throws -> [ItemKey: ItemMarks] {
        if items.isEmpty { return [:] }
        return try read { db in
            var marks: [ItemKey: ItemMarks] = [:]
            for key in items {
                guard let columns = try db.row(Self.marks, [key.id, key.scope, db.account]) else { continue }
                marks[key] = ItemMarks(
                    isUnread: try columns.flag(0), isSaved: try columns.optionalInteger(1) != nil,
                    isHighlighted: try columns.flag(2))
            }
            return marks
        }
    }

    private static let marks = """
        SELECT \(ReadState.isUnread("item.id", "?3")), mark.saved_at, coalesce(mark.is_highlighted, 0)
        FROM item \(ReadState.mark(of: "item.id", "?3")) WHERE item.key = ?1 AND item.scope = ?2
        """

    /// Whole feeds are marked as read by one row each; otherwise marks each item.
    public func mark(all selection: ItemSelection, as mark: Mark, at date: Date) throws {
        try write { try Self.mark($0, selection, mark, date) }
    }

    /// Reads the keys first, in the order of `items(_:limit:)`.
    @discardableResult
    public func mark(each selection: ItemSelection, as mark: Mark, at date: Date) throws -> [ItemKey] {
        try write { db in
            let keys = try Self.changing(db, selection, mark) { ItemKey(scope: try $0.text(1), id: try $0.text(2)) }
            if !keys.isEmpty { try Self.mark(db, selection, mark, date) }
            return keys
        }
    }

    private static func mark(
        _ db: StoreTransaction, _ selection: ItemSelection, _ mark: Mark, _ date: Date
    ) throws {
        if mark == .read, selection.isWholeFeeds {
            let feeds = try SelectionStatement.feeds(db, selection.feeds) ?? SelectionStatement.allFeeds(db)
            let through = ReadThrough(db: db)
            for feed in feeds { try through.readAll(feed, firstSeenBy: selection.firstSeenBy, at: date) }
            // What the feeds' numbers don't cover: items marked as unread meanwhile, and saved ones that no feed lists.
            if selection.firstSeenBy == nil, selection.feeds != .all { return }
        }
        let items = try changing(db, selection, mark) { try $0.integer(0) }
        for item in items { _ = try MarkWriter(db: db).mark(item, as: mark, at: date) }
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

    /// Finds the ordered ids first, then reads the items within the limit.
    public func items(_ selection: ItemSelection, offset: Int, limit: Int?) throws -> ItemList {
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

    private func mutedCount(_ db: StoreTransaction, _ selection: ItemSelection) throws -> Int {
        if try selection.isMuted || selection.isSaved == true || !MutedListings.exist(db) { return 0 }
        var muted = selection
        muted.isMuted = true
        let chosen = try SelectionStatement(db, muted)
        return try db.count(chosen.count, chosen.arguments, isReused: false)
    }

    /// Adds up the ids of the items that ``unreadCounts()`` counts.
    public func unreadHash() throws -> Int { try read { try Self.unread($0).hash } }

    /// Counts by the indexes of listings and of marks.
    public func unreadCounts() throws -> UnreadCounts {
        try read { db in
            let unread = try Self.unread(db)
            var counts = UnreadCounts(total: unread.total)
            for row in try db.rows(ItemQueries.followedKeys, [db.account]) {
                counts.byFeed[FeedKey(try row.text(0))] = try row.optionalInteger(1).flatMap { unread.byFeed[$0] } ?? 0
            }
            return counts
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
        return isUnread != false && isSaved == nil && others.isForAllTimes && words.isEmpty && !isMuted
    }
}

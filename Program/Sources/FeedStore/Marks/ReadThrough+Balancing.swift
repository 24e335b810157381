import Platform
import SQL
import WebText

/// Moves the numbers of feeds where many items were marked one by one.
extension ReadThrough {
    /// How many exceptions a feed may have before its number is moved.
    private static let fewExceptions = 16

    private struct Unread {
        let id: Int64
        let seq: Int64
    }

    /// Moves the numbers of feeds so that few items differ from what the numbers say, without changing what is unread.
    ///
    /// Counting and listing what is unread passes each such item: those that are read behind a number, and unread before it.
    func balance(_ feeds: Set<Int64>) throws {
        let last = try db.lastArrival()
        let unread = try unread(in: feeds)
        for feed in feeds.sorted() { try balance(feed, unread[feed] ?? [], through: last) }
        try endExceptions()
    }

    /// Makes items that are read unread again: moves the numbers of their feeds back where that leaves fewer exceptions, and
    /// marks the others.
    ///
    /// - Returns: the items that changed.
    func makeUnread(_ items: [Int64], at date: Date) throws -> [Int64] {
        let last = try db.lastArrival()
        var unread: [Int64: [Unread]] = [:]
        for part in MarkingWriter.batches(items) {
            let sql = """
                SELECT listing.item_id, listing.feed_id, listing.seq FROM listing
                JOIN reading ON reading.account_id = ?1 AND reading.feed_id = listing.feed_id
                WHERE listing.item_id IN \(SelectionStatement.list(Array(part)))
                """
            unread.merge(try Self.byFeed(db.rows(sql, [db.account], isReused: false)), uniquingKeysWith: +)
        }
        unread.merge(try self.unread(in: Set(unread.keys)), uniquingKeysWith: +)
        for (feed, unread) in unread.sorted(by: { $0.key < $1.key }) {
            try balance(feed, unread, through: last, undoneAt: date)
        }
        var changed: [Int64] = []
        for part in MarkingWriter.batches(items) {
            // The numbers have made most of them unread.
            let isUnread = Set(try self.unread(among: part))
            changed += try part.filter {
                try isUnread.contains($0) || MarkWriter(db: db).mark($0, as: .unread, at: date)
            }
        }
        db.noteMarked([])
        return changed
    }

    private func unread(among items: ArraySlice<Int64>) throws -> [Int64] {
        let sql = """
            SELECT item.id FROM item \(ReadState.mark(of: "item.id", "?1"))
            WHERE item.id IN \(SelectionStatement.list(Array(items))) AND \(ReadState.condition("item.id", "?1"))
            """
        return try db.integers(sql, [db.account], isReused: false)
    }

    /// The unread items of feeds, including those that the feeds no longer list.
    private func unread(in feeds: Set<Int64>) throws -> [Int64: [Unread]] {
        let listings = UnreadListings(
            feeds: "IN " + SelectionStatement.list(feeds.sorted()), account: "?1", hidesMuted: false,
            current: "IN (0, 1)")
        return try Self.byFeed(db.rows(listings.sql, [db.account], isReused: false))
    }

    private static func byFeed(_ rows: [SQLRow]) throws -> [Int64: [Unread]] {
        var listed: [Int64: [Unread]] = [:]
        for row in rows {
            listed[try row.integer(1), default: []].append(Unread(id: try row.integer(0), seq: try row.integer(2)))
        }
        return listed
    }

    /// Makes the numbers of marks negative that say what the feeds' numbers say.
    private func endExceptions() throws {
        try db.execute(
            """
            UPDATE mark SET seq = -seq WHERE account_id = ?1 AND seq > 0 AND CASE WHEN read_at IS NULL THEN EXISTS (
                SELECT 1 FROM listing JOIN reading ON reading.account_id = ?1 AND reading.feed_id = listing.feed_id
                WHERE listing.item_id = mark.item_id AND listing.is_shared = 0 AND listing.seq > reading.read_through)
            ELSE NOT EXISTS (
                SELECT 1 FROM listing LEFT JOIN reading
                    ON reading.account_id = ?1 AND reading.feed_id = listing.feed_id
                WHERE listing.item_id = mark.item_id AND listing.seq > coalesce(reading.read_through, 0)) END
            """, [db.account])
    }

    /// Takes back what ``endExceptions()`` did to the account's marks of read items in a part of a feed. Those of unread ones
    /// say nothing any more.
    func makeExceptions(of feed: Int64, after first: Int64, through last: Int64) throws {
        try db.execute(
            """
            UPDATE mark SET seq = -seq WHERE account_id = ?1 AND seq < 0 AND read_at IS NOT NULL AND item_id IN (
                SELECT item_id FROM listing WHERE feed_id = ?2 AND is_current IN (0, 1) AND seq > ?3 AND seq <= ?4)
            """, [db.account, feed, first, last])
    }

    /// Takes it back for all accounts, before another feed lists items.
    func makeExceptions(of items: [Int64]) throws {
        var marks = TableRows("mark", "item_id")
        for item in items { marks.append(item) }
        try marks.update(db, and: "seq = -seq", where: "seq < 0 AND read_at IS NOT NULL")
    }

    /// Moves a feed's number if that leaves far fewer exceptions; for an undo, which has yet to write them, if it leaves fewer.
    ///
    /// - Parameters:
    ///   - unread: what is unread in the feed, with what it doesn't list now, and what is to become unread.
    ///   - last: the last arrival: what has arrived since isn't in `unread`, and stays unread.
    ///   - undone: when marks are undone; nil to keep what is unread.
    private func balance(
        _ feed: Int64, _ unread: [Unread], through last: Int64, undoneAt undone: Date? = nil
    ) throws {
        let unread = unread.filter { $0.seq <= last }.sorted { $0.seq < $1.seq }
        let known = "SELECT read_through FROM reading WHERE account_id = ? AND feed_id = ?"
        guard let before = try db.row(known, [db.account, feed])?.integer(0) else { return }
        let sql = "SELECT seq FROM listing WHERE feed_id = ? AND is_current IN (0, 1) AND seq >= ? AND seq <= ?"
        let lowest = min(before + 1, unread.first?.seq ?? .max)
        let listed = try db.integers(sql, [feed, lowest, last]).sorted()
        let places = ReadPlaces(listed: listed, unread: unread.map(\.seq))
        let best = places.best(from: before)
        let least = places.exceptions(through: best)
        if places.exceptions(through: before) <= (undone == nil ? 2 * least + Self.fewExceptions : least) { return }
        if best < before {
            try voidMarks(in: feed, listedThrough: best, markedThrough: before)
            try makeExceptions(of: feed, after: best, through: before)
            try markRead(feed, after: best, through: before, but: Set(unread.map(\.id)))
        }
        try db.execute(
            "UPDATE reading SET read_through = ? WHERE account_id = ? AND feed_id = ?", [best, db.account, feed])
        if let undone, best < before { try noteChange(of: feed, after: best, through: before, at: undone) }
        let marks = MarkWriter(db: db)
        for item in unread where item.seq <= best {
            try marks.write(item.id, ["seq": try db.next(), "read_at": nil])
            if let undone { try marks.write(item.id, ["changed_at": undone.milliseconds]) }
        }
    }

    /// Makes what became unread without a mark something that has changed; what is still read there has a mark.
    private func noteChange(of feed: Int64, after first: Int64, through last: Int64, at date: Date) throws {
        try db.execute(
            """
            UPDATE reading SET marked_from = ?, marked_through = ?, marked_at = ? WHERE account_id = ? AND feed_id = ?
            """, [first, last, date.milliseconds, db.account, feed])
    }

    /// Adds marks to the items that are read by the feed's number alone. The marks get the numbers of the items' arrival, since
    /// no later mark exists.
    private func markRead(_ feed: Int64, after first: Int64, through last: Int64, but unread: Set<Int64>) throws {
        let sql = """
            SELECT item.id, \(ReadState.readAt("item.id", "?1")), listing.seq FROM listing JOIN item ON item.id = listing.item_id
            \(ReadState.mark(of: "item.id", "?1"))
            WHERE listing.feed_id = ?2 AND listing.is_current IN (0, 1) AND listing.seq > ?3 AND listing.seq <= ?4
                AND mark.read_at IS NULL
            """
        let marks = MarkWriter(db: db)
        for row in try db.rows(sql, [db.account, feed, first, last]) {
            let item = try row.integer(0)
            if unread.contains(item) { continue }
            try marks.write(item, ["seq": try row.integer(2), "read_at": try row.integer(1)])
        }
    }
}

/// The numbers under which a feed lists items, and those of its unread items, both in order.
private struct ReadPlaces {
    /// The numbers of all items from the first unread one, and from the number through which the feed is read.
    let listed: [Int64]
    let unread: [Int64]

    /// How many items differ from what a number says: unread ones up to it, and read ones behind it.
    func exceptions(through number: Int64) -> Int {
        let passed = Self.count(unread, through: number)
        return passed + (listed.count - Self.count(listed, through: number)) - (unread.count - passed)
    }

    /// The number with the fewest exceptions: one before an unread item, or the last one.
    func best(from number: Int64) -> Int64 {
        let last = max(number, listed.last ?? number)
        return ([last] + unread.map { $0 - 1 }).min { exceptions(through: $0) < exceptions(through: $1) } ?? last
    }

    /// How many of some ascending numbers aren't higher than one.
    private static func count(_ numbers: [Int64], through number: Int64) -> Int {
        var range = numbers.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = numbers[middle] <= number ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}

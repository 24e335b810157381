import Platform
import SQL
import WebText

/// Moves the watermarks of an account's feeds, within the caller's transaction; see ``ReadState``.
struct ReadWatermark {
    let db: StoreTransaction

    /// Makes a feed one of the account's, if it may read it.
    func add(_ feed: Int64) throws {
        let added = try db.execute(
            """
            INSERT INTO reading (account_id, feed_id)
            SELECT ?1, id FROM feed WHERE id = ?2 AND \(FeedOwner.admits("?1")) ON CONFLICT DO NOTHING
            """, [db.account, feed])
        if added > 0 { try makeExceptions(of: feed, after: 0, through: .max) }
    }

    /// Moves a feed's watermark to its last arrival, in one row. Does nothing if nothing is unread.
    ///
    /// - Parameters:
    ///   - last: the earlier result of ``StoreTransaction/lastArrival()``: later arrivals stay unread.
    ///   - seen: leaves out items that were first seen later, and all that arrived after them; nil for none.
    func readAll(_ feed: Int64, through last: Int64, firstSeenBy seen: Date?, at date: Date) throws {
        let unread = UnreadListings(feeds: "= ?1", account: "?2", hidesMuted: false).sql
        if try db.row(unread + " LIMIT 1", [feed, db.account]) == nil { return }
        var through: Int64?
        if let seen {
            let later =
                "SELECT min(seq) FROM (\(unread)) AS unread JOIN item ON item.id = unread.id WHERE first_seen_at > ?3"
            through = try db.row(later, [feed, db.account, seen.milliseconds])?.optionalInteger(0).map { $0 - 1 }
        }
        let number = through ?? last
        try db.execute(
            """
            INSERT INTO reading (account_id, feed_id, read_through, marked_from, marked_through, marked_at)
            VALUES (?1, ?2, ?3, 0, ?3, ?4)
            ON CONFLICT (account_id, feed_id) DO UPDATE SET read_through = excluded.read_through,
                marked_from = reading.read_through, marked_through = excluded.read_through,
                marked_at = excluded.marked_at
            WHERE reading.read_through < excluded.read_through
            """, [db.account, feed, number, date.milliseconds])
        try readMarked(in: feed, through: number, markedThrough: through ?? .max, at: date)
        // Marks as read in the feed have become redundant.
        db.noteMarked([])
    }

    /// Turns marks as unread into marks as read: the items may be listed below the number from which the feed was marked.
    private func readMarked(
        in feed: Int64, through listed: Int64, markedThrough marked: Int64, at date: Date
    ) throws {
        try db.execute(
            """
            UPDATE mark SET seq = ?5, read_at = ?6 WHERE account_id = ?1 AND \(ReadState.isException) AND read_at IS NULL AND seq <= ?4
                AND EXISTS (SELECT 1 FROM listing WHERE feed_id = ?2 AND item_id = mark.item_id AND seq <= ?3)
            """, [db.account, feed, listed, marked, try db.next(), date.milliseconds])
    }

    /// Ends marks as unread below the watermark. Counting would pass them each time, and they would count again if the
    /// watermark moved back.
    func voidMarks(in feed: Int64, listedThrough listed: Int64, markedThrough marked: Int64) throws {
        try db.execute(
            """
            UPDATE mark SET seq = 0 WHERE account_id = ?1 AND \(ReadState.isException) AND read_at IS NULL AND seq <= ?4
                AND EXISTS (SELECT 1 FROM listing WHERE feed_id = ?2 AND item_id = mark.item_id AND seq <= ?3)
            """, [db.account, feed, listed, marked])
    }

    /// Makes everything in a feed read except some items, which are marked as unread unless they are the last arrivals.
    ///
    /// - Parameter last: the result of ``StoreTransaction/lastArrival()`` before the items were chosen.
    func readAll(_ feed: Int64, through last: Int64, but unread: Set<Int64>) throws {
        let latest =
            "SELECT item_id, seq FROM listing WHERE feed_id = ? AND seq > 0 AND seq <= ? ORDER BY seq DESC LIMIT ?"
        let newest = try db.rows(latest, [feed, last, unread.count])
        var (through, markedThrough) = (last, Int64.max)
        var marked = unread
        if try Set(newest.map { try $0.integer(0) }) == unread, let first = try newest.last?.integer(1) {
            (through, markedThrough, marked) = (first - 1, first - 1, [])
        }
        try db.execute(
            "UPDATE reading SET read_through = ? WHERE account_id = ? AND feed_id = ?", [through, db.account, feed])
        try voidMarks(in: feed, listedThrough: through, markedThrough: markedThrough)
        let marks = MarkWriter(db: db)
        for item in marked.sorted() { try marks.write(item, ["seq": try db.next(), "read_at": nil]) }
    }

    // MARK: Balancing

    /// Balances the feeds that list an item as the transaction ends, for one of sixteen marks.
    func noteMarked(_ item: Int64, _ number: Int64) throws {
        guard Self.isSampled(number) else { return }
        db.noteMarked(try db.integers("SELECT feed_id FROM listing WHERE item_id = ?", [item]))
    }

    /// True for one of sixteen numbers, without counting (Fibonacci hashing).
    private static func isSampled(_ number: Int64) -> Bool {
        // The first bits of a product by the golden ratio are evenly spread.
        (UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> 60 == 0
    }

    /// The number of exceptions that a feed may have before its watermark moves.
    private static let fewExceptions = 16

    private struct Unread {
        let id: Int64
        let seq: Int64
    }

    /// Moves watermarks to where they leave few exceptions, without changing what is unread.
    ///
    /// Counting and listing unread items passes each exception.
    func balance(_ feeds: Set<Int64>) throws {
        let last = try db.lastArrival()
        let unread = try unread(in: feeds)
        for feed in feeds.sorted() { try balance(feed, unread[feed] ?? [], through: last) }
        try makeRedundant()
    }

    /// Makes read items unread again: moves the watermarks of their feeds back where that leaves fewer exceptions, and marks
    /// the others.
    ///
    /// - Returns: the items that changed.
    func makeUnread(_ items: [Int64], at date: Date) throws -> [Int64] {
        let last = try db.lastArrival()
        var unread: [Int64: [Unread]] = [:]
        for part in UndoableMarks.batches(items) {
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
        for part in UndoableMarks.batches(items) {
            // The watermarks have made most of them unread.
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

    /// Makes exceptions redundant that say what the watermarks say.
    private func makeRedundant() throws {
        try db.execute(
            """
            UPDATE mark SET \(ReadState.toggleException) WHERE account_id = ?1 AND \(ReadState.isException) AND CASE WHEN read_at IS NULL THEN EXISTS (
                SELECT 1 FROM listing JOIN reading ON reading.account_id = ?1 AND reading.feed_id = listing.feed_id
                WHERE listing.item_id = mark.item_id AND listing.is_shared = 0 AND listing.seq > reading.read_through)
            ELSE NOT EXISTS (
                SELECT 1 FROM listing LEFT JOIN reading
                    ON reading.account_id = ?1 AND reading.feed_id = listing.feed_id
                WHERE listing.item_id = mark.item_id AND listing.seq > coalesce(reading.read_through, 0)) END
            """, [db.account])
    }

    /// Makes the account's redundant marks as read in a part of a feed exceptions again. Those as unread say nothing there.
    func makeExceptions(of feed: Int64, after first: Int64, through last: Int64) throws {
        try db.execute(
            """
            UPDATE mark SET \(ReadState.toggleException) WHERE account_id = ?1 AND \(ReadState.isRedundantRead) AND item_id IN (
                SELECT item_id FROM listing WHERE feed_id = ?2 AND is_current IN (0, 1) AND seq > ?3 AND seq <= ?4)
            """, [db.account, feed, first, last])
    }

    /// Makes the redundant marks as read of items exceptions again for all accounts, before another feed lists the items.
    func makeExceptions(of items: [Int64]) throws {
        var marks = TableRows("mark", "item_id")
        for item in items { marks.append(item) }
        try marks.update(db, and: ReadState.toggleException, where: ReadState.isRedundantRead)
    }

    /// Moves a feed's watermark if that leaves far fewer exceptions; for an undo, which has yet to write them, if it leaves fewer.
    ///
    /// - Parameters:
    ///   - unread: the feed's unread items, with earlier ones that it doesn't list now, and those that are to become unread.
    ///   - last: the last arrival: later ones aren't in `unread`, and stay unread.
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
        let places = WatermarkCosts(listed: listed, unread: unread.map(\.seq))
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

    /// Notes the items that became unread without a mark as changed. Items that are still read there have marks.
    private func noteChange(of feed: Int64, after first: Int64, through last: Int64, at date: Date) throws {
        try db.execute(
            """
            UPDATE reading SET marked_from = ?, marked_through = ?, marked_at = ? WHERE account_id = ? AND feed_id = ?
            """, [first, last, date.milliseconds, db.account, feed])
    }

    /// Marks the items that are read by the feed's watermark alone. The marks get the numbers of the items' arrival, since no
    /// later mark exists.
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

/// The numbers of a feed's listings, and those of its unread items, both in order.
private struct WatermarkCosts {
    /// The numbers of all items from the first unread one, and from the watermark.
    let listed: [Int64]
    let unread: [Int64]

    /// The number of exceptions that a watermark leaves: unread items below it, and read ones above it.
    func exceptions(through number: Int64) -> Int {
        let passed = Self.count(unread, through: number)
        return passed + (listed.count - Self.count(listed, through: number)) - (unread.count - passed)
    }

    /// The watermark with the fewest exceptions: just below an unread item, or the last number.
    func best(from number: Int64) -> Int64 {
        let last = max(number, listed.last ?? number)
        return ([last] + unread.map { $0 - 1 }).min { exceptions(through: $0) < exceptions(through: $1) } ?? last
    }

    /// The number of ascending numbers that aren't higher than a number, by binary search.
    private static func count(_ numbers: [Int64], through number: Int64) -> Int {
        var range = numbers.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = numbers[middle] <= number ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}

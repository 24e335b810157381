import Platform
import SQL
import WebText

/// Moves the numbers through which an account has read feeds, within the caller's transaction; see ``ReadState``.
struct ReadThrough {
    /// How many exceptions a feed may have before its number is moved.
    private static let fewExceptions = 16

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

    /// Marks everything in a feed as read, in one row. Does nothing if nothing is unread.
    ///
    /// - Parameter date: leaves out what was first seen later, and what has arrived behind it; nil for nothing.
    func readAll(_ feed: Int64, firstSeenBy seen: Date?, at date: Date) throws {
        let unread = UnreadListings(feeds: "= ?1", account: "?2", hidesMuted: false).sql
        if try db.row(unread + " LIMIT 1", [feed, db.account]) == nil { return }
        var through: Int64?
        if let seen {
            let later =
                "SELECT min(seq) FROM (\(unread)) AS unread JOIN item ON item.id = unread.id WHERE first_seen_at > ?3"
            through = try db.row(later, [feed, db.account, seen.milliseconds])?.optionalInteger(0).map { $0 - 1 }
        }
        let number = try through ?? db.next()
        try db.execute(
            """
            INSERT INTO reading (account_id, feed_id, read_through, marked_from, marked_through, marked_at)
            VALUES (?1, ?2, ?3, 0, ?3, ?4)
            ON CONFLICT (account_id, feed_id) DO UPDATE SET read_through = excluded.read_through,
                marked_from = reading.read_through, marked_through = excluded.read_through,
                marked_at = excluded.marked_at
            WHERE reading.read_through < excluded.read_through
            """, [db.account, feed, number, date.milliseconds])
        try voidMarks(in: feed, listedThrough: number, markedThrough: number)
        // Marks of read items in the feed are needed no more.
        db.noteMarked([])
    }

    /// Ends marks of unread items that no longer count, because the feed is read through a later number. Counting would pass
    /// them each time, and they would count again if its number moved back.
    private func voidMarks(in feed: Int64, listedThrough listed: Int64, markedThrough marked: Int64) throws {
        try db.execute(
            """
            UPDATE mark SET seq = 0 WHERE account_id = ?1 AND seq > 0 AND read_at IS NULL AND seq <= ?4
                AND EXISTS (SELECT 1 FROM listing WHERE feed_id = ?2 AND item_id = mark.item_id AND seq <= ?3)
            """, [db.account, feed, listed, marked])
    }

    /// Makes everything in a feed read but some items, which are marked as unread if they aren't the last to have arrived.
    func readAll(_ feed: Int64, but unread: Set<Int64>) throws {
        let last = "SELECT item_id, seq FROM listing WHERE feed_id = ? AND seq > 0 ORDER BY seq DESC LIMIT ?"
        let newest = try db.rows(last, [feed, unread.count])
        var through = try db.next()
        var marked = unread
        if try Set(newest.map { try $0.integer(0) }) == unread, let first = try newest.last?.integer(1) {
            (through, marked) = (first - 1, [])
        }
        try db.execute(
            "UPDATE reading SET read_through = ? WHERE account_id = ? AND feed_id = ?", [through, db.account, feed])
        try voidMarks(in: feed, listedThrough: through, markedThrough: through)
        let marks = MarkWriter(db: db)
        for item in marked.sorted() { try marks.write(item, ["seq": try db.next(), "read_at": nil]) }
    }

    /// Called for each item that was marked as read or unread: after some of them, the feeds that list it are balanced as the
    /// transaction ends.
    func noteMarked(_ item: Int64, _ number: Int64) throws {
        // One of sixteen, without counting: the first bits of a product by the golden ratio are those of a random number.
        guard (UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> 60 == 0 else { return }
        db.noteMarked(try db.integers("SELECT feed_id FROM listing WHERE item_id = ?", [item]))
    }

    /// Moves the numbers of feeds so that few items differ from what the numbers say, without changing what is unread.
    ///
    /// Counting and listing what is unread passes each such item: those that are read behind a number, and unread before it.
    func balance(_ feeds: Set<Int64>) throws {
        let listings = UnreadListings(
            feeds: "IN " + SelectionStatement.list(feeds.sorted()), account: "?1", hidesMuted: false,
            current: "IN (0, 1)")
        var unread: [Int64: [Unread]] = [:]
        for row in try db.rows(listings.sql, [db.account], isReused: false) {
            unread[try row.integer(1), default: []].append(Unread(id: try row.integer(0), seq: try row.integer(2)))
        }
        for feed in feeds.sorted() { try balance(feed, (unread[feed] ?? []).sorted { $0.seq < $1.seq }) }
        try endExceptions()
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
    private func makeExceptions(of feed: Int64, after first: Int64, through last: Int64) throws {
        try db.execute(
            """
            UPDATE mark SET seq = -seq WHERE account_id = ?1 AND seq < 0 AND read_at IS NOT NULL AND item_id IN (
                SELECT item_id FROM listing WHERE feed_id = ?2 AND is_current IN (0, 1) AND seq > ?3 AND seq <= ?4)
            """, [db.account, feed, first, last])
    }

    /// Takes it back for all accounts, before another feed lists an item.
    func makeExceptions(of item: Int64) throws {
        try db.execute("UPDATE mark SET seq = -seq WHERE item_id = ? AND seq < 0 AND read_at IS NOT NULL", [item])
    }

    private struct Unread {
        let id: Int64
        let seq: Int64
    }

    /// - Parameter unread: what is unread in the feed, with what it doesn't list now, in the order of arrival.
    private func balance(_ feed: Int64, _ unread: [Unread]) throws {
        let known = "SELECT read_through FROM reading WHERE account_id = ? AND feed_id = ?"
        guard let before = try db.row(known, [db.account, feed])?.integer(0) else { return }
        let sql = "SELECT seq FROM listing WHERE feed_id = ? AND is_current IN (0, 1) AND seq >= ?"
        let lowest = min(before + 1, unread.first?.seq ?? .max)
        let listed = try db.integers(sql, [feed, lowest]).sorted()
        let places = ReadPlaces(listed: listed, unread: unread.map(\.seq))
        let best = places.best(than: before)
        if places.exceptions(through: before) <= 2 * places.exceptions(through: best) + Self.fewExceptions { return }
        if best < before {
            try voidMarks(in: feed, listedThrough: best, markedThrough: before)
            try makeExceptions(of: feed, after: best, through: before)
            try markRead(feed, after: best, through: before, but: Set(unread.map(\.id)))
        }
        try db.execute(
            "UPDATE reading SET read_through = ? WHERE account_id = ? AND feed_id = ?", [best, db.account, feed])
        let marks = MarkWriter(db: db)
        for item in unread where item.seq <= best { try marks.write(item.id, ["seq": try db.next(), "read_at": nil]) }
    }

    /// Marks items that are read only because the feed's number says so.
    private func markRead(_ feed: Int64, after first: Int64, through last: Int64, but unread: Set<Int64>) throws {
        let sql = """
            SELECT item.id, \(ReadState.readAt("item.id", "?1")) FROM listing JOIN item ON item.id = listing.item_id
            \(ReadState.mark(of: "item.id", "?1"))
            WHERE listing.feed_id = ?2 AND listing.is_current IN (0, 1) AND listing.seq > ?3 AND listing.seq <= ?4
                AND mark.read_at IS NULL
            """
        let marks = MarkWriter(db: db)
        for row in try db.rows(sql, [db.account, feed, first, last]) {
            let item = try row.integer(0)
            if unread.contains(item) { continue }
            try marks.write(item, ["seq": try db.next(), "read_at": try row.integer(1)])
        }
    }
}

/// The numbers under which a feed lists items, in order, and those of its unread items.
struct ReadPlaces {
    /// The numbers of all items from the first unread one, and from the number through which the feed is read.
    let listed: [Int64]
    /// The numbers of the unread items.
    let unread: [Int64]

    /// How many items differ from what a number says: unread ones up to it, and read ones behind it.
    func exceptions(through number: Int64) -> Int {
        let passed = Self.count(unread, through: number)
        return passed + (listed.count - Self.count(listed, through: number)) - (unread.count - passed)
    }

    /// The number with the fewest exceptions: before an unread item, or the last one if everything is to be passed.
    func best(than number: Int64) -> Int64 {
        var best = max(number, listed.last ?? number)
        var fewest = unread.count
        var place = 0
        for (passed, first) in unread.enumerated() {
            while place < listed.count, listed[place] < first { place += 1 }
            let exceptions = passed + (listed.count - place) - (unread.count - passed)
            if exceptions < fewest { (best, fewest) = (first - 1, exceptions) }
        }
        return best
    }

    /// How many of some ascending numbers aren't higher than one.
    private static func count(_ numbers: [Int64], through number: Int64) -> Int {
        var range = numbers.startIndex..<numbers.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = numbers[middle] <= number ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}

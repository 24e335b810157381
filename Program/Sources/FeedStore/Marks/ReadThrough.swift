import Platform
import SQL
import WebText

/// Moves the numbers through which an account has read feeds, within the caller's transaction; see ``ReadState``.
struct ReadThrough {
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
    /// - Parameters:
    ///   - last: what ``StoreTransaction/lastArrival()`` returned before: what arrives later stays unread.
    ///   - seen: leaves out what was first seen later, and what has arrived behind it; nil for nothing.
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
        // Marks of read items in the feed are needed no more.
        db.noteMarked([])
    }

    /// Makes marks of unread items those of read ones: they may be listed before what the feed has been marked from.
    private func readMarked(
        in feed: Int64, through listed: Int64, markedThrough marked: Int64, at date: Date
    ) throws {
        try db.execute(
            """
            UPDATE mark SET seq = ?5, read_at = ?6 WHERE account_id = ?1 AND seq > 0 AND read_at IS NULL AND seq <= ?4
                AND EXISTS (SELECT 1 FROM listing WHERE feed_id = ?2 AND item_id = mark.item_id AND seq <= ?3)
            """, [db.account, feed, listed, marked, try db.next(), date.milliseconds])
    }

    /// Ends marks of unread items that no longer count, because the feed is read through a later number. Counting would pass
    /// them each time, and they would count again if its number moved back.
    func voidMarks(in feed: Int64, listedThrough listed: Int64, markedThrough marked: Int64) throws {
        try db.execute(
            """
            UPDATE mark SET seq = 0 WHERE account_id = ?1 AND seq > 0 AND read_at IS NULL AND seq <= ?4
                AND EXISTS (SELECT 1 FROM listing WHERE feed_id = ?2 AND item_id = mark.item_id AND seq <= ?3)
            """, [db.account, feed, listed, marked])
    }

    /// Makes everything in a feed read but some items, which are marked as unread if they aren't the last to have arrived.
    ///
    /// - Parameter last: what ``StoreTransaction/lastArrival()`` returned before the items were chosen.
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

    /// Called for each item that was marked as read or unread: after some of them, the feeds that list it are balanced as the
    /// transaction ends.
    func noteMarked(_ item: Int64, _ number: Int64) throws {
        // One of sixteen, without counting: the first bits of a product by the golden ratio are those of a random number.
        guard (UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> 60 == 0 else { return }
        db.noteMarked(try db.integers("SELECT feed_id FROM listing WHERE item_id = ?", [item]))
    }
}

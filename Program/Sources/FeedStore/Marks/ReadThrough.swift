import Platform
import SQL
import WebText

/// Moves the numbers through which an account has read feeds, within the caller's transaction; see ``ReadState``.
struct ReadThrough {
    /// How many marks of read items a feed may have behind its number, unless more items are unread there.
    private static let fewReads = 16

    let db: StoreTransaction

    /// Makes a feed one of the account's, if it may read it.
    func add(_ feed: Int64) throws {
        try db.execute(
            """
            INSERT INTO reading (account_id, feed_id)
            SELECT ?1, id FROM feed WHERE id = ?2 AND \(FeedOwner.admits("?1")) ON CONFLICT DO NOTHING
            """, [db.account, feed])
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
        // Earlier marks of unread items no longer count. Counting would pass them each time.
        try db.execute(
            """
            UPDATE mark SET seq = 0 WHERE account_id = ?1 AND seq > 0 AND read_at IS NULL AND seq <= ?3
                AND EXISTS (SELECT 1 FROM listing WHERE feed_id = ?2 AND item_id = mark.item_id AND seq <= ?3)
            """, [db.account, feed, number])
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
        let marks = MarkWriter(db: db)
        for item in marked.sorted() { try marks.write(item, ["seq": try db.next(), "read_at": nil]) }
    }

    /// Called for each item that was marked as read: after some of them, the numbers of the feeds that list it move, so that
    /// counting what is unread passes few items that are read.
    func noteRead(_ item: Int64, _ number: Int64) throws {
        // One of sixteen, without counting: the first bits of a product by the golden ratio are those of a random number.
        guard (UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> 60 == 0 else { return }
        let feeds = "SELECT feed_id FROM listing WHERE item_id = ?"
        for feed in try db.integers(feeds, [item]) { try advance(feed) }
    }

    /// Moves the number of a feed without changing what is unread.
    private func advance(_ feed: Int64) throws {
        let known = "SELECT read_through FROM reading WHERE account_id = ? AND feed_id = ?"
        guard let before = try db.row(known, [db.account, feed])?.integer(0) else { return }
        let unread = try db.rows(Self.unread, [feed, db.account]).map {
            (id: try $0.integer(0), seq: try $0.integer(2))
        }
        let ahead = unread.map(\.seq).filter { $0 > before }
        var through = try ahead.min().map { $0 - 1 } ?? db.next()
        let behind = "SELECT count(*) FROM listing WHERE feed_id = ? AND is_current IN (0, 1) AND seq > ?"
        if try db.count(behind, [feed, through]) - ahead.count > max(Self.fewReads, ahead.count) {
            through = try db.next()
        }
        try db.execute(
            "UPDATE reading SET read_through = ? WHERE account_id = ? AND feed_id = ?", [through, db.account, feed])
        let marks = MarkWriter(db: db)
        for item in unread where item.seq <= through {
            try marks.write(item.id, ["seq": try db.next(), "read_at": nil])
        }
    }

    /// What is unread in a feed, with what it doesn't list now.
    private static let unread = UnreadListings(
        feeds: "= ?1", account: "?2", hidesMuted: false, current: "IN (0, 1)"
    ).sql
}

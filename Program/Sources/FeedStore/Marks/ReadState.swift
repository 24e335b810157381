import SQL

/// Whether an item is read, in SQL.
///
/// An account has read an item if it marked it so, or if a feed that lists it was read through the item's number there.
/// Marking it as unread counts until a feed that lists it is read through a later number.
///
/// The number of a mark is negative if the feeds' numbers say the same without it: of a read item that they all cover, or of
/// an unread one that none covers. So the positive ones are the exceptions, which are few; see ``ReadThrough``.
enum ReadState {
    /// Joins the account's mark of an item.
    static func mark(of item: String, _ account: String) -> String {
        "LEFT JOIN mark ON mark.item_id = \(item) AND mark.account_id = \(account)"
    }

    /// Whether an item is unread, as 0 or 1, where its mark is joined.
    static func isUnread(_ item: String, _ account: String) -> String {
        "(CASE WHEN \(condition(item, account)) THEN 1 ELSE 0 END)"
    }

    /// The same as a condition.
    static func condition(_ item: String, _ account: String) -> String {
        "(mark.read_at IS NULL AND coalesce(mark.seq, 0) > coalesce((\(readThrough(item, account))), -\(Int64.max)))"
    }

    /// When an item was read that is, in milliseconds, where its mark and `item` are joined: the date of its mark, or that at
    /// which a feed was marked as a whole, or that of its arrival if it arrived as read.
    static func readAt(_ item: String, _ account: String) -> String {
        """
        coalesce(mark.read_at,
            (SELECT max(passed.marked_at) FROM listing AS place CROSS JOIN reading AS passed
            ON passed.account_id = \(account) AND passed.feed_id = place.feed_id
            WHERE place.item_id = \(item) AND place.seq <= passed.marked_through AND place.seq > passed.marked_from),
            item.first_seen_at)
        """
    }

    /// The highest number through which a feed is read that covers the item; NULL if none does.
    static func readThrough(_ item: String, _ account: String) -> String {
        """
        SELECT max(passed.read_through) FROM listing AS place CROSS JOIN reading AS passed
            ON passed.account_id = \(account) AND passed.feed_id = place.feed_id
        WHERE place.item_id = \(item) AND place.seq <= passed.read_through
        """
    }
}

/// The unread items that some feeds list, in SQL.
///
/// Reads the range of each feed's index behind its ``ReadState``, less the items in it that are marked as read, and the
/// account's marks of unread items. Only items in several feeds are compared with all of their feeds.
struct UnreadListings {
    /// A condition on `feed.id`.
    let feeds: String
    /// The expression of the account's id.
    let account: String
    /// Whether to leave out what the account's rules hide.
    let hidesMuted: Bool
    var isMutedOnly = false
    /// Which listings: those of items that the feeds list now, unless others count too.
    var current = "= 1"

    /// Rows of `id`, `feed_id`, `seq` and `is_shared`; an item in several of the feeds has several.
    var sql: String {
        "\(ahead(Self.columns))\nUNION ALL\n\(others)"
    }

    /// Rows of `id`, in any order; each item has one.
    var ids: String {
        "\(ahead("listing.item_id AS id"))\nUNION ALL\nSELECT DISTINCT id FROM (\(others)) AS others"
    }

    /// The rows of ``sql`` that may be of items in several feeds.
    private var others: String { "\(aheadShared(Self.columns))\nUNION ALL\n\(marked(Self.columns))" }

    private static let columns = """
        listing.item_id AS id, listing.feed_id AS feed_id, listing.seq AS seq, listing.is_shared AS is_shared
        """

    /// What each feed has behind its number, without items that other feeds list.
    private func ahead(_ columns: String) -> String {
        """
        SELECT \(columns) FROM \(behindNumbers) AND listing.is_shared = 0
        WHERE feed.id \(feeds) AND listing.item_id NOT IN (
            SELECT item_id FROM mark WHERE account_id = \(account) AND seq > 0 AND read_at IS NOT NULL)\(shown)
        """
    }

    /// What each feed has behind its number that other feeds list, too.
    private func aheadShared(_ columns: String) -> String {
        """
        SELECT \(columns) FROM \(behindNumbers) AND listing.is_shared = 1
        \(ReadState.mark(of: "listing.item_id", account))
        WHERE feed.id \(feeds) AND \(ReadState.condition("listing.item_id", account))\(shown)
        """
    }

    private var behindNumbers: String {
        """
        feed LEFT JOIN reading ON reading.account_id = \(account) AND reading.feed_id = feed.id
        CROSS JOIN listing ON listing.feed_id = feed.id AND listing.is_current \(current)
            AND listing.seq > coalesce(reading.read_through, 0)
        """
    }

    /// What was marked as unread later.
    private func marked(_ columns: String) -> String {
        // The plus makes SQLite search the item's few listings instead of each feed's.
        """
        SELECT \(columns)
        FROM mark CROSS JOIN listing ON listing.item_id = mark.item_id
        LEFT JOIN reading ON reading.account_id = \(account) AND reading.feed_id = listing.feed_id
        WHERE mark.account_id = \(account) AND mark.seq > 0 AND mark.read_at IS NULL
            AND listing.is_current \(current) AND +listing.feed_id \(feeds) AND listing.seq <= coalesce(reading.read_through, 0)
            AND \(ReadState.condition("listing.item_id", account))\(shown)
        """
    }

    /// For each feed its id, the number of unread items, the sum of their ids, and how many of them other feeds list, too. A
    /// feed may have three rows.
    var sums: String {
        func columns(_ feed: String) -> String {
            "\(feed), count(*), CAST(sum(listing.item_id) AS BIGINT), CAST(sum(listing.is_shared) AS BIGINT)"
        }
        // SQLite sorts nothing if it groups by the table that it begins with.
        return [
            ahead(columns("feed.id")) + " GROUP BY feed.id", aheadShared(columns("feed.id")) + " GROUP BY feed.id",
            marked(columns("listing.feed_id")) + " GROUP BY listing.feed_id",
        ].joined(separator: "\nUNION ALL\n")
    }

    /// The number of unread items that several feeds list, and the sum of their ids, each item once; then the sum of their ids,
    /// each item as often as ``sums`` has it.
    var shared: String {
        """
        SELECT count(DISTINCT id), CAST(sum(DISTINCT id) AS BIGINT), CAST(sum(id) AS BIGINT)
        FROM (\(others)) AS unread WHERE is_shared = 1
        """
    }

    private var shown: String {
        isMutedOnly ? MutedListings.only(account) : MutedListings.leftOut(hidesMuted, account)
    }
}

/// The listings that an account's rules hide, in SQL.
enum MutedListings {
    /// The row of a listing that is hidden.
    static func ofListing(_ account: String) -> String {
        """
        SELECT 1 FROM muted WHERE muted.account_id = \(account) AND muted.feed_id = listing.feed_id
            AND muted.item_id = listing.item_id
        """
    }

    /// A condition to leave hidden listings out; empty if the account hides none.
    static func leftOut(_ hides: Bool, _ account: String) -> String {
        hides ? " AND NOT EXISTS (\(ofListing(account)))" : ""
    }

    /// A condition to leave the others out.
    static func only(_ account: String) -> String { " AND EXISTS (\(ofListing(account)))" }

    /// Whether the account's rules hide any item.
    static func exist(_ db: StoreTransaction) throws -> Bool {
        try db.row("SELECT 1 FROM muted WHERE account_id = ? LIMIT 1", [db.account]) != nil
    }
}

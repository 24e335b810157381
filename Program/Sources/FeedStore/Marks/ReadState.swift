import SQL

/// The read state of an account's items, in SQL: a watermark for each feed, and marks that are exceptions to it.
///
/// ```
/// listing.seq     1   2   3   4   5 │ 6   7   8   9     the order in which the feed's items arrived
/// unread                  ●         │ ●   ●       ●
///                                   └── reading.read_through = 5: the watermark
/// exceptions              ●                   ○         3 is marked as unread, 8 as read
/// ```
///
/// - Items up to a feed's watermark are read, later ones unread. “Mark all as read” moves it to the last arrival: one row.
/// - An item that several feeds list is read if it is below the watermark of one of them.
/// - A mark overrides the watermarks. A mark as unread counts until a feed that lists the item has a watermark above the
///   mark's own number, so that marking all overrides it without touching it.
/// - A mark is an **exception** if the item's state differs from what the watermarks say without it, else **redundant**:
///   it is kept because lists say when an item was read, and apps ask for what has changed.
///
/// The number of a mark is `mark.seq`, and its sign is a flag: positive for an exception, negative for a redundant mark,
/// 0 for none of reading. An index of the exceptions alone keeps counting fast: what is unread in a feed is the range of its
/// listings above the watermark, less the exceptions in it that are read, and the exceptions that are unread.
/// ``ReadWatermark`` moves watermarks so that exceptions stay few. Only this file knows the sign.
enum ReadState {
    // MARK: Numbers of marks

    /// Holds for a mark that is an exception.
    static let isException = "seq > 0"
    /// Holds for a mark as read that is redundant.
    static let isRedundantRead = "seq < 0 AND read_at IS NOT NULL"
    /// Makes an exception redundant, and a redundant mark an exception.
    static let toggleException = "seq = -seq"
    /// The number of the joined mark; 0 without one.
    static let number = "abs(coalesce(mark.seq, 0))"

    /// Holds if the joined mark makes no item unread above a watermark.
    static func isNotUnread(above watermark: String) -> String {
        "mark.read_at IS NULL AND coalesce(mark.seq, 0) <= \(watermark)"
    }

    /// Holds for an item of one feed, unless it is marked as read: it is unread by its listing or by the joined mark.
    static func isUnread(above watermark: String) -> String { "listing.seq > \(watermark) OR mark.seq > \(watermark)" }

    // MARK: Items

    /// Joins the account's mark of an item.
    static func mark(of item: String, _ account: String) -> String {
        "LEFT JOIN mark ON mark.item_id = \(item) AND mark.account_id = \(account)"
    }

    /// 1 if an item is unread, else 0, where its mark is joined.
    static func isUnread(_ item: String, _ account: String) -> String {
        "(CASE WHEN \(condition(item, account)) THEN 1 ELSE 0 END)"
    }

    /// Holds if an item is unread, where its mark is joined.
    static func condition(_ item: String, _ account: String) -> String {
        "(mark.read_at IS NULL AND coalesce(mark.seq, 0) > coalesce((\(readThrough(item, account))), -\(Int64.max)))"
    }

    /// The date on which a read item was read, in milliseconds, where its mark and `item` are joined: the date of its mark, of
    /// “Mark all as read” in a feed, or of its arrival if it arrived as read.
    static func readAt(_ item: String, _ account: String) -> String {
        """
        coalesce(mark.read_at,
            (SELECT max(passed.marked_at) FROM listing AS place CROSS JOIN reading AS passed
            ON passed.account_id = \(account) AND passed.feed_id = place.feed_id
            WHERE place.item_id = \(item) AND place.seq <= passed.marked_through AND place.seq > passed.marked_from),
            item.first_seen_at)
        """
    }

    /// The highest watermark that the item is below; NULL without one.
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
/// Reads the range of each feed's index above its watermark, less the items in it that are marked as read, and the account's
/// marks as unread; see ``ReadState``. Only items in several feeds are compared with all of their feeds.
struct UnreadListings {
    /// A condition on `feed.id`.
    let feeds: String
    /// The expression of the account's id.
    let account: String
    /// True to leave out what the account's rules hide.
    let hidesMuted: Bool
    var isMutedOnly = false
    /// The condition on `listing.is_current`: items that the feeds list now, or earlier ones too.
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

    /// The items of each feed above its watermark, without those that other feeds list.
    private func ahead(_ columns: String) -> String {
        """
        SELECT \(columns) FROM \(aboveWatermarks) AND listing.is_shared = 0
        WHERE feed.id \(feeds) AND listing.item_id NOT IN (
            SELECT item_id FROM mark WHERE account_id = \(account) AND \(ReadState.isException) AND read_at IS NOT NULL)\(shown)
        """
    }

    /// The items of each feed above its watermark that other feeds list, too.
    private func aheadShared(_ columns: String) -> String {
        """
        SELECT \(columns) FROM \(aboveWatermarks) AND listing.is_shared = 1
        \(ReadState.mark(of: "listing.item_id", account))
        WHERE feed.id \(feeds) AND \(ReadState.condition("listing.item_id", account))\(shown)
        """
    }

    private var aboveWatermarks: String {
        """
        feed LEFT JOIN reading ON reading.account_id = \(account) AND reading.feed_id = feed.id
        CROSS JOIN listing ON listing.feed_id = feed.id AND listing.is_current \(current)
            AND listing.seq > coalesce(reading.read_through, 0)
        """
    }

    /// The items below a watermark that were marked as unread later.
    private func marked(_ columns: String) -> String {
        // The plus makes SQLite search the item's few listings instead of each feed's.
        """
        SELECT \(columns)
        FROM mark CROSS JOIN listing ON listing.item_id = mark.item_id
        LEFT JOIN reading ON reading.account_id = \(account) AND reading.feed_id = listing.feed_id
        WHERE mark.account_id = \(account) AND mark.\(ReadState.isException) AND mark.read_at IS NULL
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

    /// True if the account's rules hide any item.
    static func exist(_ db: StoreTransaction) throws -> Bool {
        try db.row("SELECT 1 FROM muted WHERE account_id = ? LIMIT 1", [db.account]) != nil
    }
}

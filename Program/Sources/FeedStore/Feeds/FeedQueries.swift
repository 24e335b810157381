import SQL

/// The statements that read feeds and the items of one feed.
enum FeedQueries {
    /// The columns of a feed.
    enum FeedColumn: String, ColumnList {
        case id, fetchedAt = "fetched_at", lastVisitAt = "last_visit_at", skipped, extra, title = "feed_title"
        case errorKind = "error_kind", errorMessage = "error_message", errorAt = "error_at", retryAt = "error_retry_at"
    }

    static let feed = "SELECT \(FeedColumn.sql) FROM feed WHERE key = ?"
    static let current = "SELECT count(*) FROM listing WHERE feed_id = ? AND is_current = 1"
    static let unread = current + " AND is_unread = 1"
    static let muted = "SELECT count(*) FROM listing WHERE feed_id = ? AND is_muted = 1"

    /// The columns of a feed in the list of all.
    enum SummaryColumn: String, ColumnList {
        case key, fetchedAt = "fetched_at"
        case errorKind = "error_kind", errorMessage = "error_message", errorAt = "error_at", retryAt = "error_retry_at"
    }

    /// Feeds with commits; other rows exist because the feed was visited.
    static let feeds = """
        SELECT \(SummaryColumn.sql) FROM feed WHERE fetched_at IS NOT NULL OR error_at IS NOT NULL ORDER BY key
        """

    /// The number of items that a filter selects.
    static func count(_ filter: ItemFilter) -> String { current + condition(filter, after: 1) }

    /// The values of a filter's conditions, in their order.
    static func arguments(_ filter: ItemFilter) -> [(any SQLValueConvertible)?] {
        [filter.kind].compactMap { $0 } + filter.words
    }

    /// - Parameter count: the number of the statement's other arguments.
    private static func condition(_ filter: ItemFilter, after count: Int) -> String {
        var condition = filter.isUnreadOnly ? " AND is_unread = 1" : ""
        if filter.kind != nil {
            condition += " AND EXISTS (SELECT 1 FROM item AS one WHERE one.id = item_id AND one.kind = ?\(count + 1))"
        }
        let first = count + (filter.kind == nil ? 1 : 2)
        for number in filter.words.indices {
            condition += " AND " + WordsFunction.condition("?\(first + number)", item: "listing.item_id")
        }
        return condition
    }

    /// Finds the ordered ids first, so that sorting doesn't move payloads. `CROSS JOIN` keeps their order.
    static func items(_ order: ItemOrder, _ filter: ItemFilter = ItemFilter()) -> String {
        """
        SELECT \(ItemColumn.sql(feed: "?1", rank: "found.rank"))
        FROM (\(ids(order, condition(filter, after: 4))) LIMIT ?3 OFFSET ?4) AS found
        CROSS JOIN item ON item.id = found.item_id CROSS JOIN content ON content.item_id = found.item_id
        """
    }

    private static func ids(_ order: ItemOrder, _ condition: String) -> String {
        let listed = "SELECT item_id, rank FROM listing WHERE feed_id = ?2 AND is_current = 1\(condition) ORDER BY "
        return switch order {
        case .newest: listed + newest
        case .ranked: listed + ranked
        case .largest:
            """
            SELECT item_id, rank FROM listing JOIN item ON item.id = item_id WHERE feed_id = ?2 AND is_current = 1\(condition)
            ORDER BY measure IS NULL, measure DESC, listing.date DESC, rank, item_id
            """
        }
    }

    static let newest = "date DESC, rank, item_id"
    static let ranked = "rank, date DESC, item_id"

    /// An item that the feed lists or listed, or that was stored for it without being listed.
    static let one = """
        SELECT \(ItemColumn.sql(feed: "?1", rank: "listing.rank")) FROM item
        LEFT JOIN listing ON feed_id = ?2 AND listing.item_id = item.id JOIN content ON content.item_id = item.id
        WHERE item.key = ?3 AND (listing.feed_id IS NOT NULL OR saved_in = ?1)
        """

    static let gaps = "SELECT after, before FROM gap WHERE feed_id = ? ORDER BY after DESC"

    /// The gaps, without unreadable ones.
    static func gaps(_ db: any SQLConnection, feed: Int64) throws -> [Gap] {
        try db.rows(gaps, [feed]).compactMap { row in
            do { return try row.gap() } catch is DamagedValue { return nil }
        }
    }
}

extension SQLRow {
    /// Reads the columns of ``FeedQueries/gaps``.
    func gap() throws -> Gap { Gap(after: try date(0), before: try date(1)) }
}

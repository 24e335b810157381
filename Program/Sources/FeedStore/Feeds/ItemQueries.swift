import SQL

/// The statements that read items across feeds.
enum ItemQueries {
    /// The feed to show `item` under.
    ///
    /// In order of preference: a feed in `preferred` (a list of ids), a followed feed that lists the item, another feed that
    /// lists it, a feed that listed it.
    static func bestListing(_ preferred: String? = nil) -> String {
        let first = preferred.map { "feed_id IN \($0) DESC, " } ?? ""
        return """
            FROM listing JOIN feed ON feed.id = feed_id LEFT JOIN followed ON followed.feed = feed.key
            WHERE item_id = item.id
            ORDER BY \(first)(is_current AND followed.id IS NOT NULL) DESC, is_current DESC, is_muted DESC, followed.id, feed_id LIMIT 1
            """
    }

    static let bestFeed = "SELECT feed.key " + bestListing()

    /// The items with the ids that `found` returns, in its order.
    static func items(_ found: String, preferring feeds: String? = nil, then more: String = "") -> String {
        """
        SELECT \(ItemColumn.sql(feed: "ifnull(feed.key, ifnull(saved_in, item.scope))", rank: "listing.rank"))\(more)
        FROM (\(found)) AS found
        CROSS JOIN item ON item.id = found.id CROSS JOIN content ON content.item_id = item.id
        LEFT JOIN feed ON feed.id = (SELECT feed_id \(bestListing(feeds)))
        LEFT JOIN listing ON listing.feed_id = feed.id AND listing.item_id = item.id
        """
    }

    /// Whether rules hide any item.
    static func hasMuted(_ db: any SQLConnection) throws -> Bool {
        try db.row("SELECT 1 FROM listing WHERE is_muted = 1 LIMIT 1") != nil
    }

    static let followedFeeds = "(SELECT feed.id FROM followed JOIN feed ON feed.key = followed.feed)"

    static let unreadByFeed = """
        SELECT followed.feed,
            (SELECT count(*) FROM listing WHERE feed_id = feed.id AND is_current = 1 AND is_unread = 1)
        FROM followed LEFT JOIN feed ON feed.key = followed.feed
        """

    static let unreadTotal = "SELECT count(DISTINCT item_id) \(unread)"
    static let unreadHash = "SELECT ifnull(sum(DISTINCT item_id), 0) \(unread)"
    private static let unread = "FROM listing WHERE is_current = 1 AND is_unread = 1 AND feed_id IN \(followedFeeds)"
}

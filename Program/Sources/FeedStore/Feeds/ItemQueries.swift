import SQL

/// The statements that read items across feeds.
enum ItemQueries {
    /// The feed to show `item` under, of those that the account reads.
    ///
    /// In order of preference: a feed in `preferred` (a list of ids), a followed feed that lists the item, another feed that
    /// lists it, a feed that listed it.
    static func bestListing(_ account: String, _ preferred: String? = nil) -> String {
        let first = preferred.map { "CASE WHEN listing.feed_id IN \($0) THEN 0 ELSE 1 END, " } ?? ""
        return """
            FROM listing CROSS JOIN reading ON reading.account_id = \(account) AND reading.feed_id = listing.feed_id
            JOIN feed ON feed.id = listing.feed_id
            LEFT JOIN followed ON followed.feed = feed.key AND followed.account_id = \(account)
            WHERE listing.item_id = item.id
            ORDER BY \(first)CASE WHEN listing.is_current = 1 AND followed.id IS NOT NULL THEN 0 ELSE 1 END,
                listing.is_current DESC, coalesce(followed.id, \(Int64.max)), listing.feed_id LIMIT 1
            """
    }

    /// When `item` last changed, in milliseconds, where the account's mark of it is joined: when it arrived, was marked alone or
    /// with its feed, or got another content or its full text.
    static func changedAt(_ account: String) -> String {
        """
        (SELECT max(at) FROM (
            SELECT item.first_seen_at AS at UNION ALL SELECT mark.changed_at UNION ALL SELECT mark.read_at
            UNION ALL SELECT mark.saved_at
            UNION ALL SELECT text.changed_at FROM content AS text WHERE text.item_id = item.id
            UNION ALL SELECT text.fetched_at FROM full_text AS text
                WHERE text.item_id = item.id AND text.markup IS NOT NULL
            UNION ALL SELECT passed.marked_at FROM listing AS place CROSS JOIN reading AS passed
                ON passed.account_id = \(account) AND passed.feed_id = place.feed_id
                WHERE place.item_id = item.id AND place.seq > passed.marked_from AND place.seq <= passed.marked_through
            ) AS times)
        """
    }

    /// The key of the feed to show an item under; no row if the account reads none that listed it.
    static let bestFeed = "SELECT feed.key " + bestListing("?2").replacing("item.id", with: "?1")

    /// Rows of `id` and `place`, in the order of the ids.
    static func chosen(_ ids: ArraySlice<Int64>) -> String {
        let values = ids.enumerated().map { "(\($1), \($0))" }.joined(separator: ", ")
        return "SELECT column1 AS id, column2 AS place FROM (VALUES \(values)) AS chosen ORDER BY column2"
    }

    /// The items with the ids that `found` returns, in its order.
    static func items(
        _ found: String, _ account: String, preferring feeds: String? = nil, then more: String = ""
    ) -> String {
        let columns = ItemColumn.sql(
            feed: "coalesce(feed.key, mark.saved_in, item.scope)", rank: "listing.rank",
            isUnread: ReadState.isUnread("item.id", account), account: account)
        return """
            SELECT \(columns)\(more)
            FROM (\(found)) AS found
            CROSS JOIN item ON item.id = found.id CROSS JOIN content ON content.item_id = item.id
            \(ReadState.mark(of: "item.id", account))
            LEFT JOIN feed ON feed.id = (SELECT listing.feed_id \(bestListing(account, feeds)))
            LEFT JOIN listing ON listing.feed_id = feed.id AND listing.item_id = item.id
            """
    }

    /// A condition on `feed.id`: the followed feeds of the account, which is the first value.
    ///
    /// PostgreSQL finds the way from feeds to listings only if it knows which feeds, and how many. SQLite joins in the
    /// order that is written, so that its statement stays prepared.
    static func followed(_ db: StoreTransaction) throws -> String {
        if !db.keepsOrder { return "IN " + SelectionStatement.list(try SelectionStatement.feeds(db, .followed) ?? []) }
        return """
            IN (SELECT one.id FROM followed JOIN feed AS one
                ON one.key = followed.feed AND \(FeedOwner.admits("?1", "one")) WHERE followed.account_id = ?1)
            """
    }

    /// The keys and ids of the followed feeds.
    static let followedKeys = """
        SELECT followed.feed, feed.id
        FROM followed LEFT JOIN feed ON feed.key = followed.feed AND \(FeedOwner.admits("followed.account_id"))
        WHERE account_id = ?
        """
}

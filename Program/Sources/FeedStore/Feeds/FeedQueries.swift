import SQL

/// The statements that read feeds and the items of one feed.
enum FeedQueries {
    /// The columns of a feed, and of the account's reading there.
    enum FeedColumn: String, ColumnList {
        case id, fetchedAt = "fetched_at", skipped, extra, title = "feed_title"
        case errorKind = "error_kind", errorMessage = "error_message", errorAt = "error_at", retryAt = "error_retry_at"
        case lastVisitAt = "last_visit_at", readThrough = "read_through"
    }

    static let feed = """
        SELECT \(FeedColumn.sql) FROM feed LEFT JOIN reading ON reading.feed_id = feed.id AND reading.account_id = ?2
        WHERE key = ?1 AND \(FeedOwner.admits("?2"))
        """

    /// The statements about the items of one feed that an account sees.
    struct Shown {
        var hidesMuted = false
        /// The ids of items that lists of unread items leave out.
        var leftOut: [Int64] = []

        /// The number of items that rules hide. The values are the feed's id and the account's.
        static let muted = """
            SELECT count(*) FROM muted CROSS JOIN listing ON listing.feed_id = muted.feed_id AND listing.item_id = muted.item_id
            WHERE muted.feed_id = ?1 AND muted.account_id = ?2 AND is_current = 1
            """

        /// The number of unread items that the feed lists. The values are the feed's id and the account's.
        var unread: String {
            "SELECT count(*) FROM (\(UnreadListings(feeds: "= ?1", account: "?2", hidesMuted: hidesMuted).sql)) AS unread"
        }

        /// The number of items that a filter selects.
        func count(_ filter: ItemFilter = ItemFilter()) -> String {
            let condition = condition(filter, "?1", "?2", after: dependsOnAccount(filter) ? 2 : 1)
            return "SELECT count(*) FROM \(source(filter, "?1", "?2")) WHERE \(condition)"
        }

        /// The values of ``count(_:)``.
        func countValues(_ feed: Int64, _ filter: ItemFilter, _ account: Account.ID) -> [(any SQLValueConvertible)?] {
            (dependsOnAccount(filter) ? [feed, account] : [feed]) + FeedQueries.arguments(filter)
        }

        private func dependsOnAccount(_ filter: ItemFilter) -> Bool { hidesMuted || filter.isUnreadOnly }

        /// The columns of items, in order; the values are the feed's key and id, the account's id, the number through which
        /// the feed is read, a limit, an offset and the filter's.
        ///
        /// Finds the ordered ids first, so that sorting doesn't move payloads.
        func items(_ order: ItemOrder, _ filter: ItemFilter = ItemFilter(), _ db: (any SQLConnection)? = nil) -> String
        {
            let isUnread = """
                (CASE WHEN mark.read_at IS NOT NULL THEN 0
                    WHEN listing.is_shared = 0 THEN CASE WHEN \(ReadState.isUnread(above: "?4")) THEN 1 ELSE 0 END
                    ELSE \(ReadState.isUnread("found.item_id", "?3")) END)
                """
            return """
                SELECT \(ItemColumn.sql(feed: "?1", rank: "found.rank", isUnread: isUnread, account: "?3"))
                FROM (\(ids(order, filter)) LIMIT ?5 OFFSET ?6) AS found
                CROSS JOIN listing ON listing.feed_id = ?2 AND listing.item_id = found.item_id
                CROSS JOIN item ON item.id = found.item_id CROSS JOIN content ON content.item_id = found.item_id
                \(ReadState.mark(of: "found.item_id", "?3"))\(db?.ordered(by: Self.sorting(order)) ?? "")
                """
        }

        private static func sorting(_ order: ItemOrder) -> String {
            switch order {
            case .newest: FeedQueries.newest
            case .ranked: FeedQueries.ranked
            case .largest: "measure IS NULL, measure DESC, " + FeedQueries.newest
            }
        }

        private func ids(_ order: ItemOrder, _ filter: ItemFilter) -> String {
            let source = source(filter, "?2", "?3"), condition = condition(filter, "?2", "?3", after: 6)
            let listed = "SELECT listing.item_id, listing.rank FROM \(source)"
            let measured = order == .largest ? " JOIN item ON item.id = listing.item_id" : ""
            return "\(listed)\(measured) WHERE \(condition) ORDER BY \(Self.sorting(order))"
        }

        /// The listings, with their marks if the filter needs them.
        private func source(_ filter: ItemFilter, _ feed: String, _ account: String) -> String {
            filter.isUnreadOnly ? "listing \(ReadState.mark(of: "listing.item_id", account))" : "listing"
        }

        /// - Parameter count: the number of the statement's other arguments.
        private func condition(_ filter: ItemFilter, _ feed: String, _ account: String, after count: Int) -> String {
            var condition = "listing.feed_id = \(feed) AND is_current = 1\(leftOut(account))"
            if filter.isUnreadOnly { condition += " AND \(ReadState.condition("listing.item_id", account))" }
            if !leftOut.isEmpty { condition += " AND listing.item_id NOT IN \(SelectionStatement.list(leftOut))" }
            if filter.kind != nil {
                condition +=
                    " AND EXISTS (SELECT 1 FROM item AS one WHERE one.id = listing.item_id AND one.kind = ?\(count + 1))"
            }
            let first = count + (filter.kind == nil ? 1 : 2)
            for number in filter.words.indices {
                condition += " AND " + WordsFunction.condition("?\(first + number)", item: "listing.item_id")
            }
            return condition
        }

        private func leftOut(_ account: String) -> String { MutedListings.leftOut(hidesMuted, account) }
    }

    /// The columns of a feed in the list of all.
    enum SummaryColumn: String, ColumnList {
        case key, fetchedAt = "fetched_at"
        case errorKind = "error_kind", errorMessage = "error_message", errorAt = "error_at", retryAt = "error_retry_at"
    }

    /// Feeds of the account with commits; other rows exist because the feed was visited.
    static let feeds = """
        SELECT \(SummaryColumn.sql) FROM reading CROSS JOIN feed ON feed.id = reading.feed_id AND reading.account_id = ?
        WHERE fetched_at IS NOT NULL OR error_at IS NOT NULL ORDER BY key
        """

    /// The values of a filter's conditions, in their order.
    static func arguments(_ filter: ItemFilter) -> [(any SQLValueConvertible)?] {
        [filter.kind].compactMap { $0 } + filter.words
    }

    // Items with the same date are sorted by when the feed listed them. Items that arrived as read have no such number.
    private static let lastListed = "listing.seq DESC, listing.item_id DESC"
    static let newest = "listing.date DESC NULLS LAST, listing.rank, \(lastListed)"
    static let ranked = "listing.rank, listing.date DESC NULLS LAST, \(lastListed)"

    /// An item that the feed lists or listed, or that was stored for it without being listed.
    static let one = """
        SELECT \(ItemColumn.sql(feed: "?1", rank: "listing.rank", isUnread: ReadState.isUnread("item.id", "?4"), account: "?4"))
        FROM item
        LEFT JOIN listing ON feed_id = ?2 AND listing.item_id = item.id JOIN content ON content.item_id = item.id
        \(ReadState.mark(of: "item.id", "?4"))
        WHERE item.key = ?3 AND (listing.feed_id IS NOT NULL OR mark.saved_in = ?1)
        """

    static let gaps = "SELECT after, before FROM gap WHERE feed_id = ? ORDER BY after DESC"

    /// The gaps, without unreadable ones.
    static func gaps(_ db: StoreTransaction, feed: Int64) throws -> [Gap] {
        try db.rows(gaps, [feed]).compactMap { row in
            do { return try row.gap() } catch is DamagedValue { return nil }
        }
    }
}

extension SQLRow {
    /// Reads the columns of ``FeedQueries/gaps``.
    func gap() throws -> Gap { Gap(after: try date(0), before: try date(1)) }
}

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

    /// The time when `item` last changed, in milliseconds, where the account's mark of it is joined: when it arrived, was marked alone or
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

import GRDB

/// The statements that read items across feeds.
enum ItemQueries {
    /// The feed under which `item` is shown: one of `preferred` (a set of feed ids), else a followed feed that lists it,
    /// else one that lists it, else one that did.
    static func bestListing(_ preferred: String? = nil) -> String {
        let first = preferred.map { "feed_id IN \($0) DESC, " } ?? ""
        return """
            FROM listing JOIN feed ON feed.id = feed_id LEFT JOIN followed ON followed.feed = feed.key
            WHERE item_id = item.id
            ORDER BY \(first)(is_current AND followed.id IS NOT NULL) DESC, is_current DESC, followed.id, feed_id LIMIT 1
            """
    }

    static let bestFeed = "SELECT feed.key " + bestListing()

    /// The items whose ids `found` gives in order.
    static func items(_ found: String, preferring feeds: String? = nil, then more: String = "") -> String {
        """
        SELECT \(ItemRow.columns), ifnull(feed.key, ifnull(saved_in, item.scope)), listing.rank\(more)
        FROM (\(found)) AS found
        CROSS JOIN item ON item.id = found.id CROSS JOIN content ON content.item_id = item.id
        LEFT JOIN feed ON feed.id = (SELECT feed_id \(bestListing(feeds)))
        LEFT JOIN listing ON listing.feed_id = feed.id AND listing.item_id = item.id
        """
    }

    static let followedFeeds = "(SELECT feed.id FROM followed JOIN feed ON feed.key = followed.feed)"

    static let unreadByFeed = """
        SELECT followed.feed,
            (SELECT count(*) FROM listing WHERE feed_id = feed.id AND is_current = 1 AND is_unread = 1)
        FROM followed LEFT JOIN feed ON feed.key = followed.feed
        """

    static let unreadTotal = """
        SELECT count(DISTINCT item_id) FROM listing
        WHERE is_current = 1 AND is_unread = 1 AND feed_id IN \(followedFeeds)
        """
}

/// An `ItemSelection` as a condition on the table `item`.
struct SelectionCondition {
    /// The ids of the chosen feeds; nil for all.
    let feeds: String?
    let condition: String
    let order: String
    /// By name, as some occur twice.
    let arguments: StatementArguments

    init(_ selection: ItemSelection) {
        var arguments: [String: (any DatabaseValueConvertible)?] = [:]
        switch selection.feeds {
        case .all: feeds = nil
        case .followed: feeds = ItemQueries.followedFeeds
        case .feed(let feed):
            feeds = "(SELECT id FROM feed WHERE key = :feed)"
            arguments["feed"] = feed.rawValue
        case .folder(let folder):
            feeds = "(SELECT feed.id FROM followed JOIN feed ON feed.key = followed.feed WHERE folder = :folder)"
            arguments["folder"] = folder
        }
        var conditions = [Self.place(feeds, isSaved: selection.isSaved == true)]
        if let isUnread = selection.isUnread { conditions.append("read_at IS \(isUnread ? "" : "NOT ")NULL") }
        if let isSaved = selection.isSaved { conditions.append("saved_at IS \(isSaved ? "NOT " : "")NULL") }
        if let before = selection.before {
            conditions.append("\(Schema.time) < :before")
            arguments["before"] = before.milliseconds
        }
        condition = conditions.joined(separator: " AND ")
        order = selection.isSaved == true ? "saved_at DESC, id DESC" : "\(Schema.time) DESC, id DESC"
        self.arguments = StatementArguments(arguments)
    }

    private static func place(_ feeds: String?, isSaved: Bool) -> String {
        let listed = "SELECT 1 FROM listing WHERE item_id = item.id"
        switch (feeds, isSaved) {
        case (nil, true): return "TRUE"
        case (nil, false): return "(saved_at IS NOT NULL OR EXISTS (\(listed) AND is_current = 1))"
        case (let feeds?, true):
            return """
                (EXISTS (\(listed) AND feed_id IN \(feeds))
                    OR saved_in IN (SELECT key FROM feed AS home WHERE home.id IN \(feeds)))
                """
        case (let feeds?, false): return "EXISTS (\(listed) AND is_current = 1 AND feed_id IN \(feeds))"
        }
    }
}

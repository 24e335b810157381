import SQL
import Platform
import Search
import WebText

/// An `ItemSelection` as SQL, for one account.
struct SelectionStatement {
    /// The ids of the selected feeds, as a list in parentheses; nil for all.
    private let feeds: String?
    private let selection: ItemSelection
    private let account: String
    /// True if the account's rules hide any item.
    private let hidesMuted: Bool
    /// The number of the selected label; 0 for an unknown label, nil without a label.
    private let label: Int64?
    /// The conditions on words.
    private var words: [String] = []
    /// The values of the conditions on words.
    private(set) var arguments: [(any SQLValueConvertible)?] = []

    init(_ db: StoreTransaction, _ selection: ItemSelection) throws {
        self.selection = selection
        account = String(db.account)
        hidesMuted = try MutedListings.exist(db)
        label = try selection.label.map { try LabelWriter(db: db).find($0) ?? 0 }
        // A literal list: SQLite would run a subquery again for each item.
        feeds = try Self.feeds(db, selection.feeds).map { Self.list($0) }
        for word in selection.words {
            let named = try word.feeds.compactMap { try FeedRow.find(db, $0) }
            let contains = WordsFunction.condition("?", item: "item.id")
            words.append("(\(contains)\(named.isEmpty ? "" : " OR " + isListed(in: Self.list(named))))")
            arguments.append(word.text)
        }
        let terms = selection.searched.compactMap { TextTerm(.word($0, isPrefix: true)).map(TextExpression.term) }
        if !terms.isEmpty {
            let index = db.fullText
            words.append("item.id IN (SELECT \(index.id) FROM search WHERE \(index.matches("?")))")
            arguments.append(index.operand(terms, without: []))
        }
    }

    /// A list in parentheses. No id is negative.
    static func list(_ ids: [Int64]) -> String {
        "(\(ids.isEmpty ? "-1" : ids.map(String.init).joined(separator: ", ")))"
    }

    /// The ids of the selected feeds; nil for all that are stored.
    static func feeds(_ db: StoreTransaction, _ feeds: ItemSelection.Feeds) throws -> [Int64]? {
        let followed = """
            SELECT feed.id FROM followed JOIN feed ON feed.key = followed.feed AND \(FeedOwner.admits("?1"))
            WHERE followed.account_id = ?1
            """
        return switch feeds {
        case .all: try db.isAlone() ? nil : allFeeds(db)
        case .followed: try db.integers(followed, [db.account])
        case .feed(let feed):
            try db.integers(
                "SELECT id FROM feed WHERE key = ?1 AND \(FeedOwner.admits("?2"))", [feed.rawValue, db.account])
        case .these(let keys): try keys.flatMap { try Self.feeds(db, .feed($0)) ?? [] }
        case .folder(let folder):
            try db.integers(followed + " AND " + FolderPath.condition("?2"), [db.account, folder])
        case .inFolder(let folder?): try db.integers(followed + " AND followed.folder = ?2", [db.account, folder])
        case .inFolder(nil): try db.integers(followed + " AND followed.folder IS NULL", [db.account])
        }
    }

    /// The ids of the first items, in order.
    func ids(limit: Int) -> String { ids + " LIMIT \(limit)" }

    /// The ids of all feeds that the account reads.
    static func allFeeds(_ db: StoreTransaction) throws -> [Int64] {
        try db.integers("SELECT feed_id FROM reading WHERE account_id = ?", [db.account])
    }

    // MARK: Statements

    /// The items' ids and keys, in order.
    var keys: String { "SELECT item.id, item.scope, item.key FROM \(source) ORDER BY \(order)" }

    /// The items' ids, in order.
    var ids: String { "SELECT item.id FROM \(source) ORDER BY \(order)" }

    /// The items with these ids, in the order of the list.
    func items(_ ids: ArraySlice<Int64>, _ db: StoreTransaction) -> String {
        ItemQueries.items(ItemQueries.chosen(ids), account, preferring: feeds) + db.ordered(by: "found.place")
    }

    /// The items in order.
    func items(limit: Int, _ db: StoreTransaction) -> String {
        ItemQueries.items(ids + " LIMIT \(limit)", account, preferring: feeds) + db.ordered(by: order)
    }

    /// True if the first items and their number are found without reading all items.
    var isIndexed: Bool { words.isEmpty && selection.readSince == nil }

    /// The number of items. Uses only the indexes of listings if they suffice.
    var count: String {
        let isPlain = selection.isSaved == nil && label == nil && selection.isForAllTimes && isIndexed
        if isPlain, let unread { return "SELECT count(*) FROM (\(unread)) AS unread" }
        guard isPlain, let feeds, selection.isUnread == nil else { return "SELECT count(*) FROM \(source)" }
        return "SELECT count(DISTINCT item_id) FROM listing WHERE feed_id IN \(feeds) AND is_current = 1\(shown)"
    }

    /// The items that have stories, with the stories' numbers and the items' times, in any order.
    var inStories: String {
        """
        SELECT chosen.id, story.story_id, \(Schema.time) FROM (SELECT item.id AS id FROM \(source)) AS chosen
        CROSS JOIN story ON story.item_id = chosen.id CROSS JOIN item ON item.id = chosen.id
        """
    }

    // MARK: Parts

    /// The ids of the items that the feeds list, of unread ones if those are selected, in any order; nil if they can't be found
    /// by listings.
    var listed: String? { unread ?? listings }

    /// Of some items those that also match the other conditions; nil if there are none.
    func matching(_ ids: ArraySlice<Int64>) -> String? {
        let conditions = words + filters
        if conditions.isEmpty { return nil }
        let chosen = ["item.id IN " + Self.list(Array(ids))] + conditions
        return "SELECT item.id FROM item\(marks) WHERE " + chosen.joined(separator: " AND ")
    }

    /// The rows and their conditions.
    private var source: String {
        var conditions = words + filters
        if let above = selection.above { conditions.append("item.id > \(above)") }
        if let below = selection.below { conditions.append("item.id < \(below)") }
        let from: String
        if let label {
            from =
                "item_label CROSS JOIN item ON item.id = item_label.item_id \(ReadState.mark(of: "item.id", account))"
            conditions += ["item_label.label_id = \(label)", place]
        } else if selection.isSaved == true {
            from = "mark JOIN item ON item.id = mark.item_id"
            conditions += ["mark.account_id = \(account)", place]
        } else if let listed {
            // Tens of thousands of rows, so that only what is needed is looked up.
            from =
                (needsItems
                    ? "(\(listed)) AS chosen CROSS JOIN item ON item.id = chosen.id" : "(\(listed)) AS item") + marks
        } else {
            from = "item \(ReadState.mark(of: "item.id", account))"
            conditions.append(place)
        }
        return from + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
    }

    /// The conditions besides words, numbers and feeds.
    private var filters: [String] {
        var conditions: [String] = []
        if unread == nil, let isUnread = selection.isUnread {
            let state = ReadState.condition("item.id", account)
            conditions.append(isUnread ? state : "NOT \(state)")
        }
        if let isSaved = selection.isSaved { conditions.append("mark.saved_at IS \(isSaved ? "NOT " : "")NULL") }
        if let before = selection.before { conditions.append("\(Schema.time) < \(before.milliseconds)") }
        if let since = selection.since { conditions.append("\(Schema.time) > \(since.milliseconds)") }
        if let seen = selection.firstSeenBy { conditions.append("item.first_seen_at <= \(seen.milliseconds)") }
        if let seen = selection.firstSeenSince { conditions.append("item.first_seen_at >= \(seen.milliseconds)") }
        if let since = selection.changedSince { conditions.append("\(changedAt) >= \(since.milliseconds)") }
        if let before = selection.changedBefore { conditions.append("\(changedAt) < \(before.milliseconds)") }
        return conditions
    }

    /// The ids of the unread items, found by the feeds that list them; nil if the selection isn't of those.
    private var unread: String? {
        guard selection.isUnread == true, selection.isSaved != true, label == nil, selection.searched.isEmpty,
            feeds != nil || selection.readSince == nil
        else {
            return nil
        }
        let listings = UnreadListings(
            feeds: feeds.map { "IN " + $0 } ?? "IS NOT NULL", account: account, hidesMuted: hidesMuted,
            isMutedOnly: selection.isMuted)
        var others = readSince
        if selection.feeds == .all, !selection.isMuted {
            others += """

                UNION ALL
                SELECT mark.item_id, 0, 0, 0 FROM mark WHERE mark.account_id = \(account) AND mark.saved_at IS NOT NULL
                    AND \(ReadState.condition("mark.item_id", account))
                """
        }
        return others.isEmpty ? listings.ids : "SELECT DISTINCT id FROM (\(listings.sql)\(others)) AS unread"
    }

    /// The items that the feeds list, where their order is that of their numbers; nil if the selection isn't of those.
    private var listings: String? {
        guard selection.order != .date, label == nil, selection.searched.isEmpty, let feeds else { return nil }
        let listed = "FROM listing WHERE feed_id IN \(feeds) AND is_current = 1\(shown)"
        // Few items are in several feeds, and finding them among all costs more than all else.
        return """
            SELECT item_id AS id \(listed) AND is_shared = 0
            UNION ALL SELECT DISTINCT item_id AS id \(listed) AND is_shared = 1
            """
    }

    /// True if conditions or the order need more than an item's number and its marks.
    private var needsItems: Bool {
        !words.isEmpty || selection.order != .arrival
            || [
                selection.before, selection.since, selection.firstSeenBy, selection.firstSeenSince,
                selection.changedSince, selection.changedBefore,
            ]
            .contains { $0 != nil }
    }

    /// Joins marks if conditions or the order are about them.
    private var marks: String {
        let isNeeded =
            selection.isUnread != nil && unread == nil || selection.isSaved != nil || selection.changedSince != nil
            || selection.changedBefore != nil || selection.order == .state || selection.order == .changed
        return isNeeded ? " " + ReadState.mark(of: "item.id", account) : ""
    }

    private var changedAt: String { ItemQueries.changedAt(account) }

    /// Adds the items that were read since a date, other than as they arrived.
    private var readSince: String {
        guard let feeds, let date = selection.readSince?.milliseconds else { return "" }
        return """

            UNION ALL
            SELECT listing.item_id, listing.feed_id, listing.seq, listing.is_shared
            FROM mark CROSS JOIN item ON item.id = mark.item_id CROSS JOIN listing ON listing.item_id = mark.item_id
            WHERE mark.account_id = \(account) AND mark.read_at > \(date) AND mark.read_at > item.first_seen_at
                AND listing.is_current = 1 AND listing.feed_id IN \(feeds)\(shown)
            UNION ALL
            SELECT listing.item_id, listing.feed_id, listing.seq, listing.is_shared
            FROM reading CROSS JOIN listing ON listing.feed_id = reading.feed_id AND listing.is_current = 1
                AND listing.seq > reading.marked_from AND listing.seq <= reading.marked_through
            \(ReadState.mark(of: "listing.item_id", account))
            WHERE reading.account_id = \(account) AND reading.marked_at > \(date)
                AND reading.feed_id IN \(feeds) AND (mark.read_at IS NULL OR mark.read_at > \(date))\(shown)
            """
    }

    /// A condition on listings: the feed shows the item or, for hidden items, hides it.
    private var shown: String {
        selection.isMuted ? MutedListings.only(account) : MutedListings.leftOut(hidesMuted, account)
    }

    private var order: String {
        let direction = selection.isOldestFirst ? "ASC" : "DESC"
        let first =
            switch selection.order {
            case .arrival: "item.id"
            case .date: selection.isSaved == true ? "mark.saved_at" : Schema.time
            case .published: Schema.time
            case .changed: changedAt
            case .title, .author: "(SELECT \(selection.order) FROM content WHERE content.item_id = item.id)"
            case .folder: "coalesce((SELECT followed.folder \(ItemQueries.bestListing(account, feeds))), '')"
            case .state: ReadState.isUnread("item.id", account)
            }
        return selection.order == .arrival ? "\(first) \(direction)" : "\(first) \(direction), item.id \(direction)"
    }

    private func isListed(in feeds: String) -> String {
        "EXISTS (SELECT 1 FROM listing WHERE item_id = item.id AND is_current = 1 AND +feed_id IN \(feeds)\(shown))"
    }

    private var place: String {
        // The plus makes SQLite search the item's few listings instead of each feed's.
        switch (feeds, selection.isSaved == true || label != nil) {
        case (_, true) where selection.feeds == .all: return "TRUE"
        case (let feeds?, true):
            return """
                (EXISTS (SELECT 1 FROM listing WHERE item_id = item.id AND +feed_id IN \(feeds))
                    OR mark.saved_in IN (SELECT home.key FROM feed AS home WHERE home.id IN \(feeds)))
                """
        case (let feeds, _):
            let listed =
                feeds.map(isListed)
                ?? "EXISTS (SELECT 1 FROM listing WHERE item_id = item.id AND is_current = 1\(shown))"
            return selection.feeds == .all && !selection.isMuted ? "(mark.saved_at IS NOT NULL OR \(listed))" : listed
        }
    }
}

extension ItemSelection {
    /// True if it selects items of any date, arrival and number.
    var isForAllTimes: Bool {
        before == nil && since == nil && firstSeenBy == nil && firstSeenSince == nil && changedSince == nil
            && changedBefore == nil && above == nil && below == nil
    }
}

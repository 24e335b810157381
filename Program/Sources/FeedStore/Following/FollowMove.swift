import Platform
import SQL
import Search
import WebText

/// Gives an account's follow another feed, within the caller's transaction. The items of both feeds have scopes of their own.
///
/// The items keep what the account has marked. Those that the other feed has, too, aren't stored twice.
struct FollowMove {
    private struct Item {
        let id: Int64
        let key: String
        let isListed, isUnread: Bool
        let savedAt: Int64?
        let isLabelled: Bool
    }

    let db: StoreTransaction
    let old: FeedKey
    let new: FeedKey
    private let from, to: Int64

    /// Nil unless the first feed is followed and the other one isn't.
    init?(_ db: StoreTransaction, _ old: FeedKey, to new: FeedKey) throws {
        let following = Following(db: db)
        guard try following.isFollowed(old), try !following.isFollowed(new) else { return nil }
        (self.db, self.old, self.new) = (db, old, new)
        (from, to) = (try FeedRow.id(db, old), try FeedRow.id(db, new))
    }

    func run(path: String, at date: Date) throws {
        // Known before the follow is moved.
        let isInitialized = try !Following.uninitialized(db, old).contains(db.account), isShared = try isShared
        try db.execute(
            "UPDATE followed SET feed = ?, path = ? WHERE feed = ? AND account_id = ?",
            [new.rawValue, path, old.rawValue, db.account])
        try ReadWatermark(db: db).add(to)
        if isInitialized {
            try moveItems(copying: isShared)
        } else {
            let isComplete = try db.row("SELECT 1 FROM feed WHERE id = ? AND fetched_at IS NOT NULL", [to]) != nil
            try Following(db: db).initialize(new, to, isComplete: isComplete, at: date)
        }
        try moveVisits()
        for table in ["reading", "muted"] {
            try db.execute("DELETE FROM \(table) WHERE account_id = ? AND feed_id = ?", [db.account, from])
        }
        if !isShared { try FeedRemoval(db: db, feed: from, key: old.rawValue).run() }
        try moveRules()
        if try RuleQueries.rules(db) != nil { try RuleApplication(db: db).begin(at: date) }
    }

    /// True if other accounts follow the feed or keep items of it.
    private var isShared: Bool {
        get throws {
            let sql = """
                SELECT 1 FROM followed WHERE feed = ?1 AND account_id <> ?2
                UNION ALL SELECT 1 FROM \(KeptItems.rows) WHERE kept.saved_in = ?1 AND kept.account_id <> ?2 LIMIT 1
                """
            return try db.row(sql, [old.rawValue, db.account]) != nil
        }
    }

    // MARK: Items

    private func moveItems(copying: Bool) throws {
        // Nothing may arrive between the choice of what is unread and the end.
        try db.lockArrivals()
        let items = try items()
        var unread = Set(try newer())
        for item in items {
            let known = try db.row("SELECT id FROM item WHERE key = ? AND scope = ?", [item.key, new.rawValue])
            let target: Int64
            if let known {
                target = try known.integer(0)
            } else if copying {
                target = try copy(item)
            } else {
                target = try move(item)
            }
            try moveMarks(of: item, to: target)
            if item.isListed, item.isUnread { unread.insert(target) }
        }
        try ReadWatermark(db: db).readAll(to, through: db.lastArrival(), but: unread)
    }

    /// The former feed's items, and those that were kept from it.
    private func items() throws -> [Item] {
        let isLabelled = LabelQueries.has("item.id", "?3")
        let sql = """
            SELECT item.id, item.key, CASE WHEN listing.item_id IS NULL THEN 0 ELSE 1 END,
                \(ReadState.isUnread("item.id", "?3")), mark.saved_at,
                CASE WHEN \(isLabelled) THEN 1 ELSE 0 END
            FROM item LEFT JOIN listing ON listing.item_id = item.id AND listing.feed_id = ?1
            \(ReadState.mark(of: "item.id", "?3"))
            WHERE item.scope = ?2 AND (listing.item_id IS NOT NULL OR mark.saved_at IS NOT NULL OR \(isLabelled))
            ORDER BY item.id
            """
        return try db.rows(sql, [from, old.rawValue, db.account]).map { row in
            Item(
                id: try row.integer(0), key: try row.text(1), isListed: try row.flag(2), isUnread: try row.flag(3),
                savedAt: try row.optionalInteger(4), isLabelled: try row.flag(5))
        }
    }

    /// The items of the other feed that are later than all of the former one, so that the account can't have read them.
    private func newer() throws -> [Int64] {
        try db.integers(
            """
            SELECT listing.item_id FROM listing JOIN item ON item.id = listing.item_id
            WHERE listing.feed_id = ?1 AND \(Schema.time) > coalesce((
                SELECT max(coalesce(known.date, known.first_seen_at)) FROM listing AS place
                JOIN item AS known ON known.id = place.item_id WHERE place.feed_id = ?2), 0)
                AND NOT EXISTS (SELECT 1 FROM item AS same WHERE same.key = item.key AND same.scope = ?3)
            """, [to, from, old.rawValue])
    }

    /// The item as it is, as one of the other feed.
    private func move(_ item: Item) throws -> Int64 {
        try db.execute("UPDATE item SET scope = ? WHERE id = ?", [new.rawValue, item.id])
        try db.execute("UPDATE listing SET feed_id = ? WHERE feed_id = ? AND item_id = ?", [to, from, item.id])
        try db.execute("DELETE FROM muted WHERE feed_id = ? AND item_id = ?", [from, item.id])
        return item.id
    }

    /// A copy of the item, for the other feed: other accounts keep theirs.
    private func copy(_ item: Item) throws -> Int64 {
        let id = try db.nextArrival()
        try copyRow("item", "id", item.id, ["id": id, "scope": new.rawValue, "check_at": 0])
        for table in ["content", "full_text"] { try copyRow(table, "item_id", item.id, ["item_id": id]) }
        if item.isListed {
            let values: [String: any SQLValueConvertible] = ["feed_id": to, "item_id": id, "seq": try db.nextArrival()]
            try copyRow("listing", "item_id", item.id, values, and: "feed_id = \(from)")
        }
        try SearchIndex(db: db).add([id])
        return id
    }

    /// Copies the rows of an item with other values in some columns.
    private func copyRow(
        _ name: String, _ column: String, _ item: Int64, _ values: [String: any SQLValueConvertible],
        and condition: String = "TRUE"
    ) throws {
        let columns = StoreTable.all.first { $0.name == name }?.columns.map(\.name) ?? []
        let changed = columns.filter { values[$0] != nil }
        let selected = columns.map { name in changed.firstIndex(of: name).map { "?\($0 + 2)" } ?? name }
        try db.execute(
            """
            INSERT INTO \(name) (\(columns.joined(separator: ", "))) SELECT \(selected.joined(separator: ", "))
            FROM \(name) WHERE \(column) = ?1 AND \(condition)
            """, [item] + changed.map { values[$0] })
    }

    private func moveMarks(of item: Item, to target: Int64) throws {
        if item.savedAt != nil {
            try MarkWriter(db: db).write(target, ["saved_at": item.savedAt, "saved_in": new.rawValue])
        }
        if item.isLabelled { try moveLabels(of: item, to: target) }
        if target == item.id { return }
        let place = "item_id = ? AND account_id = ?"
        try db.execute("DELETE FROM mark WHERE " + place, [item.id, db.account])
        try db.execute("DELETE FROM playback WHERE " + place, [target, db.account])
        try db.execute("UPDATE playback SET item_id = ? WHERE " + place, [target, item.id, db.account])
        // Rules that have acted on the item don't act again.
        try db.execute(
            """
            INSERT INTO rule_match (rule_id, item_id, at) SELECT rule_id, ?1, at FROM rule_match
            WHERE item_id = ?2 AND rule_id IN (SELECT id FROM rule WHERE account_id = ?3) ON CONFLICT DO NOTHING
            """, [target, item.id, db.account])
    }

    private func moveLabels(of item: Item, to target: Int64) throws {
        try MarkWriter(db: db).write(target, ["saved_in": new.rawValue])
        if target == item.id { return }
        let own = "item_id = ? AND label_id IN (SELECT id FROM label WHERE account_id = ?)"
        try db.execute(
            """
            INSERT INTO item_label (label_id, item_id, at) SELECT label_id, ?, at FROM item_label WHERE \(own)
            ON CONFLICT DO NOTHING
            """, [target, item.id, db.account])
        try db.execute("DELETE FROM item_label WHERE " + own, [item.id, db.account])
    }

    private func moveVisits() throws {
        func former(_ column: String) -> String {
            "(SELECT former.\(column) FROM reading AS former WHERE former.account_id = ?1 AND former.feed_id = ?3)"
        }
        try db.execute(
            """
            UPDATE reading SET visited_at = \(former("visited_at")), last_visit_at = \(former("last_visit_at"))
            WHERE account_id = ?1 AND feed_id = ?2
            """, [db.account, to, from])
    }

    // MARK: Rules

    /// Makes rules that name the former feed name the other one.
    private func moveRules() throws {
        for stored in try RuleQueries.stored(db) {
            let (former, other) = (old.rawValue.lowercased(), new.rawValue)
            let text: String
            do throws(SearchSyntaxError) {
                text = try SearchQuery.rewriting(stored.rule.text) { name, value in
                    name == "in" && value.lowercased() == former ? other : nil
                }
            } catch { continue }  // One that can't be read names nothing.
            try RuleQueries.replace(stored, by: text, db)
        }
    }
}

extension FeedStore {
    /// Gives a follow of the account another feed, and the items of the former one with the account's marks. Settings and
    /// place stay, and rules that name the former feed name the other one. Other accounts keep theirs.
    ///
    /// The items of both feeds must have scopes of their own. Items of the other feed are unread if they are later than
    /// those of the former one.
    /// - Parameter path: the other feed's address as given.
    /// - Returns: false if the feed isn't followed, or if the other one is.
    @discardableResult
    package func move(_ feed: FeedKey, to other: FeedKey, path: String, at date: Date) throws -> Bool {
        try write { db in
            guard let move = try FollowMove(db, feed, to: other) else { return false }
            try move.run(path: path, at: date)
            return true
        }
    }
}

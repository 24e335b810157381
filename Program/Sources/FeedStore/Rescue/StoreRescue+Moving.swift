import GRDB
import SQL
import Platform
import WebText

extension StoreRescue {
    /// Moves a store of the current version.
    func move() throws -> Rescue {
        var rescue = Rescue()
        if try !moveFollowed() { rescue.incomplete.insert(.followedFeeds) }
        var isWhole = try moveFeeds()
        let items = try moveItems()
        if !items.readMarks { rescue.incomplete.insert(.readMarks) }
        isWhole = items.all && isWhole
        isWhole = try copy("content", id: "item_id") && isWhole
        isWhole = try moveListings() && isWhole
        let lost = try removeItemsWithoutContent()
        if !items.saved || lost > 0 { rescue.incomplete.insert(.savedItems) }
        if !isWhole { rescue.incomplete.insert(.items) }
        if try !moveRules() { rescue.incomplete.insert(.rules) }
        try movePlayback()
        try SearchIndex(db: SQLiteConnection(target)).queueAll()
        return rescue
    }

    /// Moves a store of version 1 or 2 unchanged; it is migrated afterwards.
    func moveOlder(_ version: Int) throws -> Rescue {
        var rescue = Rescue()
        if version == 2 {
            if try !copy("followed") { rescue.incomplete.insert(.followedFeeds) }
            if try !copy("mark") { rescue.incomplete.formUnion([.savedItems, .readMarks]) }
        }
        let areFeedsWhole = try copy("feed")
        if try !copy("item") || !areFeedsWhole { rescue.incomplete.formUnion([.items, .readMarks]) }
        return rescue
    }

    /// Moves rules and notifications, and applies the rules.
    private func moveRules() throws -> Bool {
        // Version 3 has no rules.
        if columns(of: "rule")?.isEmpty ?? false { return true }
        var isWhole = true
        for table in ["rule", "sink", "notification"] { isWhole = try copy(table) && isWhole }
        for (table, names) in [
            ("rule_match", "rule_id, item_id, at"), ("delivery", "sink_id, notification_id, batch"),
        ] {
            let insert = try target.makeStatement(sql: "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (?, ?, ?)")
            isWhole =
                try readIndex("SELECT \(names) FROM \(table)") {
                    try insert.execute(arguments: StatementArguments($0.values.map(\.databaseValue)))
                } && isWhole
        }
        try RuleWriter.load(SQLiteConnection(target), at: now)?.reapplyAll()
        return isWhole
    }

    /// Moves the readable positions of players.
    private func movePlayback() throws {
        // Version 5 has none.
        if columns(of: "playback")?.isEmpty ?? true { return }
        let names = "item_id, address, position, duration, at"
        let insert = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO playback (\(names)) SELECT ?, ?, ?, ?, ? WHERE ?1 IN (SELECT id FROM item)")
        _ = try readIndex("SELECT \(names) FROM playback") {
            try insert.execute(arguments: StatementArguments($0.values.map(\.databaseValue)))
        }
    }

    private func moveFollowed() throws -> Bool {
        if try copy("followed") { return true }
        let insert = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO followed (feed, path, since, is_primed) VALUES (?1, ?1, ?2, 1)")
        // Names and folders are lost, so the rescue is incomplete.
        _ = try readIndex("SELECT feed FROM followed INDEXED BY sqlite_autoindex_followed_1") { row in
            try insert.execute(arguments: [try row.text(0), now.milliseconds])
        }
        return false
    }

    private func moveFeeds() throws -> Bool {
        if try copy("feed") { return true }
        let insert = try target.makeStatement(sql: "INSERT OR IGNORE INTO feed (id, key, visited_at) VALUES (?, ?, ?)")
        return try readIndex("SELECT id, key FROM feed INDEXED BY sqlite_autoindex_feed_1") { row in
            try insert.execute(arguments: [try row.integer(0), try row.text(1), now.milliseconds])
        }
    }

    /// Moves the items. Unreadable ones keep what the indexes have of them.
    private func moveItems() throws -> (all: Bool, readMarks: Bool, saved: Bool) {
        if try copy("item") { return (true, true, true) }
        var unread: Set<Int64> = []
        let areMarksWhole = try readIndex("SELECT id FROM item INDEXED BY item_unread WHERE read_at IS NULL") { row in
            unread.insert(try row.integer(0))
        }
        let insert = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO item (id, scope, key, first_seen_at, read_at) VALUES (?, ?, ?, ?, ?)")
        let isWhole = try readIndex("SELECT id, scope, key FROM item INDEXED BY sqlite_autoindex_item_1") { row in
            let id = try row.integer(0)
            let readAt = areMarksWhole && !unread.contains(id) ? now.milliseconds : nil
            try insert.execute(
                arguments: [id, try row.text(1), try row.text(2), now.milliseconds, readAt])
        }
        let save = try target.makeStatement(sql: "UPDATE item SET saved_at = ? WHERE id = ?")
        let savedIndex = "SELECT id, saved_at FROM item INDEXED BY item_saved WHERE saved_at IS NOT NULL"
        let areSavedWhole = try readIndex(savedIndex) { row in
            try save.execute(arguments: [try row.integer(1), try row.integer(0)])
        }
        return (false, isWhole && areMarksWhole, isWhole && areSavedWhole)
    }

    private func moveListings() throws -> Bool {
        let insert = try target.makeStatement(
            sql: """
                INSERT OR IGNORE INTO listing (feed_id, item_id, date, rank, age, is_current, is_unread)
                SELECT ?, id, date, ?, max(first_seen_at, \(Schema.time)), ?, read_at IS NULL FROM item WHERE id = ?
                """)
        let isCurrent = columns(of: "listing")?.contains("is_muted") == false ? "is_current" : "is_current OR is_muted"
        var isWhole = true
        for feed in try Int64.fetchAll(target, sql: "SELECT id FROM feed") {
            let table = DamagedTable(source, "listing", id: "item_id", where: "feed_id = \(feed)")
            isWhole =
                try table.read("rank, \(isCurrent)") { row in
                    try insert.execute(
                        arguments: [feed, try row.integer(1), try row.flag(2), try row.integer(0)])
                } && isWhole
            isWhole =
                try readIndex("SELECT after, before FROM gap WHERE feed_id = \(feed)") { row in
                    try target.execute(
                        sql: "INSERT OR IGNORE INTO gap (feed_id, after, before) VALUES (?, ?, ?)",
                        arguments: [feed, try row.integer(0), try row.integer(1)])
                } && isWhole
        }
        if isWhole { return true }
        // Ranks are lost, so the rescue is incomplete.
        _ = try readIndex("SELECT feed_id, item_id FROM listing INDEXED BY listing_item") { row in
            try insert.execute(arguments: [try row.integer(0), Schema.unranked, true, try row.integer(1)])
        }
        return false
    }

    /// An item keeps its row without content: it is still read if it arrives again, but is neither listed nor saved.
    ///
    /// - Returns: the number of lost saved items.
    private func removeItemsWithoutContent() throws -> Int {
        try target.execute(sql: "DELETE FROM listing WHERE item_id NOT IN (SELECT item_id FROM content)")
        try target.execute(sql: "DELETE FROM content WHERE item_id NOT IN (SELECT id FROM item)")
        try target.execute(
            sql: """
                UPDATE item SET saved_at = NULL
                WHERE saved_at IS NOT NULL AND id NOT IN (SELECT item_id FROM content)
                """)
        return target.changesCount
    }
}

import GRDB
import SQL
import Platform
import WebText

extension StoreRescue {
    /// Moves a store of version 7 or later.
    func move() throws -> Rescue {
        var rescue = Rescue()
        try moveAccounts()
        if try !moveFollowed() { rescue.incomplete.insert(.followedFeeds) }
        // Without their numbers, folders get new ones.
        if columns(of: "folder") != nil { _ = try copy("folder") }
        var isWhole = try moveFeeds()
        let items = try moveItems()
        let marks = try moveMarks()
        if !marks.read { rescue.incomplete.insert(.readMarks) }
        isWhole = items && isWhole
        isWhole = try copy("content", id: "item_id") && isWhole
        // Version 7 didn't store it.
        try target.execute(sql: Schema.classify)
        isWhole = try moveListings() && isWhole
        let lost = try removeItemsWithoutContent()
        if !marks.saved || lost > 0 { rescue.incomplete.insert(.savedItems) }
        if !isWhole { rescue.incomplete.insert(.items) }
        if try !moveRules() { rescue.incomplete.insert(.rules) }
        try movePlayback()
        // Without it, hubs are asked anew.
        if columns(of: "hub_subscription") != nil { _ = try copy("hub_subscription") }
        try moveSequence()
        try write { try SearchIndex(db: $0).queueAll() }
        return rescue
    }

    /// Moves the accounts with their passwords. If the first one can't be read, a new one takes its place.
    ///
    /// Sessions end; browsers sign in again.
    private func moveAccounts() throws {
        let first = try Row.fetchOne(target, sql: "SELECT name, created_at FROM account WHERE id = 1")
        try target.execute(sql: "DELETE FROM account")
        _ = try copy("account")
        if let first, let name: String = first["name"], let created: Int64 = first["created_at"] {
            try target.execute(
                sql: "INSERT INTO account (id, name, created_at) VALUES (1, ?, ?) ON CONFLICT DO NOTHING",
                arguments: [name, created])
        }
        // A store of version 7 has no administrators.
        try target.execute(sql: "UPDATE account SET is_administrator = 1 WHERE id = 1")
        if columns(of: "app_password") != nil { _ = try copy("app_password") }
        for table in ["own_token", "feed_secret"] where columns(of: table) != nil {
            _ = try copy(table, id: "account_id")
        }
    }

    /// Moves a store of an earlier version unchanged; it is migrated afterwards.
    func moveOlder(_ version: Int) throws -> Rescue {
        var rescue = Rescue()
        if version > 1, try !copy("followed") { rescue.incomplete.insert(.followedFeeds) }
        if version == 2, try !copy("mark") { rescue.incomplete.formUnion([.savedItems, .readMarks]) }
        var isWhole = try copy("feed")
        isWhole = try copy("item") && isWhole
        if version > 2 {
            isWhole = try copy("content", id: "item_id") && isWhole
            for feed in try Int64.fetchAll(target, sql: "SELECT id FROM feed") {
                isWhole = try copy("listing", where: "feed_id = \(feed)", id: "item_id") && isWhole
            }
            // Saved items without content are none.
            try target.execute(sql: "UPDATE item SET saved_at = NULL WHERE id NOT IN (SELECT item_id FROM content)")
            if !isWhole { rescue.incomplete.insert(.savedItems) }
        }
        if !isWhole { rescue.incomplete.formUnion([.items, .readMarks]) }
        if version > 3 {
            var areRulesWhole = true
            for table in ["rule", "sink", "notification"] { areRulesWhole = try copy(table) && areRulesWhole }
            areRulesWhole = try moveRuleIndexes() && areRulesWhole
            if !areRulesWhole { rescue.incomplete.insert(.rules) }
        }
        if version > 5 { try movePlayback() }
        if version > 2 { try write { try SearchIndex(db: $0).queueAll() } }
        return rescue
    }

    private func write<T>(_ body: (StoreTransaction) throws -> T) throws -> T {
        try body(StoreTransaction(SQLiteConnection(target), options, FTS5Search(), account: Account.first))
    }

    /// Continues above all numbers that are in use.
    private func moveSequence() throws {
        var numbers = ["SELECT value FROM sequence"]
        for (table, column) in [
            ("item", "id"), ("feed", "id"), ("listing", "seq"), ("mark", "seq"), ("reading", "read_through"),
        ] {
            numbers.append("SELECT max(\(column)) FROM \(table)")
        }
        let highest = try numbers.compactMap { try Int64.fetchOne(target, sql: $0) }.max() ?? 0
        // If it is damaged, the numbers in the rows suffice.
        let known = try? Int64.fetchOne(source, sql: "SELECT value FROM sequence")
        try target.execute(sql: "UPDATE sequence SET value = ?", arguments: [max(highest, known ?? 0) + 1])
    }

    /// Moves rules and notifications, and applies the rules.
    private func moveRules() throws -> Bool {
        var isWhole = true
        for table in ["rule", "sink", "notification"] { isWhole = try copy(table) && isWhole }
        isWhole = try moveRuleIndexes() && isWhole
        try write { db in for writer in try RuleWriter.loadAll(db, at: now) { try writer.reapplyAll() } }
        return isWhole
    }

    private func moveRuleIndexes() throws -> Bool {
        try insert("rule_match", "rule_id, item_id, at") && insert("delivery", "sink_id, notification_id, batch")
    }

    /// Moves the readable positions of players.
    private func movePlayback() throws {
        let owner = columns(of: "playback")?.contains("account_id") ?? false ? "account_id, " : ""
        _ = try insert("playback", owner + "item_id, address, position, duration, at")
    }

    /// Copies a table whose rows have no id by one of its indexes.
    private func insert(_ table: String, _ names: String, _ selection: String = "") throws -> Bool {
        let marks = names.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
        let insert = try target.makeStatement(sql: "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(marks))")
        var isWhole = true
        let isRead = try readIndex("SELECT \(names) FROM \(table)\(selection)") { row in
            do {
                try insert.execute(arguments: StatementArguments(row.values.map(\.databaseValue)))
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                isWhole = false
            }
        }
        return isRead && isWhole
    }

    private func moveFollowed() throws -> Bool {
        if try copy("followed") { return true }
        let insert = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO followed (feed, path, account_id, since, is_primed) VALUES (?1, ?1, ?2, ?3, 1)")
        // Names and folders are lost, so the rescue is incomplete.
        _ = try readIndex("SELECT feed, account_id FROM followed INDEXED BY sqlite_autoindex_followed_1") { row in
            try insert.execute(arguments: [try row.text(0), try row.integer(1), now.milliseconds])
        }
        return false
    }

    private func moveFeeds() throws -> Bool {
        var isWhole = try copy("feed")
        if !isWhole {
            let insert = try target.makeStatement(
                sql: "INSERT OR IGNORE INTO feed (id, key, is_discussion) VALUES (?1, ?2, is_discussion(?2))")
            _ = try readIndex("SELECT id, key FROM feed INDEXED BY sqlite_autoindex_feed_1") { row in
                try insert.execute(arguments: [try row.integer(0), try row.text(1)])
            }
        }
        // A feed without its row counts as visited now by the first account, which may see it.
        isWhole = try copyReading() && isWhole
        try target.execute(
            sql: """
                INSERT INTO reading (account_id, feed_id, visited_at) SELECT 1, id, ? FROM feed
                WHERE NOT EXISTS (SELECT 1 FROM reading WHERE feed_id = feed.id)
                """, arguments: [now.milliseconds])
        return isWhole
    }

    private func copyReading() throws -> Bool {
        let names = """
            account_id, feed_id, read_through, marked_from, marked_through, marked_at, visited_at, last_visit_at
            """
        return try insert("reading", names)
    }

    /// Moves the items. Unreadable ones keep what the index has of them.
    private func moveItems() throws -> Bool {
        if try copy("item") { return true }
        let insert = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO item (id, scope, key, first_seen_at) VALUES (?, ?, ?, ?)")
        _ = try readIndex("SELECT id, scope, key FROM item INDEXED BY sqlite_autoindex_item_1") { row in
            try insert.execute(
                arguments: [try row.integer(0), try row.text(1), try row.text(2), now.milliseconds])
        }
        return false
    }

    /// Moves the marks of each account. Where they can't be read, the indexes have when items were read and saved.
    private func moveMarks() throws -> (read: Bool, saved: Bool) {
        var isWhole = true
        for account in try Int64.fetchAll(target, sql: "SELECT id FROM account") {
            isWhole = try copy("mark", where: "account_id = \(account)", id: "item_id") && isWhole
        }
        // What a feed was read through may be lost, so each mark of a read item counts.
        try target.execute(sql: "UPDATE mark SET seq = -seq WHERE seq < 0 AND read_at IS NOT NULL")
        if isWhole { return (true, true) }
        func move(_ column: String, _ index: String) throws -> Bool {
            let insert = try target.makeStatement(
                sql: """
                    INSERT INTO mark (item_id, account_id, \(column), seq) VALUES (?, ?, ?, ?)
                    ON CONFLICT (item_id, account_id) DO UPDATE SET \(column) = coalesce(\(column), excluded.\(column))
                    """)
            return try readIndex(
                "SELECT item_id, account_id, \(column) FROM mark INDEXED BY \(index) WHERE \(column) IS NOT NULL"
            ) { row in
                let item = try row.integer(0)
                try insert.execute(
                    arguments: [item, try row.integer(1), try row.integer(2), column == "read_at" ? item : 0])
            }
        }
        return (try move("read_at", "mark_read"), try move("saved_at", "mark_saved"))
    }

    private func moveListings() throws -> Bool {
        var isWhole = true
        for feed in try Int64.fetchAll(target, sql: "SELECT id FROM feed") {
            isWhole = try copy("listing", where: "feed_id = \(feed)", id: "item_id") && isWhole
            isWhole = try insert("gap", "feed_id, after, before", " WHERE feed_id = \(feed)") && isWhole
        }
        _ = try insert("muted", "account_id, feed_id, item_id")
        if isWhole { return true }
        let insert = try target.makeStatement(
            sql: """
                INSERT OR IGNORE INTO listing (feed_id, item_id, seq, date, rank, age, is_current, is_shared)
                SELECT ?, id, id, date, \(Schema.unranked), max(first_seen_at, \(Schema.time)), 1, 1
                FROM item WHERE id = ?
                """)
        // Ranks are lost, so the rescue is incomplete.
        _ = try readIndex("SELECT feed_id, item_id FROM listing INDEXED BY listing_item") { row in
            try insert.execute(arguments: [try row.integer(0), try row.integer(1)])
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
                UPDATE mark SET saved_at = NULL
                WHERE saved_at IS NOT NULL AND item_id NOT IN (SELECT item_id FROM content)
                """)
        return target.changesCount
    }
}

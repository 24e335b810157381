import GRDB
import SQL
import Platform
import WebText

extension StoreRescue {
    /// Moves what is readable of each table, and restores from indexes what isn't.
    func move() throws -> Rescue {
        var rescue = Rescue()
        let first = try Row.fetchOne(target, sql: "SELECT name, created_at FROM account")
        try target.execute(sql: "DELETE FROM account")
        for table in StoreTable.all {
            let isWhole = try copy(table)
            if table.name == "account" { try keepFirstAccount(first) }
            if table.name == "reading" { try keepFeedsVisible() }
            if isWhole { continue }
            if let part = table.part { rescue.incomplete.insert(part) }
            switch table.name {
            case "followed": try moveFollowedByIndex()
            case "feed": try moveFeedsByIndex()
            case "item": try moveItemsByIndex()
            case "mark": rescue.incomplete.formUnion(try moveMarksByIndexes())
            case "listing": try moveListingsByIndex()
            default: break
            }
        }
        // What a feed was read through may be lost, so each mark of a read item counts.
        try target.execute(sql: "UPDATE mark SET seq = -seq WHERE seq < 0 AND read_at IS NOT NULL")
        if try removeItemsWithoutContent() > 0 { rescue.incomplete.insert(.savedItems) }
        try target.execute(sql: Schema.checkUnlisted)
        try moveSequence()
        try write { db in
            for account in try db.integers("SELECT DISTINCT account_id FROM rule") {
                let application = RuleApplication(db: db.of(account))
                try application.begin(at: now)
                _ = try application.step(limit: 500, until: nil, at: now)
            }
            try SearchIndex(db: db).queueAll()
        }
        return rescue
    }

    /// Gives the store a first account, who is an administrator, if the damaged file's can't be read.
    private func keepFirstAccount(_ new: Row?) throws {
        if let name: String = new?["name"], let created: Int64 = new?["created_at"] {
            try target.execute(
                sql: "INSERT INTO account (id, name, created_at) VALUES (1, ?, ?) ON CONFLICT DO NOTHING",
                arguments: [name, created])
        }
        try target.execute(sql: "UPDATE account SET is_administrator = 1 WHERE id = 1")
    }

    /// A feed of which no account's row is left counts as visited now by the first account, which may see it.
    private func keepFeedsVisible() throws {
        try target.execute(
            sql: """
                INSERT INTO reading (account_id, feed_id, visited_at) SELECT 1, id, ? FROM feed
                WHERE NOT EXISTS (SELECT 1 FROM reading WHERE feed_id = feed.id)
                """, arguments: [now.milliseconds])
    }

    private func write<T>(_ body: (StoreTransaction) throws -> T) throws -> T {
        try body(
            StoreTransaction(
                SQLiteConnection(target), options, FTS5Search(), SQLiteLocks(), StoryKeeper(), .copy,
                account: Account.first))
    }

    /// Continues above all numbers that are in use.
    private func moveSequence() throws {
        var numbers = ["SELECT value FROM sequence"]
        for (table, column) in [
            ("item", "id"), ("feed", "id"), ("listing", "seq"), ("mark", "seq"), ("reading", "read_through"),
            ("followed", "id"),
        ] {
            numbers.append("SELECT max(\(column)) FROM \(table)")
        }
        let highest = try numbers.compactMap { try Int64.fetchOne(target, sql: $0) }.max() ?? 0
        // If it is damaged, the numbers in the rows suffice.
        let known = try? Int64.fetchOne(source, sql: "SELECT value FROM sequence")
        try target.execute(sql: "UPDATE sequence SET value = ?", arguments: [max(highest, known ?? 0) + 1])
    }

    /// Names and folders are lost.
    private func moveFollowedByIndex() throws {
        let insert = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO followed (feed, path, account_id, since, is_primed) VALUES (?1, ?1, ?2, ?3, 1)")
        _ = try readIndex("SELECT feed, account_id FROM followed INDEXED BY sqlite_autoindex_followed_1") { row in
            try insert.execute(arguments: [try row.text(0), try row.integer(1), now.milliseconds])
        }
    }

    private func moveFeedsByIndex() throws {
        let insert = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO feed (id, key, is_discussion) VALUES (?, ?, ?)")
        _ = try readIndex("SELECT id, key FROM feed INDEXED BY sqlite_autoindex_feed_1") { row in
            let key = try row.text(1)
            try insert.execute(arguments: [try row.integer(0), key, options.isDiscussion(FeedKey(key))])
        }
    }

    private func moveItemsByIndex() throws {
        let insert = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO item (id, scope, key, first_seen_at) VALUES (?, ?, ?, ?)")
        _ = try readIndex("SELECT id, scope, key FROM item INDEXED BY sqlite_autoindex_item_1") { row in
            try insert.execute(
                arguments: [try row.integer(0), try row.text(1), try row.text(2), now.milliseconds])
        }
    }

    /// The indexes have when items were read and saved.
    ///
    /// - Returns: what may be lost.
    private func moveMarksByIndexes() throws -> Set<Rescue.Part> {
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
        var lost: Set<Rescue.Part> = []
        if try !move("read_at", "mark_read") { lost.insert(.readMarks) }
        if try !move("saved_at", "mark_saved") { lost.insert(.savedItems) }
        return lost
    }

    /// Ranks are lost.
    private func moveListingsByIndex() throws {
        let insert = try target.makeStatement(
            sql: """
                INSERT OR IGNORE INTO listing (feed_id, item_id, seq, date, rank, age, is_current, is_shared)
                SELECT ?, id, id, date, \(Schema.unranked), max(first_seen_at, \(Schema.time)), 1, 1
                FROM item WHERE id = ?
                """)
        _ = try readIndex("SELECT feed_id, item_id FROM listing INDEXED BY listing_item") { row in
            try insert.execute(arguments: [try row.integer(0), try row.integer(1)])
        }
    }

    /// An item keeps its row without content: it is still read if it arrives again, but is neither listed nor saved, and has no labels.
    ///
    /// - Returns: the number of lost saved items.
    private func removeItemsWithoutContent() throws -> Int {
        try target.execute(sql: "DELETE FROM listing WHERE item_id NOT IN (SELECT item_id FROM content)")
        try target.execute(sql: "DELETE FROM content WHERE item_id NOT IN (SELECT id FROM item)")
        try target.execute(sql: "DELETE FROM item_label WHERE item_id NOT IN (SELECT item_id FROM content)")
        let labels = target.changesCount
        try target.execute(
            sql: """
                UPDATE mark SET saved_at = NULL
                WHERE saved_at IS NOT NULL AND item_id NOT IN (SELECT item_id FROM content)
                """)
        return labels + target.changesCount
    }
}

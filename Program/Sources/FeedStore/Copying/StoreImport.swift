import Platform
import SQL
import WebText

/// Adds the contents of an export, within the caller's transaction. Existing rows don't change.
struct StoreImport {
    let db: StoreTransaction
    let now: Date

    func add(_ export: StoreExport) throws -> ImportCounts {
        var counts = ImportCounts()
        func count(_ isNew: Bool) { if isNew { counts.added += 1 } else { counts.known += 1 } }
        for follow in export.follows { count(try add(follow, isInitialized: export.isReadComplete)) }
        for read in export.read { count(try add(read)) }
        // The last one saved comes first, also of those that were saved in the same second.
        for saved in export.saved.reversed() { count(try add(saved)) }
        for setting in export.settings.sorted(by: { $0.key < $1.key }) { count(try add(setting.key, setting.value)) }
        for labelled in export.labelled { count(try add(labelled)) }
        return counts
    }

    /// Settings that the account has chosen stay. Those beyond the maximum are left out.
    private func add(_ setting: String, _ value: String) throws -> Bool {
        let count = try db.integers("SELECT count(*) FROM setting WHERE account_id = ?", [db.account]).first ?? 0
        if count >= FeedStore.maximumSettings { return false }
        let sql = """
            INSERT INTO setting (account_id, name, value) VALUES (?, ?, ?) ON CONFLICT (account_id, name) DO NOTHING
            """
        return try db.execute(sql, [db.account, setting, value]) > 0
    }

    private func add(_ follow: StoredFollow, isInitialized: Bool) throws -> Bool {
        if try Following(db: db).isFollowed(follow.feed) { return false }
        if let title = follow.title {
            let sql = "UPDATE feed SET feed_title = ? WHERE id = ? AND feed_title IS NULL"
            try db.execute(sql, [title, try FeedRow.id(db, follow.feed)])
        }
        if let extra = follow.extra {
            let sql = "UPDATE feed SET extra = ? WHERE id = ? AND extra IS NULL"
            try db.execute(sql, [extra, try FeedRow.id(db, follow.feed)])
        }
        return try Following(db: db).add(
            follow.feed, path: follow.path, follow.settings, isInitialized: isInitialized, at: min(follow.since, now))
    }

    /// An item that isn't stored gets a row without content, so that it arrives as read.
    private func add(_ read: StoreExport.ReadItem) throws -> Bool {
        let writer = MarkWriter(db: db)
        let date = min(read.readAt, now)
        if let item = try ItemWriter(db: db, scope: read.key.scope).find(read.key.id) {
            return try writer.mark(item, as: .read, at: date)
        }
        let item = try db.nextArrival()
        try db.execute(
            "INSERT INTO item (id, scope, key, first_seen_at, check_at) VALUES (?, ?, ?, ?, ?)",
            [
                item, read.key.scope, read.key.id, now.milliseconds,
                (now + Retention.unusedSpan).milliseconds + 1,
            ])
        db.noteAdded(.awaited)
        return try writer.mark(item, as: .read, at: date)
    }

    /// Finds or stores an item, and returns its number; nil for one that only other accounts may see.
    private func store(_ item: FeedUpdate.Item, scope: String) throws -> Int64? {
        let writer = ItemWriter(db: db, scope: scope)
        let known = try writer.findComplete(item.id)
        // Otherwise, importing an id would show another account's item.
        if known != nil, try !Account.sees(ItemKey(scope: scope, id: item.id), db) { return nil }
        // The stored item may be newer than the exported one.
        let id = try known ?? writer.store(item, at: now).id
        // Perhaps no feed lists it.
        try db.execute("UPDATE item SET check_at = 0 WHERE id = ?", [id])
        return id
    }

    /// An item keeps the labels that it has. Beyond the limits of labels, it gets no others.
    private func add(_ labelled: StoreExport.LabelledItem) throws -> Bool {
        guard let id = try store(labelled.item, scope: labelled.scope) else { return false }
        let isNamed = "SELECT 1 FROM mark WHERE item_id = ? AND account_id = ? AND saved_in IS NOT NULL"
        if try db.row(isNamed, [id, db.account]) == nil {
            try MarkWriter(db: db).write(id, ["saved_in": labelled.feed.rawValue])
        }
        let writer = LabelWriter(db: db)
        var isNew = false
        for name in labelled.labels {
            do { if try writer.add(name, to: id, at: now) { isNew = true } } catch is LabelError { continue }
        }
        return isNew
    }

    private func add(_ saved: StoreExport.SavedItem) throws -> Bool {
        guard let id = try store(saved.item, scope: saved.scope) else { return false }
        let marks = MarkWriter(db: db)
        if try marks.marks(of: id).isSaved { return false }
        db.noteAdded(.saved)
        try marks.write(id, ["saved_at": min(saved.savedAt, now).milliseconds, "saved_in": saved.feed.rawValue])
        return true
    }
}

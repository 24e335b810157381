import GRDB
import Platform
import Search
import WebText

/// Stores the items of one scope, within the caller's transaction. Doesn't write unchanged rows.
struct ItemWriter {
    /// An item's row.
    struct Stored {
        var id: Int64
        var isUnread: Bool
        var firstSeenAt: Int64
        var dateChanged = false
        var savedAt: Int64?
        var isHighlighted = false
        /// Whether the item is new, or changed in what rules test.
        var hasChanged = false
    }

    let db: Database
    let scope: String

    /// Updates or inserts an item; as read if `isSeen`.
    func store(_ item: Refresh.Item, at now: Date, isSeen: Bool) throws -> Stored {
        let row = try Row.fetchOne(db.cachedStatement(sql: Self.known), arguments: [item.id, scope])
        guard let columns = row.map(Columns.init) else { return try insert(item, at: now, isSeen: isSeen) }
        var stored = Stored(
            id: try columns.integer(0), isUnread: try columns.optionalInteger(1) == nil,
            firstSeenAt: try columns.integer(2))
        stored.dateChanged = try columns.optionalInteger(3) != item.date?.milliseconds
        stored.savedAt = try columns.optionalInteger(14)
        stored.isHighlighted = try columns.flag(16)
        stored.hasChanged = try update(item, stored, columns, at: now)
        return stored
    }

    /// Stores those items of a refresh that aren't stored, without listing them.
    func add(_ refresh: Refresh) throws {
        for item in refresh.items where try findComplete(item.id) == nil {
            let id = try store(item, at: refresh.fetchedAt, isSeen: refresh.seen.contains(item.id)).id
            try db.cachedStatement(sql: "UPDATE item SET saved_in = ifnull(saved_in, ?) WHERE id = ?")
                .execute(arguments: [refresh.feed.rawValue, id])
        }
    }

    /// The item's row.
    func find(_ key: String) throws -> Int64? {
        try integer("SELECT id FROM item WHERE key = ? AND scope = ?", key)
    }

    /// The item's row if its content is stored.
    func findComplete(_ key: String) throws -> Int64? {
        try integer("SELECT id FROM item JOIN content ON item_id = id WHERE key = ? AND scope = ?", key)
    }

    private func integer(_ sql: String, _ key: String) throws -> Int64? {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key, scope]).map { try Columns($0).integer(0) }
    }

    private static let known = """
        SELECT id, read_at, first_seen_at, date, kind, measure, latitude, longitude,
            payload, title, author, source, tags, text, saved_at, kind_name, is_highlighted
        FROM item LEFT JOIN content ON item_id = id WHERE key = ? AND scope = ?
        """

    private func insert(_ item: Refresh.Item, at date: Date, isSeen: Bool) throws -> Stored {
        let search = item.search
        let now = date.milliseconds
        try db.cachedStatement(
            sql: """
                INSERT INTO item (scope, key, date, first_seen_at, read_at, kind, kind_name, measure, latitude, longitude)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            scope, item.id, item.date?.milliseconds, now, isSeen ? now : nil, search.kind,
            search.kindName, search.measure, search.latitude, search.longitude,
        ])
        let id = db.lastInsertedRowID
        if let measure = search.measure { try ScoreHistory(db: db).record(measure, of: id, at: date) }
        try write(Content(item), of: id)
        if search.hasWords { try SearchIndex(db: db).add(id) }
        return Stored(id: id, isUnread: !isSeen, firstSeenAt: now, hasChanged: true)
    }

    /// Returns whether the row changed, except for the payload.
    private func update(_ item: Refresh.Item, _ stored: Stored, _ columns: Columns, at now: Date) throws -> Bool {
        let search = item.search
        var hasChanged = false
        let measureChanged = try columns.optionalReal(5) != search.measure
        if measureChanged, let measure = search.measure {
            try ScoreHistory(db: db).record(measure, of: stored.id, at: now)
        }
        if try stored.dateChanged || columns.optionalText(4) != search.kind
            || measureChanged || columns.optionalText(15) != search.kindName
            || columns.optionalReal(6) != search.latitude
            || columns.optionalReal(7) != search.longitude
        {
            hasChanged = true
            try db.cachedStatement(
                sql: """
                    UPDATE item SET date = ?, kind = ?, kind_name = ?, measure = ?, latitude = ?, longitude = ?
                    WHERE id = ?
                    """
            ).execute(arguments: [
                item.date?.milliseconds, search.kind, search.kindName, search.measure, search.latitude,
                search.longitude, stored.id,
            ])
        }
        let (known, hasSameWords) = try content(columns, search)
        if known == item.payload, hasSameWords { return hasChanged }
        if !hasSameWords {
            try SearchIndex(db: db).remove(stored.id)
            if search.hasWords { try SearchIndex(db: db).add(stored.id) }
        }
        try write(Content(item), of: stored.id)
        return hasChanged || !hasSameWords
    }

    /// The stored payload, and whether the stored text equals that of `search`.
    private func content(_ columns: Columns, _ search: SearchFields) throws -> (Data?, Bool) {
        guard let payload = try columns.optionalData(8) else { return (nil, false) }
        let isSame =
            try columns.text(9) == search.title && columns.text(10) == search.author
            && columns.text(11) == search.source && columns.text(12) == search.joinedTags
            && TextDelta.decode(columns.data(13), against: payload) == search.text
        return (payload, isSame)
    }

    private func write(_ content: Content, of id: Int64) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO content (item_id, payload, title, author, source, tags, text)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            id, content.payload, content.title, content.author, content.source, content.tags, content.text,
        ])
    }

    private struct Content {
        let payload: Data
        let title: String
        let author: String
        let source: String
        let tags: String
        let text: Data

        init(_ item: Refresh.Item) {
            payload = item.payload
            title = item.search.title
            author = item.search.author
            source = item.search.source
            tags = item.search.joinedTags
            text = TextDelta.encode(item.search.text, against: item.payload)
        }
    }
}

import SQL
import Platform
import Search
import WebText

/// Stores the items of one scope, within the caller's transaction. Doesn't write unchanged rows.
struct ItemWriter {
    /// An item's row.
    struct Stored {
        var id: Int64
        var firstSeenAt: Int64
        var isNew = false
        var dateChanged = false
        var isLater = false
        /// Whether the item is new, or changed in what rules test.
        var hasChanged = false
    }

    let db: StoreTransaction
    let scope: String

    /// Updates or inserts an item.
    func store(_ item: Refresh.Item, at now: Date) throws -> Stored {
        guard let columns = try db.row(Self.known, [item.id, scope]) else { return try insert(item, at: now) }
        var stored = Stored(
            id: try columns.integer(KnownColumn.id), firstSeenAt: try columns.integer(KnownColumn.firstSeenAt))
        let (known, date) = (try columns.optionalInteger(KnownColumn.date), item.date?.milliseconds)
        stored.dateChanged = known != date
        stored.isLater = known.flatMap { known in date.map { known < $0 } } ?? false
        stored.hasChanged = try update(item, stored, columns, at: now)
        return stored
    }

    /// Stores those items of a refresh that aren't stored, without listing them, as the account's.
    func add(_ refresh: Refresh) throws {
        for item in refresh.inOrderOfArrival where try findComplete(item.id) == nil {
            let stored = try store(item, at: refresh.fetchedAt)
            let isRead = stored.isNew && refresh.read.contains(item.id)
            let marks = MarkWriter(db: db)
            try marks.write(stored.id, ["saved_in": refresh.feed.rawValue])
            if isRead { _ = try marks.mark(stored.id, as: .read, at: refresh.fetchedAt) }
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
        try db.row(sql, [key, scope])?.integer(0)
    }

    private enum KnownColumn: String, ColumnList {
        case id, firstSeenAt = "first_seen_at", date, kind, kindName = "kind_name", measure, latitude, longitude
        case payload, title, author, source, tags, text
    }

    private static let known =
        "SELECT \(KnownColumn.sql) FROM item LEFT JOIN content ON item_id = id WHERE key = ? AND scope = ?"

    private func insert(_ item: Refresh.Item, at date: Date) throws -> Stored {
        let search = item.search
        let now = date.milliseconds
        let id = try db.nextArrival()
        try ColumnValues([
            "id": id, "scope": scope, "key": item.id, "date": item.date?.milliseconds, "first_seen_at": now,
            "kind": search.kind, "kind_name": search.kindName, "measure": search.measure, "quantity": quantity(item),
            "latitude": search.latitude, "longitude": search.longitude,
        ]).insert(into: "item", db)
        if let measure = search.measure { try ScoreHistory(db: db).record(measure, of: id, at: date) }
        try write(item, of: id, changedAt: nil)
        if search.hasWords { try SearchIndex(db: db).add(id) }
        return Stored(id: id, firstSeenAt: now, isNew: true, hasChanged: true)
    }

    /// Returns whether the row changed, except for the payload.
    private func update(_ item: Refresh.Item, _ stored: Stored, _ columns: SQLRow, at now: Date) throws -> Bool {
        let search = item.search
        var hasChanged = false
        let measureChanged = try columns.optionalReal(KnownColumn.measure) != search.measure
        if measureChanged, let measure = search.measure {
            try ScoreHistory(db: db).record(measure, of: stored.id, at: now)
        }
        if try stored.dateChanged || columns.optionalText(KnownColumn.kind) != search.kind
            || measureChanged || columns.optionalText(KnownColumn.kindName) != search.kindName
            || columns.optionalReal(KnownColumn.latitude) != search.latitude
            || columns.optionalReal(KnownColumn.longitude) != search.longitude
        {
            hasChanged = true
            try ColumnValues([
                "date": item.date?.milliseconds, "kind": search.kind, "kind_name": search.kindName,
                "measure": search.measure, "quantity": quantity(item), "latitude": search.latitude,
                "longitude": search.longitude,
            ]).update("item", id: stored.id, db)
        }
        let (known, hasSameWords) = try content(columns, search)
        if known == item.payload, hasSameWords { return hasChanged }
        if !hasSameWords {
            try SearchIndex(db: db).remove(stored.id)
            if search.hasWords { try SearchIndex(db: db).add(stored.id) }
        }
        // Points and comments that are counted change all the time.
        let isOther = !hasSameWords || known != nil && search.measure == nil
        try write(item, of: stored.id, changedAt: isOther ? now : nil)
        return hasChanged || !hasSameWords
    }

    /// What the item's measure is.
    private func quantity(_ item: Refresh.Item) -> String? {
        item.search.measure == nil ? nil : db.options.quantities.quantity(of: scope, item.payload)?.rawValue
    }

    /// The stored payload, and whether the stored text equals that of `search`.
    private func content(_ columns: SQLRow, _ search: SearchFields) throws -> (Data?, Bool) {
        guard let payload = try columns.optionalData(KnownColumn.payload) else { return (nil, false) }
        let isSame =
            try columns.text(KnownColumn.title) == search.title && columns.text(KnownColumn.author) == search.author
            && columns.text(KnownColumn.source) == search.source && columns.text(KnownColumn.tags) == search.joinedTags
            && TextDelta.decode(columns.data(KnownColumn.text), against: payload) == search.text
        return (payload, isSame)
    }

    /// - Parameter date: when it changed for readers; nil to keep that.
    private func write(_ item: Refresh.Item, of id: Int64, changedAt date: Date?) throws {
        let search = item.search
        try ColumnValues([
            "item_id": id, "payload": item.payload, "title": search.title, "author": search.author,
            "source": search.source, "tags": search.joinedTags,
            "text": TextDelta.encode(search.text, against: item.payload),
        ]).upsert(into: "content", key: ["item_id"], db)
        guard let date else { return }
        try db.execute("UPDATE content SET changed_at = ? WHERE item_id = ?", [date.milliseconds, id])
    }
}

import Platform
import SQL
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
        /// True if the item is new, or has changes that rules test.
        var hasChanged = false
    }

    /// A fetched item, and what is stored of it.
    struct Known {
        let item: FeedUpdate.Item
        /// Nil for a new item.
        var row: Row?
        /// Its place in the feed; nil if the feed never listed it.
        var listing: (rank: Int, isCurrent: Bool)?

        /// The stored values that refreshes change.
        struct Row {
            let id: Int64
            let firstSeenAt: Int64
            let date: Int64?
            /// Kind, name of the kind, measure and place.
            let fields: SearchFields
            /// Nil for an item that is only marked.
            let payload: Data?
            let hasSameWords: Bool
        }
    }

    let db: StoreTransaction
    let scope: String

    /// Updates or inserts an item.
    func store(_ item: FeedUpdate.Item, at now: Date) throws -> Stored {
        var rows = ItemRows(self, at: now)
        let stored = try rows.add(known([item], listedBy: nil).first ?? Known(item: item))
        try rows.write()
        return stored
    }

    /// Stores those items of a refresh that aren't stored, without listing them, as the account's.
    func add(_ refresh: FeedUpdate) throws {
        let incomplete = try known(refresh.inOrderOfArrival, listedBy: nil).filter { $0.row?.payload == nil }
        var rows = ItemRows(self, at: refresh.fetchedAt)
        let stored = try incomplete.map { try rows.add($0) }
        try rows.write()
        let marks = MarkWriter(db: db)
        for (known, stored) in zip(incomplete, stored) {
            let isRead = stored.isNew && refresh.read.contains(known.item.id)
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

    // MARK: What is stored

    private enum KnownColumn: String, ColumnList {
        case place = "given.column1", id = "item.id", firstSeenAt = "item.first_seen_at", date = "item.date", kind
        case kindName = "kind_name", measure, latitude, longitude, payload, title, author, source, tags, text
        case rank = "listing.rank", isCurrent = "listing.is_current"
    }

    /// Reads what is stored of items, in their order.
    func known(_ items: [FeedUpdate.Item], listedBy feed: Int64?) throws -> [Known] {
        var given = ValuesClause(.integer, .text)
        for (place, item) in items.enumerated() { given.append(place, item.id) }
        var known = items.map { Known(item: $0) }
        let rows = try given.rows(db, [scope, feed ?? 0]) { source in
            """
            SELECT \(KnownColumn.sql) FROM \(source)
            CROSS JOIN item ON item.key = given.column2 AND item.scope = ?
            LEFT JOIN content ON content.item_id = item.id
            LEFT JOIN listing ON listing.feed_id = ? AND listing.item_id = item.id
            """
        }
        for row in rows {
            let place = try row.count(KnownColumn.place)
            known[place].row = try Self.known(row, items[place].search)
            if let rank = try row.optionalCount(KnownColumn.rank) {
                known[place].listing = (rank, try row.flag(KnownColumn.isCurrent))
            }
        }
        return known
    }

    private static func known(_ row: SQLRow, _ search: SearchFields) throws -> Known.Row {
        var fields = SearchFields()
        // Rows of a damaged file may have no kind.
        fields.kind = try row.optionalText(KnownColumn.kind) ?? ""
        fields.kindName = try row.optionalText(KnownColumn.kindName) ?? ""
        fields.measure = try row.optionalReal(KnownColumn.measure)
        fields.latitude = try row.optionalReal(KnownColumn.latitude)
        fields.longitude = try row.optionalReal(KnownColumn.longitude)
        let payload = try row.optionalData(KnownColumn.payload)
        return Known.Row(
            id: try row.integer(KnownColumn.id), firstSeenAt: try row.integer(KnownColumn.firstSeenAt),
            date: try row.optionalInteger(KnownColumn.date), fields: fields, payload: payload,
            hasSameWords: try payload.map { try hasSameWords(row, search, $0) } ?? false)
    }

    /// True if the stored text equals that of `search`.
    private static func hasSameWords(_ row: SQLRow, _ search: SearchFields, _ payload: Data) throws -> Bool {
        try row.text(KnownColumn.title) == search.title && row.text(KnownColumn.author) == search.author
            && row.text(KnownColumn.source) == search.source && row.text(KnownColumn.tags) == search.joinedTags
            && TextDelta.decode(row.data(KnownColumn.text), against: payload) == search.text
    }
}

/// The rows that store items, collected and then written by a few statements.
struct ItemRows {
    private let db: StoreTransaction
    private let scope: String
    private let now: Date
    private var added = TableRows(
        "item", "id", "scope", "key", "date", "first_seen_at", "kind", "kind_name", "measure", "measure_kind",
        "latitude",
        "longitude")
    private var changed = TableRows(
        "item", "id", "date", "kind", "kind_name", "measure", "measure_kind", "latitude", "longitude")
    private var contents = TableRows(
        "content", "item_id", "payload", "title", "author", "source", "tags", "text", "changed_at")
    private var measurements: [(item: Int64, value: Double)] = []
    /// The items whose stored words are replaced.
    private var unindexed: [Int64] = []
    private var queued: [Int64] = []

    init(_ writer: ItemWriter, at now: Date) {
        (db, scope, self.now) = (writer.db, writer.scope, now)
    }

    /// Takes the number of a new item.
    mutating func add(_ known: ItemWriter.Known) throws -> ItemWriter.Stored {
        guard let row = known.row else { return try insert(known.item) }
        let date = known.item.date?.milliseconds
        var stored = ItemWriter.Stored(id: row.id, firstSeenAt: row.firstSeenAt, dateChanged: row.date != date)
        stored.isLater = row.date.flatMap { before in date.map { before < $0 } } ?? false
        stored.hasChanged = update(known.item, stored, row)
        return stored
    }

    private mutating func insert(_ item: FeedUpdate.Item) throws -> ItemWriter.Stored {
        let (search, now) = (item.search, now.milliseconds)
        let id = try db.nextArrival()
        added.append(
            id, scope, item.id, item.date?.milliseconds, now, search.kind, search.kindName, search.measure,
            measureKind(item), search.latitude, search.longitude)
        if let measure = search.measure { measurements.append((id, measure)) }
        append(item, of: id, changedAt: nil)
        if search.hasWords { queued.append(id) }
        return ItemWriter.Stored(id: id, firstSeenAt: now, isNew: true, hasChanged: true)
    }

    /// Returns true if the row changed, except for the payload.
    private mutating func update(
        _ item: FeedUpdate.Item, _ stored: ItemWriter.Stored, _ row: ItemWriter.Known.Row
    ) -> Bool {
        let (search, known) = (item.search, row.fields)
        var hasChanged = false
        let measureChanged = known.measure != search.measure
        if measureChanged, let measure = search.measure { measurements.append((stored.id, measure)) }
        if stored.dateChanged || measureChanged || known.kind != search.kind || known.kindName != search.kindName
            || known.latitude != search.latitude || known.longitude != search.longitude
        {
            hasChanged = true
            changed.append(
                stored.id, item.date?.milliseconds, search.kind, search.kindName, search.measure, measureKind(item),
                search.latitude, search.longitude)
        }
        if row.payload == item.payload, row.hasSameWords { return hasChanged }
        if !row.hasSameWords {
            if row.payload != nil { unindexed.append(stored.id) }
            if search.hasWords { queued.append(stored.id) }
        }
        // Points and comments that are counted change all the time.
        let isOther = !row.hasSameWords || row.payload != nil && search.measure == nil
        append(item, of: stored.id, changedAt: isOther ? now : nil)
        return hasChanged || !row.hasSameWords
    }

    /// The kind of the item's measure.
    private func measureKind(_ item: FeedUpdate.Item) -> String? {
        item.search.measure == nil ? nil : db.options.measureKinds.kind(of: scope, item.payload)?.rawValue
    }

    /// - Parameter date: when it changed for readers; nil to keep that.
    private mutating func append(_ item: FeedUpdate.Item, of id: Int64, changedAt date: Date?) {
        let search = item.search
        contents.append(
            id, item.payload, search.title, search.author, search.source, search.joinedTags,
            TextDelta.encode(search.text, against: item.payload), date?.milliseconds)
    }

    func write() throws {
        try added.insert(db)
        try changed.update(db)
        try MeasurementWriter(db: db).record(measurements, at: now)
        let index = SearchIndex(db: db)
        try index.remove(unindexed)
        try contents.insert(
            db,
            onConflict: """
                ON CONFLICT (item_id) DO UPDATE SET payload = excluded.payload, title = excluded.title,
                    author = excluded.author, source = excluded.source, tags = excluded.tags, text = excluded.text,
                    changed_at = coalesce(excluded.changed_at, content.changed_at)
                """)
        try index.add(queued)
    }
}

/// The history of items' measures, within the caller's transaction.
///
/// At most one value every ten minutes, back to the one that was current an hour ago: at most eight for each
/// item.
struct MeasurementWriter {
    private static let spacing: Int64 = 600_000
    /// The maximum span of a slope.
    private static let span: Int64 = 3_600_000

    let db: StoreTransaction

    /// Records new or changed measures, at most every ten minutes.
    func record(_ values: [(item: Int64, value: Double)], at date: Date) throws {
        let now = date.milliseconds
        let last = try ValuesClause(values.map(\.item)).rows(db) {
            "SELECT item_id, max(at) FROM \($0) CROSS JOIN measurement ON measurement.item_id = given.column1 GROUP BY item_id"
        }
        let times = Dictionary(try last.map { (try $0.integer(0), try $0.integer(1)) }) { max($0, $1) }
        let due = values.filter { one in times[one.item].map { $0 > now || $0 <= now - Self.spacing } ?? true }
        try ValuesClause(due.map(\.item).filter { times[$0] != nil }).execute(db, [now, now - Self.span]) {
            """
            DELETE FROM measurement WHERE item_id IN (SELECT column1 FROM \($0))
                AND (at > ? OR at < (SELECT max(other.at) FROM measurement AS other
                    WHERE other.item_id = measurement.item_id AND other.at <= ?))
            """
        }
        var rows = TableRows("measurement", "item_id", "at", "value")
        for (item, value) in due { rows.append(item, now, value) }
        try rows.insert(db, onConflict: "ON CONFLICT (item_id, at) DO UPDATE SET value = excluded.value")
    }

    /// SQL for the growth per hour, over the last hour or since the first value; NULL in the first ten minutes.
    static func slope(of item: String, at now: String) -> String {
        """
        SELECT (\(item).measure - value) * 3600000.0 / CASE WHEN \(now) - at < \(span) THEN \(now) - at ELSE \(span) END FROM measurement
        WHERE item_id = \(item).id AND at <= \(now) - \(spacing)
        ORDER BY at <= \(now) - \(span) DESC, CASE WHEN at <= \(now) - \(span) THEN -at ELSE at END LIMIT 1
        """
    }

    /// The growth per hour of an item; nil if it isn't known yet.
    func slope(of item: Int64, at date: Date) throws -> Double? {
        let sql = "SELECT (\(Self.slope(of: "item", at: "?1"))) FROM item WHERE id = ?2"
        let row = try db.row(sql, [date.milliseconds, item])
        return try row.flatMap { try $0.optionalReal(0) }
    }
}

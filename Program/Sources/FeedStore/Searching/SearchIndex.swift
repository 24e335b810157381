import Platform
import SQL
import Search

/// Writes the full-text index, within the caller's transaction.
///
/// Indexing an item costs several times as much as storing it. New items are queued in `unindexed`, and indexed
/// before the next search.
struct SearchIndex {
    /// The condition that a row of `content` or `document` has text. Items without text are never indexed.
    static let hasWords = "(title || author || source || tags <> '' OR length(text) > 0)"

    let db: StoreTransaction

    /// Queues items whose content has changed.
    func add(_ items: [Int64]) throws {
        var rows = TableRows("unindexed", "item_id")
        for item in items { rows.append(item) }
        // An item that is being indexed is queued again afterwards.
        try rows.insert(db, onConflict: "ON CONFLICT (item_id) DO UPDATE SET item_id = excluded.item_id")
    }

    /// Removes items before their content changes or is deleted.
    func remove(_ items: [Int64]) throws {
        let queued = try ValuesClause(items).rows(db) {
            "SELECT unindexed.item_id FROM \($0) CROSS JOIN unindexed ON unindexed.item_id = given.column1"
        }
        let isQueued = Set(try queued.map { try $0.integer(0) })
        try ValuesClause(isQueued.sorted()).execute(db) {
            "DELETE FROM unindexed WHERE item_id IN (SELECT column1 FROM \($0))"
        }
        try db.fullText.remove(items.filter { !isQueued.contains($0) }, db)
    }

    /// Indexes the first queued items.
    func update(limit: Int) throws {
        // Locked before their content is read, so that a change of it is indexed after this one.
        let first = "SELECT item_id FROM unindexed ORDER BY item_id LIMIT ?\(db.locks.changingRows)"
        let items = try db.integers(first, [limit])
        if items.isEmpty { return }
        let list = "(\(items.map(String.init).joined(separator: ", ")))"
        try db.fullText.index(list, db)
        try db.execute("DELETE FROM unindexed WHERE item_id IN \(list)", isReused: false)
    }

    /// True if items are queued.
    func isBehind() throws -> Bool {
        try db.row("SELECT 1 FROM unindexed LIMIT 1") != nil
    }

    /// Empties the index and queues every item.
    func rebuild() throws {
        try db.fullText.empty(db)
        try db.execute("DELETE FROM reindexing")
        try queueAll()
    }

    /// Queues every item that has text.
    func queueAll() throws {
        try db.execute(
            "INSERT INTO unindexed (item_id) SELECT item_id FROM content WHERE \(Self.hasWords) ON CONFLICT DO NOTHING")
    }

    // MARK: Reindexing

    /// The progress of indexing the items of an earlier version anew.
    struct Reindexing {
        /// The newest item that isn't.
        let item: Int64
        /// The newest item when it began.
        let last: Int64

        /// The indexed part, from 0 to 1.
        var progress: Double { 1 - Double(item) / Double(max(last, 1)) }
    }

    /// Nil if every item is indexed as this version does.
    func reindexing() throws -> Reindexing? {
        try db.row("SELECT item_id, last_id FROM reindexing").map {
            Reindexing(item: try $0.integer(0), last: try $0.integer(1))
        }
    }

    /// The number of items in one batch.
    private static let readAtOnce = 25

    /// Indexes the next items anew until an instant, at least some.
    ///
    /// The index of an item depends on whether its id is above `reindexing.item_id`, so it is removed before that changes, and
    /// added afterwards.
    /// - Returns: the items whose index differs from that of earlier versions.
    func reindex(until deadline: ContinuousClock.Instant) throws -> [Int64] {
        var changed: [Int64] = []
        while let place = try reindexing() {
            let next = "SELECT item_id FROM content WHERE item_id <= ? ORDER BY item_id DESC LIMIT \(Self.readAtOnce)"
            let items = try db.integers(next, [place.item])
            guard let last = items.last else {
                try db.execute("DELETE FROM reindexing")
                break
            }
            let texts = try StoredText.read(of: items, db)
            let different = items.filter { texts[$0]?.lexemesDiffer ?? false }
            try remove(different)
            try db.execute("UPDATE reindexing SET item_id = ?", [last - 1])
            try add(different)
            changed += different
            if deadline <= .now { break }
        }
        if !changed.isEmpty { try update(limit: changed.count) }
        return changed
    }
}

extension FeedStore {
    /// The time for which one transaction of ``reindex(now:)`` may block other writers.
    private static let reindexingTime = Duration.milliseconds(50)

    /// Continues to index the items that an earlier version indexed in another way, newest first, in one short transaction.
    ///
    /// Rules that hide and highlight are applied to them again. Several processes may call it: each transaction continues
    /// after the last indexed item, also after a crash.
    /// - Returns: true if items are left.
    @discardableResult
    package func reindex(now: Date) throws -> Bool {
        let (isNeeded, hasRules) = try read { db in
            (try SearchIndex(db: db).reindexing() != nil, try db.row("SELECT 1 FROM rule LIMIT 1") != nil)
        }
        if !isNeeded { return false }
        // Without rules, nothing that lists show has changed.
        return hasRules ? try write(.maintenance) { try reindex($0, now) } : try writeSilently { try reindex($0, now) }
    }

    private func reindex(_ db: StoreTransaction, _ now: Date) throws -> Bool {
        let index = SearchIndex(db: db)
        let items = try index.reindex(until: .now + Self.reindexingTime)
        if items.isEmpty { return try index.reindexing() != nil }
        db.noteChanges(StoreChanges(isEverything: true))
        for rules in try RuleWriter.loadAll(db, at: now) { try rules.reapply(items: items) }
        return try index.reindexing() != nil
    }
}

/// The stored texts of items, as they are searched.
enum StoredText {
    private enum Column: String, ColumnList {
        case item = "item_id", title, author, source, tags, text, payload
    }

    /// The texts of the items that a condition on `content` selects, by their ids.
    static func read(
        _ condition: String, _ values: [(any SQLValueConvertible)?] = [], _ db: StoreTransaction
    ) throws -> [Int64: SearchFields] {
        var texts: [Int64: SearchFields] = [:]
        let sql = "SELECT \(Column.sql) FROM content WHERE \(condition)"
        for row in try db.rows(sql, values, isReused: !values.isEmpty) {
            texts[try row.integer(Column.item)] = SearchFields(
                title: try row.text(Column.title),
                text: TextDelta.decode(try row.data(Column.text), against: try row.data(Column.payload)) ?? "",
                author: try row.text(Column.author), source: try row.text(Column.source),
                tags: [try row.text(Column.tags)])
        }
        return texts
    }

    /// The texts of some items, by their ids.
    static func read(of items: some Collection<Int64>, _ db: StoreTransaction) throws -> [Int64: SearchFields] {
        if items.isEmpty { return [:] }
        return try read("item_id IN (\(items.map(String.init).joined(separator: ", ")))", [], db)
    }
}

import Platform
import SQL

extension FeedStore {
    /// How long one transaction of ``reindex(now:)`` may keep other writers waiting.
    private static let reindexingTime = Duration.milliseconds(50)

    /// Continues to index the items that an earlier version indexed in another way, newest first, in one short transaction.
    ///
    /// Rules that hide and highlight are applied to them again. Several processes may call it: each transaction continues
    /// where the one before it ended, also after a crash.
    /// - Returns: whether items are left.
    @discardableResult
    package func reindex(now: Date) throws -> Bool {
        let (isNeeded, hasRules) = try read { db in
            (try SearchIndex(db: db).reindexing() != nil, try db.row("SELECT 1 FROM rule LIMIT 1") != nil)
        }
        if !isNeeded { return false }
        // Without rules, nothing that lists show has changed.
        return hasRules ? try write(.upkeep) { try reindex($0, now) } : try writeSilently { try reindex($0, now) }
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

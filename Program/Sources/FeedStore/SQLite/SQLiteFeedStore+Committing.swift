#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

import GRDB

extension SQLiteFeedStore {
    /// Rows that did not change are not written again.
    @discardableResult
    public func commit(_ refreshes: [Refresh], ledger: [LedgerEntry], quotas: [Quota]) throws -> CommitResult {
        if refreshes.isEmpty, ledger.isEmpty, quotas.isEmpty { return CommitResult() }
        return try file.write { db in
            var result = CommitResult()
            for refresh in refreshes {
                let new = try FeedWriter(db: db, feed: refresh.feed).take(refresh)
                if !new.isEmpty { result.newIDs[refresh.feed, default: []] += new }
            }
            try LedgerWriter(db: db).record(ledger, quotas: quotas)
            return result
        }
    }

    /// Writes nothing when all is seen already, nor for ids that are not stored.
    public func markShown(_ feed: FeedKey, ids: [String], at date: Date, withRest: Bool) throws {
        try file.write { db in
            let now = date.milliseconds
            let sql = "SELECT id, fetched_at, shown_at, unseen_count FROM feed WHERE key = ?"
            guard let row = try Row.fetchOne(db, sql: sql, arguments: [feed.rawValue]) else { return }
            let columns = Columns(row)
            let id = try columns.integer(0)
            if ids.isEmpty, try columns.optionalInteger(1) == nil { return }
            let changesBefore = db.totalChangesCount
            let seen = try db.makeStatement(
                sql: "UPDATE item SET is_unseen = 0 WHERE feed_id = ? AND key = ? AND is_unseen = 1")
            for key in ids {
                try seen.execute(arguments: [id, key])
            }
            // Looks at each item of the feed, but seldom: as a rule all is named or seen.
            if try columns.optionalInteger(2) == nil || withRest && columns.count(3) > 0 {
                try db.execute(
                    sql: "UPDATE item SET is_unseen = 0 WHERE feed_id = ? AND is_unseen = 1 AND first_seen_at <= ?",
                    arguments: [id, now])
            }
            let hasChanged = db.totalChangesCount > changesBefore
            try db.execute(
                sql:
                    "UPDATE feed SET shown_at = max(ifnull(shown_at, ?1), ?1) WHERE id = ?2 AND (?3 OR shown_at IS NULL)",
                arguments: [now, id, hasChanged])
        }
    }
}

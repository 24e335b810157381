#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

import GRDB

/// Takes refreshes of one feed into its rows, within the caller's transaction.
struct FeedWriter {
    private let db: Database
    private let feed: Int64
    private let upstream: String

    init(db: Database, feed key: FeedKey) throws {
        self.db = db
        upstream = key.upstream
        try db.execute(sql: "INSERT INTO feed (key) VALUES (?) ON CONFLICT DO NOTHING", arguments: [key.rawValue])
        let sql = "SELECT id FROM feed WHERE key = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [key.rawValue]) else {
            throw DamagedValue(column: "feed.key")
        }
        feed = try Columns(row).integer(0)
    }

    /// Returns the ids that are new to the store.
    func take(_ refresh: Refresh) throws -> [String] {
        try takeFeed(refresh)
        let new = try takeItems(refresh)
        let named = Set(refresh.items.map(\.id))
        if refresh.mode == .replace { try hide(allBut: named) }
        try takeGaps(refresh)
        // What a failed or empty refresh does not name may well be there still: it says nothing about age.
        if refresh.error == nil, !refresh.items.isEmpty {
            try Retention.prune(db, feed: feed, of: upstream, keeping: named, now: refresh.fetchedAt)
        }
        return new
    }

    private func takeFeed(_ refresh: Refresh) throws {
        let error = refresh.error
        try db.execute(
            sql: """
                UPDATE feed SET fetched_at = ifnull(?, fetched_at), skipped = ifnull(?, skipped), extra = ifnull(?, extra),
                    error_kind = ?, error_message = ?, error_at = ?, error_retry_at = ? WHERE id = ?
                """,
            arguments: [
                error == nil ? refresh.fetchedAt.milliseconds : nil, refresh.skipped, refresh.extra,
                error?.kind, error?.message, error?.at.milliseconds, error?.retryAt?.milliseconds, feed,
            ])
    }

    private func takeItems(_ refresh: Refresh) throws -> [String] {
        let known = try db.makeStatement(
            sql: """
                SELECT id, is_current = 1 AND date IS ? AND rank IS ? AND payload = ? AS same
                FROM item WHERE feed_id = ? AND key = ?
                """)
        let update = try db.makeStatement(
            sql: "UPDATE item SET date = ?, rank = ?, payload = ?, is_current = 1 WHERE id = ?")
        let insert = try db.makeStatement(
            sql: """
                INSERT INTO item (date, rank, payload, feed_id, key, first_seen_at, is_current, is_unseen, is_read, is_saved)
                SELECT ?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, mark.read_at IS NOT NULL, mark.saved_at IS NOT NULL
                FROM (SELECT 1) LEFT JOIN mark ON mark.upstream = ?8 AND mark.key = ?5
                """)
        let now = refresh.fetchedAt.milliseconds
        var new: [String] = []
        for item in refresh.items {
            let date = item.date?.milliseconds
            let row = try Row.fetchOne(known, arguments: [date, item.rank, item.payload, feed, item.id])
            guard let columns = row.map(Columns.init) else {
                let isUnseen = !refresh.seen.contains(item.id)
                try insert.execute(
                    arguments: [date, item.rank, item.payload, feed, item.id, now, isUnseen, upstream])
                new.append(item.id)
                continue
            }
            if try columns.flag(1) { continue }
            try update.execute(arguments: [date, item.rank, item.payload, try columns.integer(0)])
        }
        return new
    }

    private func hide(allBut named: Set<String>) throws {
        let sql = "SELECT id, key FROM item WHERE feed_id = ? AND is_current = 1"
        let update = try db.makeStatement(sql: "UPDATE item SET is_current = 0 WHERE id = ?")
        for row in try Row.fetchAll(db, sql: sql, arguments: [feed]) where !named.contains(try Columns(row).text(1)) {
            try update.execute(arguments: [try Columns(row).integer(0)])
        }
    }

    private func takeGaps(_ refresh: Refresh) throws {
        if refresh.gaps.isEmpty, refresh.closesGaps == nil { return }
        let before = try FeedQueries.gaps(db, feed: feed)
        var gaps = before
        if let span = refresh.closesGaps {
            // To the millisecond, as gaps are stored: else a sliver would remain of a gap closed to its very end.
            let span =
                Date(milliseconds: span.lowerBound.milliseconds)...Date(milliseconds: span.upperBound.milliseconds)
            gaps = gaps.flatMap { $0.outside(span) }
        }
        gaps = Gap.disjoint(
            gaps
                + refresh.gaps.map {
                    Gap(
                        after: Date(milliseconds: $0.after.milliseconds),
                        before: Date(milliseconds: $0.before.milliseconds))
                })
        if gaps == before { return }
        try db.execute(sql: "DELETE FROM gap WHERE feed_id = ?", arguments: [feed])
        for gap in gaps {
            try db.execute(
                sql: "INSERT INTO gap (feed_id, after, before) VALUES (?, ?, ?)",
                arguments: [feed, gap.after.milliseconds, gap.before.milliseconds])
        }
    }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

import GRDB

/// What is kept how long: of each feed its newest 1,000 items or those of 90 days, whichever are more.
enum Retention {
    static let items = 1_000
    static let span: TimeInterval = 90 * 86_400

    /// Drops what is beyond both bounds, but nothing that the upstream has just named: it would come back as new.
    ///
    /// That an item was read goes with its last row.
    static func prune(
        _ db: Database, feed: Int64, of upstream: String, keeping named: Set<String>, now: Date
    ) throws {
        guard let newestDropped = try Row.fetchOne(db, sql: FeedQueries.ageAt, arguments: [feed, items - 1])
        else { return }
        let bound = min(try Columns(newestDropped).integer(0), (now - span).milliseconds)
        let rows = try Row.fetchAll(db, sql: FeedQueries.olderThan, arguments: [feed, bound])
        let delete = try db.makeStatement(sql: "DELETE FROM item WHERE id = ?")
        var hasPruned = false
        for row in rows {
            let key = try Columns(row).text(1)
            if named.contains(key) { continue }
            try delete.execute(arguments: [try Columns(row).integer(0)])
            try MarkWriter(db: db, item: ItemKey(upstream: upstream, id: key)).forget()
            hasPruned = true
        }
        if hasPruned { try dropGaps(db, feed: feed) }
    }

    /// A gap older than every item that is left is just the feed's end.
    private static func dropGaps(_ db: Database, feed: Int64) throws {
        try db.execute(
            sql: "DELETE FROM gap WHERE feed_id = ?1 AND before <= (SELECT min(date) FROM item WHERE feed_id = ?1)",
            arguments: [feed])
    }

    /// Requests and quotas that nobody made or heard of for as long go too.
    static func prune(ledger db: Database, now: Date) throws {
        let bound = (now - span).milliseconds
        try db.execute(sql: "DELETE FROM ledger WHERE requested_at < ?", arguments: [bound])
        try db.execute(sql: "DELETE FROM quota WHERE seen_at < ?", arguments: [bound])
        try db.execute(sql: "DELETE FROM lease WHERE until < ?", arguments: [bound])
    }
}

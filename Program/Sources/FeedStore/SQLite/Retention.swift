#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

import GRDB

/// How long things are kept.
enum Retention {
    /// The newest items of a feed that are kept whatever their age.
    static let items = 1_000
    /// The age up to which items are kept whatever their number.
    static let span: TimeInterval = 90 * 86_400

    /// Removes requests and quotas that are older than the span.
    static func prune(ledger db: Database, now: Date) throws {
        let bound = (now - span).milliseconds
        try db.execute(sql: "DELETE FROM ledger WHERE requested_at < ?", arguments: [bound])
        try db.execute(sql: "DELETE FROM quota WHERE seen_at < ?", arguments: [bound])
        try db.execute(sql: "DELETE FROM lease WHERE until < ?", arguments: [bound])
    }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

import GRDB

extension SQLiteFeedStore {
    /// Writes nothing that is so already.
    public func mark(_ items: [ItemKey], as mark: Mark, at date: Date) throws {
        if items.isEmpty { return }
        try file.write { db in
            for item in items { try MarkWriter(db: db, item: item).note(mark, at: date) }
        }
    }

    /// Reads in the order of an index.
    public func saved(limit: Int?) throws -> [SavedItem] {
        try file.read { db in
            let statement = try db.cachedStatement(sql: MarkQueries.saved)
            return try Row.fetchAll(statement, arguments: [limit.map { max(0, $0) } ?? -1]).map { row in
                let columns = Columns(row)
                return SavedItem(
                    key: ItemKey(upstream: try columns.text(0), id: try columns.text(1)),
                    feed: FeedKey(try columns.text(2)), date: try columns.optionalDate(3),
                    payload: try columns.data(4), savedAt: try columns.date(5), isRead: try columns.flag(6))
            }
        }
    }
}

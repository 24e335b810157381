#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

import GRDB

extension SQLiteFeedStore {
    /// Indexes new items first, unless the store can't be written or is busy.
    public func search(_ query: SearchQuery, order: SearchOrder, limit: Int, now: Date) throws -> SearchResults {
        let statement = SearchStatement(query, now: now)
        if statement.comparesWords {
            do {
                while try updateSearchIndex(limit: Self.indexedAtOnce) {}
            } catch FeedStoreError.readOnly, FeedStoreError.diskFull, FeedStoreError.busy {
                // What is indexed can be searched all the same.
            }
        }
        return try file.read { try self.search($0, statement, order, limit: limit) }
    }

    /// How many items are indexed while other writers wait.
    private static let indexedAtOnce = 500

    private func search(
        _ db: Database, _ statement: SearchStatement, _ order: SearchOrder, limit: Int
    ) throws -> SearchResults {
        let arguments = statement.arguments
        // One row at least, as it has the total.
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: statement.ids(order)), arguments: arguments + ["limit": max(1, limit)])
        guard let first = rows.first else { return SearchResults() }
        var results = SearchResults(total: try Columns(first).count(1))
        for row in rows.prefix(max(0, limit)) {
            results.hits += try hit(db, statement, try Columns(row).integer(0))
        }
        return results
    }

    /// Empty when the item can't be read.
    private func hit(_ db: Database, _ statement: SearchStatement, _ id: Int64) throws -> [SearchResults.Hit] {
        let items = try file.rows(of: "items", db, Self.found, [id]) { columns in
            SearchResults.Hit(item: try columns.item(), match: try columns.text(9))
        }
        guard let match = statement.match else { return items }
        let row = try Row.fetchOne(
            db.cachedStatement(sql: SearchStatement.snippet), arguments: ["match": match, "id": id])
        guard let row else { return items }
        let found = SearchMatch(marked: try Columns(row).text(0))
        return items.map { SearchResults.Hit(item: $0.item, match: found.text, ranges: found.ranges) }
    }

    private static let found = ItemQueries.items("SELECT ?1 AS id", then: ", title")

    /// Indexes queued items in one transaction.
    @discardableResult
    public func updateSearchIndex(limit: Int) throws -> Bool {
        guard try file.read({ try SearchIndex(db: $0).isBehind() }) else { return false }
        return try file.write { db in
            let index = SearchIndex(db: db)
            try index.update(limit: limit)
            return try index.isBehind()
        }
    }
}

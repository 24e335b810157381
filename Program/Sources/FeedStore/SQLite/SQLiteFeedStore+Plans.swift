import GRDB

extension SQLiteFeedStore {
    /// How SQLite would run each statement that is to cost the same however much is stored, by its name.
    package func queryPlans() throws -> [String: [String]] {
        let statements = [
            "a feed": FeedQueries.feed, "its items in order": FeedQueries.shown, "an item by id": FeedQueries.one,
            "its gaps": FeedQueries.gaps, "an item's age by place": FeedQueries.ageAt,
            "items of an age": FeedQueries.olderThan, "a ledger entry": LedgerQueries.entry,
            "a quota": LedgerQueries.quota, "saved items": MarkQueries.saved,
            "the mark of an item": MarkQueries.read, "a copy of an item": MarkQueries.copy,
            "all rows of an item": MarkQueries.spread,
        ]
        return try file.read { db in
            try statements.mapValues { sql in
                let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                statement.setUncheckedArguments(StatementArguments())
                return try Row.fetchAll(statement).map { try Columns($0).text(3) }
            }
        }
    }
}

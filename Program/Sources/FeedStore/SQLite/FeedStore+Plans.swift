import GRDB
import SQL

extension FeedStore {
    /// The query plans of the statements whose cost must not grow with the store, by name.
    package func queryPlans() throws -> [String: [String]] {
        let statements = [
            "a feed": FeedQueries.feed, "its items, newest first": FeedQueries.Shown().items(.newest),
            "its items": FeedQueries.Shown().count(), "its unread items": FeedQueries.Shown().unread,
            "an item by id": FeedQueries.one, "its gaps": FeedQueries.gaps,
            "an item's age by place": Retention.ageAt, "items of an age": Retention.olderThan,
            "the oldest age": Retention.oldestAge, "what followers keep": Retention.followers,
            "due feeds": Pruning.dueFeeds, "due items": Pruning.dueItems, "due requests": Pruning.dueRequests,
            "a ledger entry": LedgerQueries.entry, "a quota": LedgerQueries.quota,
            "the requests of a feed": LedgerQueries.ofFeed, "the requests since a date": LedgerQueries.since,
        ]
        return try read { transaction -> [String: [String]] in
            guard let db = (transaction.connection as? SQLiteConnection)?.db else { return [:] }
            return try statements.mapValues { sql in
                let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                statement.setUncheckedArguments(StatementArguments())
                return try Row.fetchAll(statement).map { try SQLRow($0).text(3) }
            }
        }
    }
}

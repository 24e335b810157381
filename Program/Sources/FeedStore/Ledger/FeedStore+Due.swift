import Platform
import SQL
import WebText

/// A followed feed that is polled, and when the ledger allows that.
package struct StoredPoll: Sendable, Hashable {
    /// The feed.
    package let feed: FeedKey
    /// The interval that its followers chose.
    package let interval: FeedInterval
    /// The date when the next poll is allowed by the last answer; nil if none sets a date.
    package let nextAllowedAt: Date?
    /// The date of the request that set `nextAllowedAt`.
    package let requestedAt: Date?
    /// True if no refresh has succeeded yet.
    package let isNew: Bool
}

/// The feeds that a server polls, for all accounts.
extension FeedStore {
    /// The followed feeds of all accounts that aren't disabled, without those that all followers refresh only on request. One statement.
    ///
    /// Ignores entries of the ledger that were recorded more than a minute after `now`, by a clock that was ahead.
    /// - Parameter accounts: only feeds that one of these accounts follows; nil for all.
    package func polls(at now: Date, of accounts: Set<Account.ID>? = nil) throws -> [StoredPoll] {
        guard let accounts else { return try polls("", [], now) }
        // Statements have a bounded number of values.
        var polls: [StoredPoll] = []
        var rest = accounts.sorted()[...]
        while !rest.isEmpty {
            let part = rest.prefix(200)
            rest = rest.dropFirst(part.count)
            let marks = part.map { _ in "?" }.joined(separator: ", ")
            polls += try self.polls(
                "AND feed IN (SELECT own.feed FROM followed AS own WHERE own.account_id IN (\(marks)))",
                part.map { $0 as (any SQLValueConvertible)? }, now, isReused: false)
        }
        return polls
    }

    /// Returns the poll of one feed; nil if nobody follows it at an interval.
    package func poll(of feed: FeedKey, at now: Date) throws -> StoredPoll? {
        try polls("AND feed = ?", [feed.rawValue], now).first
    }

    /// The number of feeds that ``polls(at:of:)`` returns.
    package func pollCount() throws -> Int {
        let sql = """
            SELECT count(DISTINCT feed) FROM followed
            WHERE (interval IS NULL OR interval <> -1) AND \(Account.isEnabled())
            """
        return try read { try $0.count(sql) }
    }

    private func polls(
        _ condition: String, _ values: [(any SQLValueConvertible)?], _ now: Date, isReused: Bool = true
    ) throws -> [StoredPoll] {
        let ahead = (now + RequestWait.clockTolerance).milliseconds
        let sql = """
            SELECT followed.feed, min(CASE WHEN interval > 0 THEN interval END),
                count(CASE WHEN interval > 0 THEN 1 END), count(*),
                (SELECT min(next_allowed_at) FROM ledger WHERE ledger.feed = followed.feed AND requested_at <= ?),
                (SELECT max(requested_at) FROM ledger
                    WHERE ledger.feed = followed.feed AND requested_at <= ? AND next_allowed_at IS NOT NULL),
                (SELECT count(*) FROM feed WHERE feed.key = followed.feed AND fetched_at IS NOT NULL)
            FROM followed WHERE (interval IS NULL OR interval <> -1) AND \(Account.isEnabled()) \(condition) GROUP BY followed.feed
            """
        return try read { db in
            try database.rows(of: "followed feeds", db, sql, [ahead, ahead] + values, isReused: isReused) { row in
                let chosen = try row.pollInterval(1)
                let hasDefault = try row.count(2) < row.count(3)
                return StoredPoll(
                    feed: FeedKey(try row.text(0)),
                    interval: FeedInterval((chosen.map { [$0] } ?? []) + (hasDefault ? [nil] : [])),
                    nextAllowedAt: try row.optionalDate(4), requestedAt: try row.optionalDate(5),
                    isNew: try row.count(6) == 0)
            }
        }
    }

    /// The accounts that follow a feed, aren't disabled, and may read it as far as the store knows: administrators first, who may follow feeds on
    /// private networks, then in the order in which they followed it.
    package func followers(of feed: FeedKey) throws -> [Follower] {
        let sql = """
            SELECT account_id, path FROM followed JOIN account ON account.id = account_id
            WHERE followed.feed = ? AND disabled_at IS NULL AND NOT EXISTS (
                SELECT 1 FROM feed WHERE feed.key = followed.feed AND NOT \(FeedOwner.admits("followed.account_id")))
            ORDER BY is_administrator DESC, followed.id LIMIT 100
            """
        return try read { db in
            try db.rows(sql, [feed.rawValue]).map { Follower(account: try $0.integer(0), path: try $0.text(1)) }
        }
    }
}

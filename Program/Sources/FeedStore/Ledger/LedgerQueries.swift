import SQL

/// The statements that read the ledger.
enum LedgerQueries {
    enum EntryColumn: String, ColumnList {
        case url, requester, feed, requestedAt = "requested_at", status, failureKind = "failure_kind"
        case failureMessage = "failure_message", eTag = "etag", lastModified = "last_modified"
        case nextAllowedAt = "next_allowed_at", rule, nextPage = "next_page", requests, countedSince = "counted_since"
        case receivedAt = "received_at"
    }

    enum QuotaColumn: String, ColumnList {
        case host, resource, requester, limit = "quota_limit", remaining, resetAt = "reset_at", reportedAt = "seen_at",
            rule
    }

    private static let columns = "SELECT \(EntryColumn.sql) FROM ledger"

    static let entry = columns + " WHERE url = ? AND requester = ?"
    static let entries = columns + " ORDER BY url, requester"
    static let ofFeed = columns + " WHERE feed = ?"
    /// The name of a feed begins with its upstream and a slash.
    static let since = columns + " WHERE requested_at >= ?1 AND substr(feed || '/', 1, length(?2) + 1) = ?2 || '/'"

    private static let quotaColumns = "SELECT \(QuotaColumn.sql) FROM quota"

    static let quota = quotaColumns + " WHERE host = ? AND resource = ? AND requester = ?"
    static let quotas = quotaColumns + " ORDER BY host, resource, requester"
}

extension SQLRow {
    func ledgerEntry() throws -> LedgerEntry {
        typealias Column = LedgerQueries.EntryColumn
        let outcome: LedgerEntry.Outcome =
            if let status = try optionalInteger(Column.status) {
                .status(Int(truncatingIfNeeded: status))
            } else {
                .failure(kind: try text(Column.failureKind), message: try text(Column.failureMessage))
            }
        return LedgerEntry(
            endpoint: Endpoint(url: try text(Column.url), requester: try text(Column.requester)),
            feed: FeedKey(try text(Column.feed)), requestedAt: try date(Column.requestedAt), outcome: outcome,
            eTag: try optionalText(Column.eTag), lastModified: try optionalText(Column.lastModified),
            nextAllowedAt: try optionalDate(Column.nextAllowedAt),
            rule: try optionalText(Column.rule).map { try rule($0, Column.rule) },
            nextPage: try optionalText(Column.nextPage), requests: try count(Column.requests),
            countedSince: try date(Column.countedSince), receivedAt: try optionalDate(Column.receivedAt))
    }

    func quota() throws -> Quota {
        typealias Column = LedgerQueries.QuotaColumn
        return Quota(
            key: Quota.Key(
                host: try text(Column.host), resource: try text(Column.resource),
                requester: try text(Column.requester)),
            limit: try optionalInteger(Column.limit).map { Int(min(max($0, 0), 1 << 31)) },
            remaining: min(try count(Column.remaining), 1 << 31), resetAt: try date(Column.resetAt),
            reportedAt: try date(Column.reportedAt), rule: try rule(try text(Column.rule), Column.rule))
    }

    private func rule(_ name: String, _ column: some ColumnList) throws -> PollRule {
        guard let rule = PollRule(rawValue: name) else { throw damage(column.position) }
        return rule
    }
}

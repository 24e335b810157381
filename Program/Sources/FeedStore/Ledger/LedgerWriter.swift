import Platform
import SQL
import WebText

/// Records requests and quotas, within the caller's transaction.
struct LedgerWriter {
    let db: StoreTransaction

    func record(_ entries: [LedgerEntry], quotas: [Quota]) throws {
        for entry in entries { try record(entry) }
        for quota in quotas { try record(quota) }
    }

    /// Ends a lease, unless another process has taken it since.
    func release(_ grant: Grant) throws {
        try db.execute(
            "DELETE FROM lease WHERE url = ? AND requester = ? AND until = ?",
            [grant.endpoint.url, grant.endpoint.requester, grant.until.milliseconds])
    }

    private func record(_ entry: LedgerEntry) throws {
        var status: Int?
        var failure: (kind: String, message: String)?
        switch entry.outcome {
        case .status(let code): status = code
        case .failure(let kind, let message): failure = (kind, message)
        }
        let isNewVersion = status.map { (200..<300).contains($0) } ?? false
        try db.execute(
            Self.upsert,
            [
                entry.endpoint.url, entry.endpoint.requester, entry.feed.rawValue, entry.requestedAt.milliseconds,
                status, failure?.kind, failure?.message, entry.eTag, entry.lastModified,
                entry.nextAllowedAt?.milliseconds, entry.rule?.rawValue, entry.nextPage, entry.requests, isNewVersion,
            ])
        if let leasedUntil = entry.leasedUntil {
            let grant = Grant(endpoint: entry.endpoint, until: leasedUntil, previous: nil)
            try release(grant)
        }
    }

    /// The condition under which the entry's validators and next page replace the stored ones, such as those of another feed.
    private static let replaces = "?14 = 1 OR ledger.feed <> excluded.feed"

    private static func kept(_ column: String) -> String {
        "CASE WHEN \(replaces) THEN excluded.\(column) ELSE coalesce(excluded.\(column), ledger.\(column)) END"
    }

    private static let upsert = """
        INSERT INTO ledger (url, requester, feed, requested_at, status, failure_kind, failure_message, etag,
            last_modified, next_allowed_at, rule, next_page, requests, counted_since, received_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?4, CASE WHEN ?14 = 1 THEN ?4 END)
        ON CONFLICT (url, requester) DO UPDATE SET
            feed = excluded.feed, requested_at = excluded.requested_at, status = excluded.status,
            failure_kind = excluded.failure_kind, failure_message = excluded.failure_message,
            etag = \(kept("etag")),
            last_modified = \(kept("last_modified")),
            next_allowed_at = excluded.next_allowed_at, rule = excluded.rule,
            next_page = \(kept("next_page")),
            requests = ledger.requests + excluded.requests,
            received_at = \(kept("received_at"))
        """

    private func record(_ quota: Quota) throws {
        let sql = """
            INSERT INTO quota (host, resource, requester, quota_limit, remaining, reset_at, seen_at, rule)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (host, resource, requester) DO UPDATE SET quota_limit = excluded.quota_limit, remaining = excluded.remaining,
                reset_at = excluded.reset_at, seen_at = excluded.seen_at, rule = excluded.rule
            WHERE excluded.seen_at >= quota.seen_at
            """
        try db.execute(
            sql,
            [
                quota.key.host, quota.key.resource, quota.key.requester, quota.limit, quota.remaining,
                quota.resetAt.milliseconds, quota.reportedAt.milliseconds, quota.rule.rawValue,
            ])
    }
}

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

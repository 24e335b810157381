import SQL
import Platform
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

    /// Whether the entry's validators and next page replace the stored ones: another feed's are of no use to this one.
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

import GRDB

/// The statements that read the ledger.
enum LedgerQueries {
    private static let columns = """
        SELECT url, requester, feed, requested_at, status, failure_kind, failure_message, etag, last_modified,
            next_allowed_at, rule, next_page, requests, counted_since, received_at FROM ledger
        """

    static let entry = columns + " WHERE url = ? AND requester = ?"
    static let entries = columns + " ORDER BY url, requester"
    static let ofFeed = columns + " WHERE feed = ?"
    /// The name of a feed begins with its upstream and a slash.
    static let since = columns + " WHERE requested_at >= ? AND feed || '/' GLOB ? || '/*'"

    private static let quotaColumns = """
        SELECT host, resource, requester, quota_limit, remaining, reset_at, seen_at, rule FROM quota
        """

    static let quota = quotaColumns + " WHERE host = ? AND resource = ? AND requester = ?"
    static let quotas = quotaColumns + " ORDER BY host, resource, requester"

}

extension Columns {
    func ledgerEntry() throws -> LedgerEntry {
        let outcome: LedgerEntry.Outcome =
            if let status = try optionalInteger(4) {
                .status(Int(truncatingIfNeeded: status))
            } else {
                .failure(kind: try text(5), message: try text(6))
            }
        return LedgerEntry(
            endpoint: Endpoint(url: try text(0), requester: try text(1)), feed: FeedKey(try text(2)),
            requestedAt: try date(3), outcome: outcome, eTag: try optionalText(7), lastModified: try optionalText(8),
            nextAllowedAt: try optionalDate(9), rule: try optionalText(10).map { try rule($0, 10) },
            nextPage: try optionalText(11), requests: try count(12), countedSince: try date(13),
            receivedAt: try optionalDate(14))
    }

    func quota() throws -> Quota {
        Quota(
            key: Quota.Key(host: try text(0), resource: try text(1), requester: try text(2)),
            limit: try optionalInteger(3).map { Int(min(max($0, 0), 1 << 31)) }, remaining: min(try count(4), 1 << 31),
            resetAt: try date(5), seenAt: try date(6), rule: try rule(try text(7), 7))
    }

    private func rule(_ name: String, _ index: Int) throws -> PollRule {
        guard let rule = PollRule(rawValue: name) else { throw damage(index) }
        return rule
    }
}

import Platform

/// A rate limit as the upstream last reported it.
package struct Quota: Sendable, Hashable {
    /// Identifies a rate limit.
    package struct Key: Sendable, Hashable {
        /// The upstream's host, with its port unless it is the scheme's default.
        package let host: String
        /// The resource that the limit counts, such as `core` or `search`.
        package let resource: String
        /// `anonymous`, or a short hash of the token.
        package let requester: String

        /// Creates a key.
        package init(host: String, resource: String, requester: String) {
            self.host = host
            self.resource = resource
            self.requester = requester
        }
    }

    /// The limit that this reports on.
    package var key: Key
    /// The requests per period; nil if the upstream doesn't say, as with only a `Retry-After`.
    package var limit: Int?
    /// The requests left until `resetAt`. At 0 or less, claims that respect this quota are refused.
    package var remaining: Int
    /// When the period ends.
    package var resetAt: Date
    /// When the upstream reported this. Older reports never overwrite newer ones.
    package var reportedAt: Date
    /// The header that reported it.
    package var rule: PollRule

    /// Creates a report.
    package init(
        key: Key, limit: Int?, remaining: Int, resetAt: Date, reportedAt: Date, rule: PollRule = .rateLimitReset
    ) {
        self.key = key
        self.limit = limit
        self.remaining = remaining
        self.resetAt = resetAt
        self.reportedAt = reportedAt
        self.rule = rule
    }
}

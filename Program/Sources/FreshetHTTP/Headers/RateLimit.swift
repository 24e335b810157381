import HTTPTypes
import Platform

/// A rate limit as upstreams report it: in GitHub's fields `x-ratelimit-*`
/// (docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api), or in those of the IETF.
///
/// Numbers of requests are at most 2³¹, so that sums of them can't overflow.
package struct RateLimit: Sendable, Hashable {
    /// The requests per period.
    package var limit: Int?
    /// The remaining requests.
    package var remaining: Int?
    /// The requests made.
    package var used: Int?
    /// When the period ends.
    package var reset: Date?
    /// The resource that is counted: `core`, `search`, ….
    package var resource: String?

    private static let prefixes = ["x-ratelimit-", "x-rate-limit-", "ratelimit-"]

    /// The fields of a response that arrived at `now`; nil if neither the remaining requests nor the reset are there.
    package init?(_ headers: HTTPFields, at now: Date = Date()) {
        func text(_ name: String) -> String? {
            Self.prefixes.lazy.compactMap { HTTPField.Name($0 + name).flatMap { headers[$0] } }.first
        }
        let field = RateLimitField(headers)
        limit = text("limit").flatMap(Self.count) ?? field?.limit
        remaining = text("remaining").flatMap(Self.count) ?? field?.remaining
        used = text("used").flatMap(Self.count)
        let wait = text("reset-after").flatMap(HeaderText.decimal) ?? field?.wait
        reset = text("reset").flatMap { RateLimitReset.date($0, at: now) } ?? wait.map { now + $0 }
        resource = text("resource")
        if remaining == nil, reset == nil { return nil }
    }

    /// A number of requests, which some upstreams write with a fraction, or with parameters and other limits after it.
    private static func count(_ text: String) -> Int? {
        let first = text.prefix { $0 != "," && $0 != ";" }
        return HeaderText.number(first) ?? HeaderText.decimal(first).map { min(Int($0), 1 << 31) }
    }
}

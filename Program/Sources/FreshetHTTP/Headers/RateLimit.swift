public import HTTPTypes
public import Platform

/// A rate limit as GitHub reports it (docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api).
///
/// Numbers of requests are at most 2³¹, so that sums of them can't overflow.
public struct RateLimit: Sendable, Hashable {
    /// The requests per period.
    public var limit: Int?
    /// The remaining requests.
    public var remaining: Int?
    /// The requests made.
    public var used: Int?
    /// When the period ends.
    public var reset: Date?
    /// The resource that is counted: `core`, `search`, ….
    public var resource: String?

    /// A later reset isn't a plausible date.
    private static let year9999 = 253_402_300_799

    /// The fields of a response; nil if neither the remaining requests nor the reset are there.
    public init?(_ headers: HTTPFields) {
        func text(_ name: String) -> String? { HTTPField.Name("x-ratelimit-" + name).flatMap { headers[$0] } }
        func count(_ name: String) -> Int? { text(name).flatMap { HeaderText.number($0) } }
        limit = count("limit")
        remaining = count("remaining")
        used = count("used")
        reset = text("reset").flatMap { Int($0) }.flatMap {
            (0...Self.year9999).contains($0) ? Date(timeIntervalSince1970: TimeInterval($0)) : nil
        }
        resource = text("resource")
        if remaining == nil, reset == nil { return nil }
    }
}

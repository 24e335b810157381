/// The rule that says when the next request is allowed.
public enum PollRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// The polling interval that the upstream asks for.
    case pollInterval = "X-Poll-Interval"
    /// The upstream's demand to wait (RFC 9110, 10.2.3).
    case retryAfter = "Retry-After"
    /// The response is fresh until then (RFC 9111).
    case cacheControl = "Cache-Control"
    /// The rate limit is reached until then.
    case rateLimitReset = "x-ratelimit-reset"
    /// Freshet's interval.
    case spacing
    /// The interval that the reader chose for a followed feed.
    case chosenInterval
    /// Freshet's wait after a failure.
    case backoff

    /// Whether an insisting request has to obey the rule, for an hour at most.
    public var isLimit: Bool {
        switch self {
        case .retryAfter, .rateLimitReset: true
        case .pollInterval, .cacheControl, .spacing, .chosenInterval, .backoff: false
        }
    }
}

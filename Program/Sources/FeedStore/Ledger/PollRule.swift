/// Which rule says when the next request is allowed.
public enum PollRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// The upstream's wish for its polling interval.
    case pollInterval = "X-Poll-Interval"
    /// The upstream's demand to wait (RFC 9110, 10.2.3).
    case retryAfter = "Retry-After"
    /// What was fetched is fresh until then (RFC 9111).
    case cacheControl = "Cache-Control"
    /// The quota is used up until then.
    case rateLimitReset = "x-ratelimit-reset"
    /// This program's own distance between requests.
    case spacing
    /// This program's own wait after a failure.
    case backoff

    /// Whether not even an insisting user may pass over it.
    public var isLimit: Bool {
        switch self {
        case .retryAfter, .rateLimitReset: true
        case .pollInterval, .cacheControl, .spacing, .backoff: false
        }
    }
}

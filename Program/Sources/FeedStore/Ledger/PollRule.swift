/// The rule that determines when the next request is allowed.
package enum PollRule: String, Sendable, Hashable, CaseIterable {
    /// The upstream's poll interval.
    case pollInterval = "X-Poll-Interval"
    /// The upstream's `Retry-After` (RFC 9110, 10.2.3).
    case retryAfter = "Retry-After"
    /// The response is fresh until then (RFC 9111).
    case cacheControl = "Cache-Control"
    /// The response is fresh until then, and has no `max-age` (RFC 9111, 5.3).
    case expires = "Expires"
    /// The feed asks for the pause in its body, such as with RSS `ttl` or `skipHours`.
    case feed
    /// The rate limit is exhausted until then.
    case rateLimitReset = "x-ratelimit-reset"
    /// Freshet's interval.
    case spacing
    /// The reader's interval for a followed feed.
    case chosenInterval
    /// A hub delivers the feed, so that it is polled only once a day.
    case webSub = "WebSub"
    /// Freshet's backoff after refusals without a date.
    case backoff

    /// Whether the rule also applies to an explicit refresh, for at most an hour.
    package var isLimit: Bool {
        switch self {
        case .retryAfter, .rateLimitReset, .backoff: true
        case .pollInterval, .cacheControl, .expires, .feed, .spacing, .chosenInterval, .webSub: false
        }
    }
}

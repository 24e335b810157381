import HTTPTypes
import Platform

/// Distinguishes usable responses from errors.
struct StatusCheck {
    let url: URL
    let now: Date

    /// Nil for a success or 304; otherwise the error.
    func error(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: Data) -> HTTPError? {
        if let challenge = Challenge(status, headers, at: now) { return .challenge(url, challenge) }
        if status.kind == .successful || status == .notModified { return nil }
        let start = BodyStart(body).text
        if let limited = limit(status, headers, start) { return .rateLimited(url, limited) }
        return .status(url, status, body: start)
    }

    /// GitHub answers 403 or 429 for both kinds of limit. The headers say which, or else the message
    /// (docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api).
    ///
    /// A reset doesn't apply while requests remain: then a secondary limit refused the request. A date that is past asks for no wait.
    private func limit(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: String) -> RateLimited? {
        guard [403, 429, 503].contains(status.code) else { return nil }
        let limit = RateLimit(headers, at: now)
        if let after = RetryAfter(headers, at: now), !after.isPast(at: now) {
            return RateLimited(retryAt: after.date(from: now), rule: .retryAfter, limit: limit)
        }
        if limit?.remaining ?? 0 == 0, let reset = limit?.reset, reset > now {
            return RateLimited(retryAt: reset, rule: .rateLimitReset, limit: limit)
        }
        if status == .serviceUnavailable { return nil }
        if status == .tooManyRequests || limit?.remaining == 0 || body.lowercased().contains("rate limit") {
            return RateLimited(retryAt: now + 60, rule: .oneMinute, limit: limit)
        }
        return nil
    }
}

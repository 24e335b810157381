import HTTPTypes
import Platform
import WebText

/// Distinguishes usable responses from errors.
struct StatusCheck {
    let url: URL
    let now: Date

    /// The error of a response; nil for a success or 304.
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

/// A page in place of the response that only browsers get past: a site's protection against robots.
package struct Challenge: Sendable, Hashable {
    /// The vendor of the protection.
    package let vendor: String
    /// The status of the page.
    package let status: HTTPResponse.Status
    /// The end of the wait that the site asks for; nil if it doesn't.
    package let retryAt: Date?

    /// The fields by which vendors mark their pages, with their values.
    private static let marks: [(vendor: String, field: String, values: Set<String>)] = [
        ("Cloudflare", "cf-mitigated", ["challenge"]), ("AWS WAF", "x-amzn-waf-action", ["challenge", "captcha"]),
        ("Vercel", "x-vercel-mitigated", ["challenge"]),
    ]

    /// Nil unless the response has a vendor's mark. Its status may also be that of a success.
    init?(_ status: HTTPResponse.Status, _ headers: HTTPFields, at now: Date) {
        let mark = Self.marks.first { mark in
            let value = HTTPField.Name(mark.field).flatMap { headers[$0] }
            return value.map { mark.values.contains($0.lowercased()) } ?? false
        }
        if let mark {
            vendor = mark.vendor
        } else if status == .forbidden, HTTPField.Name("x-datadome").flatMap({ headers[$0] }) != nil {
            vendor = "DataDome"
        } else {
            return nil
        }
        self.status = status
        retryAt = RetryAfter(headers, at: now).flatMap { $0.isPast(at: now) ? nil : $0.date(from: now) }
    }
}

/// The beginning of a body for an error message: printable, on one line, at most 500 characters.
struct BodyStart {
    let text: String

    init(_ body: Data) { text = SafeText(line: String(decoding: body.prefix(4000), as: UTF8.self), atMost: 500).text }
}

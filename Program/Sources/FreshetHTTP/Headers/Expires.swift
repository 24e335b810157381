import HTTPTypes
import Platform
import WebText

/// How long a response is fresh without a `max-age` (RFC 9111, 5.3).
package struct Expires: Sendable, Hashable {
    /// Seconds after the response; 0 if the date is past or can't be read.
    package let seconds: TimeInterval

    /// The field of a response; nil if it is missing, or if `Cache-Control` overrides it.
    /// - Parameter now: when the response arrived, which replaces a missing `Date`.
    package init?(_ headers: HTTPFields, at now: Date) {
        guard let text = headers[.expires] else { return nil }
        if let control = CacheControl(headers), control.maxAge != nil || control.noCache || control.noStore {
            return nil
        }
        let start = headers[.date].flatMap { HTTPDate($0, now: now)?.date } ?? now
        seconds = max(0, HTTPDate(text, now: now)?.date.timeIntervalSince(start) ?? 0)
    }
}

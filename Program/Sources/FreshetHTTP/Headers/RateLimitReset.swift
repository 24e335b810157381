import Platform
import WebText

/// When the period of a rate limit ends, which upstreams write in different ways.
enum RateLimitReset {
    /// Smaller numbers are seconds from now, larger ones Unix time: 9 September 2001.
    private static let firstTime = 1_000_000_000.0
    /// Later times aren't plausible as seconds, so they are milliseconds.
    private static let year9999 = 253_402_300_799.0
    private static let latest = 100_000_000_000_000.0

    /// The date, in a response that arrived at `now`; nil if it isn't plausible.
    ///
    /// The text is a number of seconds from now, Unix time in seconds or milliseconds, or a date of HTTP or ISO 8601.
    static func date(_ text: String, at now: Date) -> Date? {
        guard let number = HeaderText.decimal(text) else {
            return HTTPDate(text, now: now)?.date ?? Date(internetDateTime: text)
        }
        return switch number {
        case ..<firstTime: now + number
        case ...year9999: Date(timeIntervalSince1970: number)
        case ..<latest: Date(timeIntervalSince1970: number / 1000)
        default: nil
        }
    }
}

import HTTPTypes
import Platform
import WebText

/// A time to wait (RFC 9110, 10.2.3): in seconds, or until a date.
package enum RetryAfter: Sendable, Hashable {
    /// Seconds after the response, at most 68 years.
    case seconds(Int)
    /// Until this date.
    case date(Date)

    private static let longest = 1 << 31

    /// The field of a response that arrived at `now`; nil if it is missing or invalid.
    package init?(_ headers: HTTPFields, at now: Date = Date()) {
        guard let text = headers[.retryAfter] else { return nil }
        self.init(text, at: now)
    }

    /// Parses the field's value.
    package init?(_ text: String, at now: Date = Date()) {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // A number that is too large means the maximum (as RFC 9111, 1.2.2 specifies for other seconds).
            self = .seconds(min(Int(text) ?? Self.longest, Self.longest))
        } else if let date = HTTPDate(text, now: now) {
            self = .date(date.date)
        } else {
            return nil
        }
    }

    /// True for a date before `now`, such as one by a clock that is slow.
    func isPast(at now: Date) -> Bool {
        if case .date(let date) = self { date <= now } else { false }
    }

    /// The date, for a response that arrived at `now`.
    package func date(from now: Date) -> Date {
        switch self {
        case .seconds(let seconds): now + TimeInterval(seconds)
        case .date(let date): date
        }
    }
}

/// GitHub's requested interval between two polls of an endpoint (docs.github.com/en/rest/activity/events).
package struct PollInterval: Sendable, Hashable {
    /// The interval in seconds.
    package let seconds: Int

    // swift-format-ignore: NeverForceUnwrap
    private static let name = HTTPField.Name("X-Poll-Interval")!  // cannot fail: letters and hyphens make a name

    /// The field of a response; nil if it is missing.
    package init?(_ headers: HTTPFields) {
        guard let seconds = headers[Self.name].flatMap({ HeaderText.number($0) }) else { return nil }
        self.seconds = seconds
    }
}

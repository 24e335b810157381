public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// When to come back (RFC 9110, 10.2.3): in so many seconds, or at a date.
public enum RetryAfter: Sendable, Hashable {
    /// After so many seconds from the answer on.
    case seconds(Int)
    /// At this date.
    case date(Date)

    /// That of an answer; nil if it has none, or one that makes no sense.
    public init?(_ headers: HTTPFields) {
        guard let text = headers[.retryAfter] else { return nil }
        self.init(text)
    }

    /// Reads the field's value.
    public init?(_ text: String) {
        if let seconds = Int(text), seconds >= 0 {
            self = .seconds(seconds)
        } else if let date = HTTPDate(text) {
            self = .date(date.date)
        } else {
            return nil
        }
    }

    /// The date that it means for an answer that came at `now`.
    public func date(from now: Date) -> Date {
        switch self {
        case .seconds(let seconds): now + TimeInterval(seconds)
        case .date(let date): date
        }
    }
}

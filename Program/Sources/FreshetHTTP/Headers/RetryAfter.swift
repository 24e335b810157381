import WebText
public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// When to come back (RFC 9110, 10.2.3): in so many seconds, or at a date.
public enum RetryAfter: Sendable, Hashable {
    /// After so many seconds from the answer on, at most 68 years.
    case seconds(Int)
    /// At this date.
    case date(Date)

    private static let longest = 1 << 31

    /// That of an answer; nil if it has none, or one that makes no sense.
    public init?(_ headers: HTTPFields) {
        guard let text = headers[.retryAfter] else { return nil }
        self.init(text)
    }

    /// Reads the field's value.
    public init?(_ text: String) {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // What is too large for a number means as late as can be (as RFC 9111, 1.2.2 has it for other seconds).
            self = .seconds(min(Int(text) ?? Self.longest, Self.longest))
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

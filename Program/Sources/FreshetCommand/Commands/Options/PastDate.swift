import ArgumentParser
import FeedStore
import Platform
import Search
import WebText

/// An instant in the past: a date, or an age such as `7d`.
enum PastDate: ExpressibleByArgument, Sendable, Hashable {
    case date(Date)
    /// Seconds.
    case age(Int)

    /// Reads RFC 3339 (without a zone it is UTC), or a number of minutes, hours, days or weeks such as `12h`.
    init?(argument: String) {
        if let age = TimeSpan.seconds(argument) {
            self = .age(age)
        } else if let date = Date(internetDateTime: argument) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// As it is typed: `24h` rather than `86400`.
    var defaultValueDescription: String {
        switch self {
        case .date(let date): date.internetDateTime
        case .age(let seconds) where seconds % 3_600 == 0: "\(seconds / 3_600)h"
        case .age(let seconds): "\(seconds / 60)m"
        }
    }

    /// The instant, if it is `now`.
    func date(before now: Date) -> Date {
        switch self {
        case .date(let date): date
        case .age(let seconds): now.addingTimeInterval(-Double(seconds))
        }
    }
}

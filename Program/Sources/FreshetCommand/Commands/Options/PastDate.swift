import ArgumentParser
import WebText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An instant in the past: a date, or an age such as `7d`.
enum PastDate: ExpressibleByArgument, Sendable, Hashable {
    case date(Date)
    /// Seconds.
    case age(Int)

    /// Reads RFC 3339 (without a zone it is UTC), or a number of minutes, hours, days or weeks such as `12h`.
    init?(argument: String) {
        let seconds: [Character: Int] = ["m": 60, "h": 3600, "d": 86_400, "w": 604_800]
        if let unit = argument.last.flatMap({ seconds[$0] }), let number = Int(argument.dropLast()), number >= 0,
            case (let age, false) = number.multipliedReportingOverflow(by: unit)
        {
            self = .age(age)
        } else if let date = Date(internetDateTime: argument) {
            self = .date(date)
        } else {
            return nil
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

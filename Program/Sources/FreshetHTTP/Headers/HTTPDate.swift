#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A date as HTTP writes it (RFC 9110, 5.6.7), in any of its three forms; read by hand, since locale data costs start-up time.
public struct HTTPDate: Sendable, Hashable, CustomStringConvertible {
    /// The date.
    public let date: Date

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// The date to be written.
    public init(_ date: Date) { self.date = date }

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ").map { String($0) }
        func isUniversal(_ zone: String) -> Bool { ["GMT", "UTC"].contains(zone.uppercased()) }
        let parts: (day: String, month: String, year: String, clock: String)
        switch words.count {
        case 6 where isUniversal(words[5]): parts = (words[1], words[2], words[3], words[4])
        case 4 where isUniversal(words[3]):
            let date = words[1].split(separator: "-").map { String($0) }
            guard date.count == 3 else { return nil }
            parts = (date[0], date[1], date[2], words[2])
        case 5: parts = (words[2], words[1], words[4], words[3])
        default: return nil
        }
        guard let day = Self.number(parts.day), let year = Self.year(parts.year, isShort: words.count == 4),
            let month = Self.months.firstIndex(of: parts.month.lowercased()).map({ $0 + 1 }),
            (1...Self.days(in: month, of: year)).contains(day), let seconds = Self.seconds(parts.clock)
        else { return nil }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        date = Date(timeIntervalSince1970: Double(days * 86_400 + seconds))
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, as it is to be sent.
    ///
    /// Dates outside the years 1 to 9999 are written as the nearest one within.
    public var description: String {
        let earliest = Self.daysSince1970(year: 1, month: 1, day: 1) * 86_400
        let latest = Self.daysSince1970(year: 10_000, month: 1, day: 1) * 86_400 - 1
        let since = date.timeIntervalSince1970.rounded(.down)
        let seconds = Int(since.isNaN ? 0 : min(max(since, Double(earliest)), Double(latest)))
        let (day, time) = (seconds - earliest).quotientAndRemainder(dividingBy: 86_400)
        let days = day + earliest / 86_400
        // The average year is a little longer than 365 days, so that the guess is never too late.
        var year = 1 + day / 366
        while Self.daysSince1970(year: year + 1, month: 1, day: 1) <= days { year += 1 }
        var month = 1
        while month < 12, Self.daysSince1970(year: year, month: month + 1, day: 1) <= days { month += 1 }
        let dayOfMonth = days - Self.daysSince1970(year: year, month: month, day: 1) + 1
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0) }.joined(separator: ":")
        let weekday = Self.weekdays[((days + 4) % 7 + 7) % 7]
        return "\(weekday), \(padded(dayOfMonth)) \(Self.months[month - 1].capitalized) \(padded(year, 4)) \(clock) GMT"
    }

    private static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }

    /// A year of two digits is one of this century, unless that is more than 50 years ahead.
    private static func year(_ text: String, isShort: Bool) -> Int? {
        guard let year = number(text), text.utf8.count == (isShort ? 2 : 4) else { return nil }
        if !isShort { return year }
        let thisYear = 1970 + Int(Date().timeIntervalSince1970 / 31_556_952)
        let guess = thisYear / 100 * 100 + year
        return guess > thisYear + 50 ? guess - 100 : guess
    }

    /// Seconds of the day; a leap second counts as the one before.
    private static func seconds(_ clock: String) -> Int? {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0)) ?? -1 }
        guard parts.count == 3, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]), (0...60).contains(parts[2])
        else { return nil }
        return parts[0] * 3600 + parts[1] * 60 + min(parts[2], 59)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let (nextYear, nextMonth) = month == 12 ? (year + 1, 1) : (year, month + 1)
        return daysSince1970(year: nextYear, month: nextMonth, day: 1) - daysSince1970(year: year, month: month, day: 1)
    }

    /// Days of the Gregorian calendar, counted in years that begin in March.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

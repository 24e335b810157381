import Platform

/// A date in one of HTTP's three forms (RFC 9110, 5.6.7).
package struct HTTPDate: Sendable, Hashable, CustomStringConvertible {
    /// The date.
    package let date: Date

    /// A date to format.
    package init(_ date: Date) { self.date = date }

    /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`; nil for anything else.
    ///
    /// - Parameter now: the time of receipt, which decides the century of a year with two digits.
    package init?(_ text: some StringProtocol, now: Date = Date()) {
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
        let clock = parts.clock.split(separator: ":", omittingEmptySubsequences: false)
            .map { Self.number(String($0)) ?? -1 }
        guard let day = Self.number(parts.day), let year = Self.year(parts.year, isShort: words.count == 4, now),
            let month = CivilDate.monthNames.firstIndex(of: parts.month.lowercased().capitalized), clock.count == 3,
            let date = CivilDate(
                year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: clock[2])
        else { return nil }
        self.date = date.date()
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, the form to send.
    ///
    /// Dates outside the years 1 to 9999 are clamped.
    package var description: String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let date = CivilDate(secondsSince1970: Int(seconds.isNaN ? 0 : min(max(seconds, Self.first), Self.last)))
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let day =
            "\(CivilDate.weekdayNames[date.weekday]), \(padded(date.day)) \(date.monthName) \(padded(date.year, 4))"
        return "\(day) \(date.clock):\(padded(date.second)) GMT"
    }

    /// The year 1's first second, and the year 9999's last.
    private static let (first, last) = (-62_135_596_800.0, 253_402_300_799.0)

    private static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }

    /// A two-digit year is in this century, unless that is more than 50 years ahead.
    private static func year(_ text: String, isShort: Bool, _ now: Date) -> Int? {
        guard let year = number(text), text.utf8.count == (isShort ? 2 : 4) else { return nil }
        if !isShort { return year }
        let thisYear = CivilDate(secondsSince1970: Int(min(max(now.timeIntervalSince1970, Self.first), Self.last))).year
        let guess = thisYear / 100 * 100 + year
        return guess > thisYear + 50 ? guess - 100 : guess
    }
}

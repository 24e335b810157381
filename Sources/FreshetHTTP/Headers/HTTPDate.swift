#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A date as HTTP writes it (RFC 9110, 5.6.7), in any of its three forms; read by hand, since locale data costs start-up time.
public struct HTTPDate: Sendable, Hashable {
    /// The date.
    public let date: Date

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let words = text.lowercased().split { " ,-".contains($0) }
        guard let clock = words.first(where: { $0.contains(":") }),
            let month = words.lazy.compactMap({ Self.months.firstIndex(of: String($0)) }).first
        else { return nil }
        let time = clock.split(separator: ":").map { Int($0) ?? -1 }
        let numbers = words.compactMap { Int($0) }
        guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0...60).contains(time[2]),
            numbers.count == 2, (0...9999).contains(numbers[1])
        else { return nil }
        // Two digits are the year of this century, unless that is more than 50 years ahead: the form is from the last one.
        let year = numbers[1] >= 100 ? numbers[1] : numbers[1] < 77 ? 2000 + numbers[1] : 1900 + numbers[1]
        guard (1...Self.days(inMonth: month, of: year)).contains(numbers[0]) else { return nil }
        let days = Self.daysSince1970(year: year, month: month + 1, day: numbers[0])
        date = Date(timeIntervalSince1970: Double(days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]))
    }

    private static func days(inMonth index: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][index]
    }

    /// Days of the Gregorian calendar, counted in years that begin in March.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

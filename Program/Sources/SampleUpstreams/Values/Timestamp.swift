#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Dates as the three APIs write them: always UTC, whole seconds.
enum Timestamp {
    /// As in `2026-01-31T12:00:00Z`.
    static func iso(_ date: Date) -> String {
        let t = Parts(date)
        return "\(day(date))T\(two(t.hour)):\(two(t.minute)):\(two(t.second))Z"
    }

    /// As in `2026-01-31`.
    static func day(_ date: Date) -> String {
        let t = Parts(date)
        return "\(t.year)-\(two(t.month))-\(two(t.day))"
    }

    /// `Sat, 31 Jan 2026 12:00:00 GMT`, as HTTP wants it.
    static func http(_ date: Date) -> String {
        let t = Parts(date)
        let clock = "\(two(t.hour)):\(two(t.minute)):\(two(t.second))"
        return "\(weekdays[t.weekday]), \(two(t.day)) \(months[t.month - 1]) \(t.year) \(clock) GMT"
    }

    /// Midnight of `2026-01-31`; nil for anything else.
    static func midnight(of text: String) -> Date? {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...12).contains(parts[1]), (1...31).contains(parts[2]) else { return nil }
        return Date(timeIntervalSince1970: Double(Parts.days(year: parts[0], month: parts[1], day: parts[2]) * 86400))
    }

    /// The instant of HTTP's preferred form; nil for anything else.
    static func instant(http text: String) -> Date? {
        let words = text.split(whereSeparator: { " ,:".contains($0) })
        guard words.count == 8, let month = months.firstIndex(of: String(words[2])) else { return nil }
        let numbers = [1, 3, 4, 5, 6].compactMap { Int(words[$0]) }
        guard numbers.count == 5 else { return nil }
        let days = Parts.days(year: numbers[1], month: month + 1, day: numbers[0])
        return Date(timeIntervalSince1970: Double(days * 86400 + numbers[2] * 3600 + numbers[3] * 60 + numbers[4]))
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The civil calendar, counted in eras of 400 years that begin on 1 March.
    private struct Parts {
        let year: Int
        let month: Int
        let day: Int
        let hour: Int
        let minute: Int
        let second: Int
        let weekday: Int

        init(_ date: Date) {
            let seconds = Int(date.timeIntervalSince1970.rounded(.down))
            let days = (seconds - Self.remainder(seconds, 86400)) / 86400
            let inDay = Self.remainder(seconds, 86400)
            hour = inDay / 3600
            minute = inDay / 60 % 60
            second = inDay % 60
            weekday = Self.remainder(days + 4, 7)
            let shifted = days + 719_468
            let inEra = Self.remainder(shifted, 146_097)
            let era = (shifted - inEra) / 146_097
            let yearOfEra = (inEra - inEra / 1460 + inEra / 36524 - inEra / 146_096) / 365
            let inYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
            let monthFromMarch = (5 * inYear + 2) / 153
            day = inYear - (153 * monthFromMarch + 2) / 5 + 1
            month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
            year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        }

        static func days(year: Int, month: Int, day: Int) -> Int {
            let year = month <= 2 ? year - 1 : year
            let era = (year - remainder(year, 400)) / 400
            let yearOfEra = remainder(year, 400)
            let inYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
            let inEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + inYear
            return era * 146_097 + inEra - 719_468
        }

        private static func remainder(_ number: Int, _ divisor: Int) -> Int {
            let rest = number % divisor
            return rest < 0 ? rest + divisor : rest
        }
    }
}

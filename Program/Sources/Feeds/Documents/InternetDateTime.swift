#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Date {
    /// `2026-11-21T10:32:00Z`: ISO 8601 in UTC, to the second that has begun.
    ///
    /// Written by hand for the years 1970 to 9999: each row of a page has such dates, and the system's formatter sets up a calendar first.
    public var internetDateTime: String {
        let instant = timeIntervalSince1970.rounded(.down)
        guard instant >= 0, instant < 253_402_300_800 else { return formatted(Date.ISO8601FormatStyle()) }
        let (days, second) = Int(instant).quotientAndRemainder(dividingBy: 86_400)
        let (year, month, day) = Self.civil(days)
        return String(unsafeUninitializedCapacity: 20) { text in
            var end = 0
            func write(_ number: Int, _ digits: Int, _ separator: Unicode.Scalar) {
                var rest = number
                for place in (end..<end + digits).reversed() {
                    text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                text[end + digits] = UInt8(ascii: separator)
                end += digits + 1
            }
            write(year, 4, "-")
            write(month, 2, "-")
            write(day, 2, "T")
            write(second / 3600, 2, ":")
            write(second / 60 % 60, 2, ":")
            write(second % 60, 2, "Z")
            return end
        }
    }

    /// The day of the Gregorian calendar so many days after 1970-01-01, reckoned in years that begin with March, so that the leap day comes last,
    /// and in rounds of 400 of them.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let (round, dayOfRound) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let year = (dayOfRound - dayOfRound / 1_460 + dayOfRound / 36_524 - dayOfRound / 146_096) / 365
        let dayOfYear = dayOfRound - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        return (round * 400 + year + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9, day)
    }
}

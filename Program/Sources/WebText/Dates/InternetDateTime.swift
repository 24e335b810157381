import Platform

extension Date {
    /// `2026-11-21T10:32:00Z`: RFC 3339 in UTC, rounded down to the second.
    ///
    /// Years 1970 to 9999 are formatted here, because the system's formatter loads a calendar first.
    package var internetDateTime: String {
        let instant = timeIntervalSince1970.rounded(.down)
        guard instant >= 0, instant < 253_402_300_800 else { return formatted(Date.ISO8601FormatStyle()) }
        let date = CivilDate(secondsSince1970: Int(instant))
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
            write(date.year, 4, "-")
            write(date.month, 2, "-")
            write(date.day, 2, "T")
            write(date.hour, 2, ":")
            write(date.minute, 2, ":")
            write(date.second, 2, "Z")
            return end
        }
    }

    /// `2026-11-21T10:32:00.250Z`: RFC 3339 in UTC, rounded down to the millisecond.
    package var internetDateTimeWithMilliseconds: String {
        let fraction = timeIntervalSince1970 - timeIntervalSince1970.rounded(.down)
        let digits = String(1000 + min(999, Int(fraction * 1000))).dropFirst()
        return internetDateTime.dropLast() + "." + digits + "Z"
    }

    /// `2026-11-21`: the day in UTC.
    package var internetDate: String { String(internetDateTime.prefix { $0 != "T" }) }
}

import Platform

/// A date and time of day in the proleptic Gregorian calendar.
///
/// Plain arithmetic: loading calendar and locale data would cost start-up time.
package struct CivilDate: Hashable, Sendable {
    /// The year; 0 is 1 BC.
    package let year: Int
    /// 1–12.
    package let month: Int
    /// 1–31.
    package let day: Int
    /// 0–23.
    package let hour: Int
    /// 0–59.
    package let minute: Int
    /// 0–59.
    package let second: Int
    /// Days since 1 January 1970 in the same time zone.
    package let dayNumber: Int

    /// The date of `seconds` since 1970, in a time zone `offset` seconds east of UTC; both are clamped to 30,000 years.
    package init(secondsSince1970 seconds: Int, offset: Int = 0) {
        let local = min(max(seconds, -Self.longest), Self.longest) + min(max(offset, -Self.longest), Self.longest)
        dayNumber = Self.floorDivide(local, 86_400)
        let secondOfDay = local - dayNumber * 86_400
        hour = secondOfDay / 3600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60

        // Years start in March, so that the leap day ends a year. Eras of 400 years are all alike (146,097 days).
        let shifted = dayNumber + Self.daysFromEraTo1970
        let era = Self.floorDivide(shifted, Self.daysInEra)
        let dayOfEra = shifted - era * Self.daysInEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The date in UTC; instants more than 30,000 years from 1970 are clamped.
    package init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        self.init(secondsSince1970: seconds.isNaN ? 0 : Int(min(max(seconds, -1e12), 1e12)))
    }

    private static let longest = 1_000_000_000_000

    /// A date from its parts; nil if it doesn't exist.
    ///
    /// Years are 0 to 9999. A leap second counts as the second before it.
    package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (0...9999).contains(year), (1...12).contains(month),
            (1...Self.days(in: month, of: year)).contains(day), (0..<24).contains(hour),
            (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = min(second, 59)
        dayNumber = Self.dayNumber(year: year, month: month, day: day)
    }

    /// Seconds since 1970, in this date's time zone.
    package var secondsSince1970: Int { dayNumber * 86_400 + hour * 3600 + minute * 60 + second }

    /// The instant, in a time zone `offset` seconds east of UTC.
    package func date(offset: Int = 0) -> Date { Date(timeIntervalSince1970: Double(secondsSince1970 - offset)) }

    /// 0 is Sunday.
    package var weekday: Int { dayNumber + 4 - Self.floorDivide(dayNumber + 4, 7) * 7 }

    /// `Jan` to `Dec`.
    package static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Sun` to `Sat`.
    package static let weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// `Jan` to `Dec`.
    package var monthName: String { Self.monthNames[month - 1] }

    /// Such as `10:05`.
    package var clock: String { (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)" }

    private static let daysInEra = 146_097
    /// Days from 1 March of the year 0 to 1 January 1970.
    private static let daysFromEraTo1970 = 719_468

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = floorDivide(year, 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * daysInEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - daysFromEraTo1970
    }

    private static func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
        let quotient = dividend / divisor
        return dividend % divisor < 0 ? quotient - 1 : quotient
    }
}

/// Dates as whole milliseconds since 1970: as they are stored, and as pages have them.
extension Date {
    /// Rounds to the millisecond, and clamps to 285,000 years before or after 1970.
    package var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded()
        return value.isNaN ? 0 : Int64(min(max(value, -9e15), 9e15))
    }

    /// A stored date.
    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

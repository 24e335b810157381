/// A day and a time of day in one place, by arithmetic on the proleptic Gregorian calendar: no locale data is loaded for it.
struct CivilDate: Hashable, Sendable {
    var year: Int
    /// 1–12.
    var month: Int
    /// 1–31.
    var day: Int
    /// 0–23.
    var hour: Int
    var minute: Int
    var second: Int
    /// Days since 1 January 1970 of the same place.
    var dayNumber: Int

    /// `seconds` since 1970 in UTC, shown where the clock is `offset` seconds ahead of UTC.
    init(secondsSince1970 seconds: Int, offset: Int = 0) {
        let local = seconds + offset
        dayNumber = Self.floorDivide(local, 86_400)
        let secondOfDay = local - dayNumber * 86_400
        hour = secondOfDay / 3600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60

        // Years are counted from March, so that the leap day ends a year; eras of 400 years are all alike (146,097 days).
        let shifted = dayNumber + 719_468  // days from 1 March of the year 0 to 1 January 1970
        let era = Self.floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    var monthName: String { Self.months[month - 1] }
    /// Such as "10:05".
    var clock: String { (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)" }

    private static func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
        let quotient = dividend / divisor
        return dividend % divisor < 0 ? quotient - 1 : quotient
    }
}

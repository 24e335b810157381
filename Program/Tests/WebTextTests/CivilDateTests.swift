import Foundation
import Testing
import WebText

@Suite("A civil date")
struct CivilDateTests {
    @Test("A civil date agrees with the C library over six centuries")
    func agreement() {
        for seconds in stride(from: -12_000_000_000, through: 8_000_000_000, by: 86_400 * 97 + 3671) {
            var time = time_t(seconds)
            var expected = tm()
            gmtime_r(&time, &expected)
            let date = CivilDate(secondsSince1970: seconds)
            #expect(date.year == Int(expected.tm_year) + 1900)
            #expect(date.month == Int(expected.tm_mon) + 1)
            #expect(date.day == Int(expected.tm_mday))
            #expect(date.hour == Int(expected.tm_hour))
            #expect(date.minute == Int(expected.tm_min))
            #expect(date.second == Int(expected.tm_sec))
        }
    }

    @Test(
        "A civil date knows leap days",
        arguments: [
            (951_782_400, "29 Feb 2000"), (1_709_164_800, "29 Feb 2024"), (4_107_542_400, "1 Mar 2100"),
            (-1, "31 Dec 1969"),
        ])
    func leapDays(seconds: Int, expected: String) {
        let date = CivilDate(secondsSince1970: seconds)
        #expect("\(date.day) \(date.monthName) \(date.year)" == expected)
    }

    @Test("A civil date is clamped to 30,000 years", arguments: [Int.min, .max])
    func absurd(seconds: Int) {
        let date = CivilDate(secondsSince1970: seconds, offset: seconds)
        #expect(abs(date.year) > 30_000 && (1...12).contains(date.month))
    }

    @Test("A civil date has a day number that begins at local midnight")
    func dayNumber() {
        #expect(CivilDate(secondsSince1970: 86_399).dayNumber == 0)
        #expect(CivilDate(secondsSince1970: 86_399, offset: 1).dayNumber == 1)
        #expect(CivilDate(secondsSince1970: 0, offset: -1).dayNumber == -1)
    }

    @Test("A civil date is made from its parts, if there is such a day and time")
    func parts() {
        #expect(CivilDate(year: 2000, month: 2, day: 29)?.secondsSince1970 == 951_782_400)
        #expect(CivilDate(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 60)?.secondsSince1970 == -1)
        for (year, month, day) in [
            (2100, 2, 29), (2024, 4, 31), (2024, 0, 1), (2024, 13, 1), (2024, 1, 0), (10_000, 1, 1), (-1, 1, 1),
            (.max, 1, 1),
        ] {
            #expect(CivilDate(year: year, month: month, day: day) == nil)
        }
        #expect(
            CivilDate(year: 2024, month: 1, day: 1, hour: 24) == nil
                && CivilDate(year: 2024, month: 1, day: 1, minute: 60) == nil)
    }

    @Test("A civil date is the same when rebuilt from its parts, on each day of ten thousand years")
    func roundTrip() {
        for day in stride(from: -719_528, to: 2_932_897, by: 37) {
            let date = CivilDate(secondsSince1970: day * 86_400)
            #expect(CivilDate(year: date.year, month: date.month, day: date.day)?.dayNumber == day)
        }
    }

    @Test("A civil date is made from any instant", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func total(seconds: Double) { #expect((1...12).contains(CivilDate(Date(timeIntervalSince1970: seconds)).month)) }
}

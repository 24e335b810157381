import Foundation
import Testing
import WebText

@Suite("A date of HTTP")
struct HTTPDateTests {
    @Test(
        "A date of HTTP is read in its three forms",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_199), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Tue, 29 Feb 2000 12:00:00 UTC", 951_825_600), ("Friday, 01-Jan-99 00:00:00 GMT", 915_148_800),
            ("sun, 06 nov 1994 08:49:37 gmt", 784_111_777), ("Thu, 30 Jul 2026 18:39:08 GMT", 1_785_436_748),
            ("Tuesday, 19-Jan-38 03:14:08 GMT", 2_147_483_648), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ])
    func isRead(text: String, seconds: Double) {
        #expect(HTTPDate(text)?.date.timeIntervalSince1970 == seconds)
    }

    @Test(
        "A date of HTTP isn't guessed from other text",
        arguments: [
            "", "now", "60", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 PST",
            "Sun, 31 Nov 1994 08:49:37 GMT",
            "Sun, 29 Feb 2023 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Now 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 94 08:49:37 GMT", "Sunday, 06-Nov-194 08:49:37 GMT", "Sun Nov 6 08:49:37 94",
            "Sun, -6 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 +8:49:37 GMT",
            "Sun, 06 Nov 9223372036854775807 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 +0200", "-1",
            "Sun, ٠٦ Nov 1994 08:49:37 GMT",
        ])
    func isNotGuessed(text: String) {
        #expect(HTTPDate(text) == nil)
    }

    @Test("A date of HTTP is written in the form to send, and read back, over ten thousand years")
    func isWritten() {
        #expect(HTTPDate(Date(timeIntervalSince1970: 784_111_777.9)).description == "Sun, 06 Nov 1994 08:49:37 GMT")
        for seconds in stride(from: -62_135_596_800.0, to: 253_402_300_800, by: 86_400 * 97 + 12_345) {
            let date = HTTPDate(Date(timeIntervalSince1970: seconds))
            #expect(HTTPDate(date.description) == date)
        }
    }

    @Test(
        "A date of HTTP is written for any date",
        arguments: [-Double.infinity, .infinity, .nan, -1e300, 1e300, -62_135_596_801])
    func isTotal(seconds: Double) {
        #expect(HTTPDate(Date(timeIntervalSince1970: seconds)).description.hasSuffix(" GMT"))
    }

    @Test("A date of HTTP names the day of the week as the calendar does")
    func weekdays() {
        for day in -800..<800 {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            let expected = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][((day % 7) + 7) % 7]
            #expect(HTTPDate(date).description.hasPrefix(expected))
        }
    }

    @Test("A date of HTTP agrees with the calendar for every day of 150 years") func calendar() {
        let form = Date.VerbatimFormatStyle(
            format: "\(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits)",
            locale: Locale(identifier: "en_US_POSIX"),
            timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
        let wrong = (0..<55_000).filter { day in
            let date = Date(timeIntervalSince1970: TimeInterval(day) * 86_400)
            return HTTPDate("Xxx, \(date.formatted(form)) 00:00:00 GMT")?.date != date
        }
        #expect(wrong.isEmpty)
    }
}

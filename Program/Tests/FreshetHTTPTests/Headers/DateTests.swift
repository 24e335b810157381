import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

@Suite("Dates in HTTP") struct DateTests {
    @Test(
        "all three forms are read",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
            ("Thu, 30 Jul 2026 18:39:08 GMT", 1_785_436_748), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
            ("Saturday, 21-Nov-26 12:00:00 GMT", 1_795_262_400), ("sun, 06 nov 1994 08:49:37 gmt", 784_111_777),
        ]) func read(_ text: String, _ seconds: Int)
    {
        #expect(HTTPDate(text)?.date == Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    @Test(
        "anything else is no date",
        arguments: [
            "", "0", "-1", "now", "Sun, 06 Nov 1994", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 30 Feb 2024 08:49:37 GMT", "Sun, 06 Abc 1994 08:49:37 GMT", "2026-07-30T18:39:08Z",
            "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 99999999999999999 08:49:37 GMT", "Sun, 06 Nov 9223372036854775807 08:49:37 GMT",
            "Sun, 31 Apr 2024 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 +0200",
        ]) func rejected(_ text: String)
    {
        #expect(HTTPDate(text) == nil)
    }

    @Test("agrees with the calendar for every day of a century and a half") func calendar() {
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

@Suite("Retry-After") struct RetryAfterTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    @Test(
        "seconds count from the answer on, a date stands for itself",
        arguments: [
            ("0", RetryAfter.seconds(0), 1_790_000_000.0), ("120", .seconds(120), 1_790_000_120),
            ("99999999999999999999", .seconds(2_147_483_648), 3_937_483_648),
            ("Sun, 06 Nov 1994 08:49:37 GMT", .date(Date(timeIntervalSince1970: 784_111_777)), 784_111_777),
        ] as [(String, RetryAfter, Double)]) func read(_ text: String, _ value: RetryAfter, _ seconds: Double) throws
    {
        let after = try #require(RetryAfter([.retryAfter: text]))
        #expect(after == value && after.date(from: now) == Date(timeIntervalSince1970: seconds))
    }

    @Test("anything else is none", arguments: ["", "-1", "+5", "1.5", "soon", "5 s", "٣"]) func rejected(_ text: String)
    {
        #expect(RetryAfter(text) == nil)
    }

    @Test("an answer without it has none") func none() { #expect(RetryAfter([:]) == nil) }
}

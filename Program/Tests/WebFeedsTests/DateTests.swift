import Foundation
import Testing
import WebFeeds

@Suite("A date in a feed") struct DateTests {
    private func date(_ text: String) throws -> Date? {
        try WebFeed.rss(item: "<title>a</title><pubDate>\(text)</pubDate>").only.published
    }

    /// 21 November 2026, 10:32:00 UTC.
    private let expected = Date(timeIntervalSince1970: 1_795_257_120)

    @Test(
        "A date has many forms",
        arguments: [
            "Sat, 21 Nov 2026 10:32:00 GMT", "Sat, 21 Nov 2026 10:32:00 +0000", "Sat, 21 Nov 2026 05:32:00 EST",
            "Sat, 21 Nov 2026 12:32:00 +0200", "21 Nov 26 10:32 UT", "Mon, 21 Nov 2026 10:32:00 Z",
            "Sat, 21 Nov 2026 11:32:00 GMT+1", "Sat, 21 Nov 2026 11:32:00 GMT+01:00", "Sat, 21 Nov 2026 11:32:00 +1",
            "Sat,21 Nov 2026 10:32:00", "Saturday, November 21, 2026 10:32 AM", "21-Nov-2026 10:32:00 UTC",
            "Sat Nov 21 10:32:00 2026", "Sat Nov 21 10:32:00 UTC 2026", "21 NOVEMBER 2026 10:32:00 gmt",
            "Sat, 21 Nov 126 10:32:00 GMT", "2026-11-21T10:32:00Z", "2026-11-21 10:32:00", "2026-11-21T10:32:00.123Z",
            "2026-11-21T10:32:00+00:00", "2026-11-21T12:32:00+0200", "2026-11-21 10:32:00 UTC", "2026/11/21 10:32:00",
            "2026-11-21T10:32", "20261121T103200Z", "11/21/2026 10:32", "21/11/2026 10:32", "21.11.2026 10:32",
            "Sat, 21st Nov 2026 10:32:00 GMT", "Sat, 21 Nov 2026 02:32:00 PST",
            "Sat, 21 Nov 2026 12:32:00 CEST (UTC+2)",
            "  Sat, 21 Nov 2026 10:32:00 GMT  ", "Sat, 21 Nov 2026 10:32:00 GMT (Coordinated Universal Time)",
            "Samstag, 21 Nov 2026 10:32:00 GMT", "2026-11-21t10:32:00z", "Sat, 21 Nov 2026 10:32:00 -0000",
        ])
    func forms(text: String) throws { #expect(try date(text) == expected) }

    @Test(
        "A date has its intended value in odd forms",
        arguments: [
            ("31 Dec 99 23:59:59 GMT", 946_684_799.0), ("1 Jan 70 00:00:01 GMT", 1),
            ("1 Jan 69 00:00:00 GMT", 3_124_224_000),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_799), ("Sat, 31 Dec 2016 24:00:00 GMT", 1_483_228_800),
            ("12 Nov 2026 12:00 AM", 1_794_441_600), ("12 Nov 2026 12:00 PM", 1_794_484_800), ("2026", 1_767_225_600),
            ("Nov 2026 12", 1_794_441_600), ("2026-11", 1_793_491_200),
        ])
    func odd(text: String, seconds: Double) throws { #expect(try date(text) == Date(timeIntervalSince1970: seconds)) }

    @Test(
        "A date is missing if the text isn't a date or the calendar has no such day",
        arguments: [
            "", "now", "yesterday at noon", "Sat, 31 Nov 2026 10:32:00 GMT", "0000-00-00 00:00:00",
            "0001-01-01T00:00:00Z",
            "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z", "Nov 2026", "21 Nov", "25:00",
            "99999999999999999999",
            "21 Nov 2026 99:99:99", String(repeating: "1 ", count: 200), "-0001-11-30T00:00:00+00:00",
        ])
    func none(text: String) throws { #expect(try date(text) == nil) }

    @Test(
        "A date has its month in one of twelve languages, and a weekday is no month",
        arguments: [
            "Mardi, 9 Novembre, 2021 - 10:30", "mar., 09 nov. 2021 10:30:00", "Di, 09 Nov 2021 10:30:00",
            "9 noviembre 2021 10:30", "martedì 9 novembre 2021 10:30", "9 de novembro de 2021 10:30",
            "dinsdag 9 november 2021 10:30", "tisdag 9 november 2021 10:30", "9. marraskuuta 2021 10:30",
            "9\u{a0}listopadu 2021 10:30", "9 ноября 2021 10:30", "Вторник, 9 НОЯБРЯ 2021 10:30",
        ])
    func languages(text: String) throws { #expect(try date(text) == Date(timeIntervalSince1970: 1_636_453_800)) }

    @Test(
        "A month's name is read as a whole",
        arguments: [
            ("1 März 2021", 3), ("1 mars 2021", 3), ("1 août 2021", 8), ("1 décembre 2021", 12), ("1 mai 2021", 5),
            ("1 juin 2021", 6), ("1 juillet 2021", 7), ("1 Dez 2021", 12), ("mar. 1 juin 2021", 6), ("Mar 1 2021", 3),
            ("1 maaliskuuta 2021", 3), ("1 czerwca 2021", 6), ("1 července 2021", 7), ("1 мая 2021", 5),
        ])
    func months(text: String, month: Int) throws {
        let padded = (month < 10 ? "0" : "") + "\(month)"
        #expect(try date(text)?.formatted(.iso8601).hasPrefix("2021-\(padded)-01T") == true)
    }

    @Test(
        "A date with the day and the month in an unknown order follows its weekday",
        arguments: [
            ("Tue, 09/03/2024 10:00", "2024-09-03"), ("Sat, 09/03/2024 10:00", "2024-03-09"),
            ("09.03.2024", "2024-03-09"),
            ("05/05/2024", "2024-05-05"), ("13/03/2024", "2024-03-13"), ("03-13-2024", "2024-03-13"),
        ])
    func order(text: String, day: String) throws {
        #expect(try date(text)?.formatted(.iso8601).hasPrefix(day) == true)
    }

    @Test(
        "An ambiguous date is unknown rather than a guess",
        arguments: [
            "09/03/2024", "03-09-2024 10:00", "Wed, 09/03/2024", "2026-W23-1", "2026-W23", "2026W231", "2026-152",
            "2026-052", "9 srpnja 2021", "mar, 9 noi 2021", "9 listopada 2021", "Mardi 9 2021", "2021-13-45",
        ])
    func unknown(text: String) throws { #expect(try date(text) == nil) }

    @Test("A date of RSS comes before Dublin Core's, and creation after both")
    func order() throws {
        let item = try WebFeed.rss(
            item: """
                <title>a</title><dc:date>2020-01-01</dc:date><pubDate>21 Nov 2026 10:32:00 GMT</pubDate>
                <atom:updated>2026-11-21T10:32:00Z</atom:updated>
                """
        ).only
        #expect(item.published == expected && item.updated == expected)
        let created =
            "<dcterms:created xmlns:dcterms='http://purl.org/dc/terms/'>2026-11-21T10:32:00Z</dcterms:created>"
        #expect(try WebFeed.rss(item: "<title>a</title>" + created).only.published == expected)
    }
}

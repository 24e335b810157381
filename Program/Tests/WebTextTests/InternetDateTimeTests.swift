import Foundation
import Testing
import WebText

@Suite("A date for programs") struct InternetDateTimeTests {
    @Test(
        "A date for programs is in UTC, rounded down to the second",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (0.999, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"), (1_795_257_120.5, "2026-11-21T10:32:00Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ])
    func known(seconds: Double, text: String) {
        #expect(Date(timeIntervalSince1970: seconds).internetDateTime == text)
    }

    @Test("A date for programs equals the system's format on each day of 130 years and far from them")
    func system() {
        let style = Date.ISO8601FormatStyle()
        let days = Array(stride(from: -1_000, to: 47_500, by: 1)) + [-200_000, 800_000, 2_900_000, 3_000_000]
        for day in days {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + Double((day &* 7919) & 0xFFFF))
            #expect(date.internetDateTime == date.formatted(style))
        }
    }

    @Test(
        "A date for programs is read in the forms that upstreams send",
        arguments: [
            ("2025-09-21T18:00:00Z", 1_758_477_600.0), ("2021-03-26 00:00:00", 1_616_716_800),
            ("2021-03-26", 1_616_716_800), ("2021-03-26T01:30", 1_616_722_200),
            ("20210326", 1_616_716_800), ("20210326T013000Z", 1_616_722_200),
            ("2025-09-21T18:00:00.999Z", 1_758_477_600), ("2025-09-21t18:00:00,5z", 1_758_477_600),
            ("2025-09-21T20:00:00+02:00", 1_758_477_600), ("2025-09-21T13:30:00-0430", 1_758_477_600),
            ("2025-09-21 20:00:00 +02", 1_758_477_600), ("  2025-09-21T18:00:00Z\n", 1_758_477_600),
            ("1969-12-31T23:59:60Z", -1), ("0001-01-01T00:00:00Z", -62_135_596_800),
        ])
    func read(text: String, seconds: Double) {
        #expect(Date(internetDateTime: text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "A date for programs isn't guessed from other text",
        arguments: [
            "", " ", "2025", "2025-09", "now", "x", "21-09-2025", "2025-9-21", "2025-13-01", "2025-02-29", "2025-09-31",
            "2025-00-01",
            "2025-09-21T", "2025-09-21T18", "2025-09-21T24:00:00Z", "2025-09-21T18:60:00Z", "2025-09-21T18:00:00X",
            "2025-09-21T18:00:00+25:00", "2025-09-21T18:00:00+02:00 later", "99999-01-01", "-2025-01-01", "٢٠٢٥-09-21",
            "202509", "1779000000", "2025-09-21T18:00:",
        ])
    func notGuessed(text: String) { #expect(Date(internetDateTime: text) == nil) }

    @Test("A date for programs is read back as it was written")
    func roundTrip() {
        for seconds in stride(from: 0.0, to: 253_402_300_800, by: 86_400 * 97 + 12_345) {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(Date(internetDateTime: date.internetDateTime) == date)
        }
        #expect(Date(timeIntervalSince1970: 1_758_477_600).internetDate == "2025-09-21")
    }
}

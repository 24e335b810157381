import Feeds
import Foundation
import Testing

@Suite("A date for programs") struct InternetDateTimeTests {
    @Test(
        "is in UTC to the second that has begun",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (0.999, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"), (1_795_257_120.5, "2026-11-21T10:32:00Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ])
    func known(seconds: Double, text: String) {
        #expect(Date(timeIntervalSince1970: seconds).internetDateTime == text)
    }

    @Test("is what the system's formatter writes, on each day of 130 years and far from them")
    func system() {
        let style = Date.ISO8601FormatStyle()
        let days = Array(stride(from: -1_000, to: 47_500, by: 1)) + [-200_000, 800_000, 2_900_000, 3_000_000]
        for day in days {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + Double((day &* 7919) & 0xFFFF))
            #expect(date.internetDateTime == date.formatted(style))
        }
    }
}

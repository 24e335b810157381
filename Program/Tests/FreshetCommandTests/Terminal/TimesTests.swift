import Foundation
import Testing

@testable import FreshetCommand

/// Thursday, 12 November 2026, 13:00:00 UTC.
private let now = Date(timeIntervalSince1970: 1_794_488_400)

@Suite("A relative time")
struct RelativeTimeTests {
    private let hour = 3600.0
    private let day = 86_400.0

    @Test(
        "A relative time is in the largest unit that fits, and a date after a week",
        arguments: [
            (0.0, "now", "now"), (4, "now", "now"), (-4, "now", "now"), (5, "5 s ago", "5s"), (59.9, "59 s ago", "59s"),
            (60, "1 min ago", "1m"), (3599, "59 min ago", "59m"),
            (3600, "1 h ago", "1h"), (86_399, "23 h ago", "23h"), (86_400, "yesterday", "1d"),
            (129600, "yesterday", "1d"), (136800, "2 d ago", "2d"),
            (518400, "6 d ago", "6d"), (604800, "5 Nov", "5 Nov"), (25920000, "16 Jan", "16 Jan"),
            (31536000, "12 Nov 2025", "Nov 2025"),
            (-30, "in 30 s", "in 30s"), (-300, "in 5 min", "in 5m"), (-7200, "in 2 h", "in 2h"),
            (-90_000, "tomorrow", "in 1d"), (-259200, "in 3 d", "in 3d"),
            (-864000, "22 Nov", "22 Nov"), (-5184000, "11 Jan 2027", "Jan 2027"),
        ] as [(Double, String, String)])
    func phrases(secondsAgo: Double, phrase: String, short: String) {
        let time = RelativeTime(now: now)
        #expect(time.phrase(now - secondsAgo) == phrase)
        #expect(time.short(now - secondsAgo) == short)
    }

    @Test("A relative time counts days in the local time zone")
    func place() {
        let thirtyHoursAgo = now - 30 * hour  // 11 November 07:00 UTC, 10 November 21:00 in a place ten hours behind
        #expect(RelativeTime(now: now).phrase(thirtyHoursAgo) == "yesterday")
        #expect(RelativeTime(now: now, place: LocalTime { _ in -10 * 3600 }).phrase(thirtyHoursAgo) == "2 d ago")
        #expect(RelativeTime(now: now, place: LocalTime { _ in 12 * 3600 }).phrase(now - 8 * day + 1) == "5 Nov")
    }

    @Test(
        "A relative time is a date even for absurd dates",
        arguments: [
            Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e300),
            Date(timeIntervalSince1970: -.infinity),
        ])
    func absurd(date: Date) {
        #expect(!RelativeTime(now: now).phrase(date).isEmpty)
        #expect(!RelativeTime(now: now).short(date).isEmpty)
    }
}

@Suite("A clock time")
struct ClockTimeTests {
    @Test("A clock time includes the date unless it's today's")
    func dates() {
        let clock = ClockTime(now: now)
        #expect(clock.phrase(now + 45 * 60) == "13:45")
        #expect(clock.phrase(now - 13 * 3600 + 5 * 60) == "00:05")
        #expect(clock.phrase(now + 12 * 3600) == "13 Nov 01:00")
        #expect(clock.phrase(now - 365 * 86_400) == "12 Nov 2025 13:00")
    }

    @Test("A clock time is in the local time zone")
    func place() {
        let clock = ClockTime(now: now, place: LocalTime { _ in 5 * 3600 + 1800 })
        #expect(clock.phrase(now) == "18:30")
        #expect(clock.phrase(now + 6 * 3600) == "13 Nov 00:30")
    }
}

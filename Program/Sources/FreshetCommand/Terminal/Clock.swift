import Platform
import WebText

/// The current time and time zone, to format dates.
struct Clock: Sendable {
    let now: Date
    let place: LocalTime

    init(now: Date = Date(), place: LocalTime = .system) {
        self.now = now
        self.place = place
    }

    /// The age of a date; in a pipe the date itself.
    func cell(_ date: Date?) -> Table.Cell {
        guard let date else { return Table.Cell(StyledText()) }
        let short = RelativeTime(now: now, place: place).short(date)
        return Table.Cell(StyledText(untrusted: short, .dim), plain: TerminalText(date.internetDateTime))
    }

    /// Hours and minutes, with the day unless it is today.
    func time(_ date: Date) -> String { ClockTime(now: now, place: place).phrase(date) }

    /// The time since a date that has passed: "12 s ago", "just now".
    ///
    /// "Just now" for a date ahead of this clock, which may be older than what it describes.
    func ago(_ date: Date) -> String {
        let phrase = RelativeTime(now: now, place: place).phrase(min(date, now))
        return phrase == "now" ? "just now" : phrase
    }

    /// The time since an item's date, or until it if it is more than an hour ahead, such as that of an announced event.
    func distance(to date: Date) -> String {
        date.timeIntervalSince(now) > 3_600 ? RelativeTime(now: now, place: place).phrase(date) : ago(date)
    }

    /// The time until a date: "in 12 s", "in a moment".
    func until(_ date: Date) -> String {
        let phrase = RelativeTime(now: now, place: place).phrase(max(date, now))
        return phrase == "now" ? "in a moment" : phrase
    }
}

/// A time relative to now, in words.
struct RelativeTime: Sendable {
    var now: Date
    var place: LocalTime = .utc

    /// "now", "12 s ago", "5 min ago", "3 h ago", "yesterday", "4 d ago", then "12 Nov" and, in another year, "12 Nov 2025".
    /// In the future "in 5 min", "tomorrow".
    func phrase(_ date: Date) -> String {
        switch distance(to: date) {
        case .now: "now"
        case .count(1, .day, true): "tomorrow"
        case .count(let number, let unit, true): "in \(number) \(unit.phrase)"
        case .count(1, .day, false): "yesterday"
        case .count(let number, let unit, false): "\(number) \(unit.phrase) ago"
        case .date(let date, let sameYear): "\(date.day) \(date.monthName)" + (sameYear ? "" : " \(date.year)")
        }
    }

    /// For a table: "now", "12s", "5m", "3h", "4d", "12 Nov" and, in another year, "Nov 2025"; in the future "in 5m".
    ///
    /// At most 8 columns for years of four digits.
    func short(_ date: Date) -> String {
        switch distance(to: date) {
        case .now: "now"
        case .count(let number, let unit, let isAhead): (isAhead ? "in " : "") + "\(number)\(unit.short)"
        case .date(let date, let sameYear):
            sameYear ? "\(date.day) \(date.monthName)" : "\(date.monthName) \(date.year)"
        }
    }

    private enum Unit {
        case second, minute, hour, day

        var phrase: String {
            switch self {
            case .second: "s"
            case .minute: "min"
            case .hour: "h"
            case .day: "d"
            }
        }

        var short: String { self == .minute ? "m" : phrase }
    }

    private enum Distance {
        case now
        case count(Int, Unit, isAhead: Bool)
        case date(CivilDate, sameYear: Bool)
    }

    /// The distance; `now` below 5 s, because machines' clocks differ by a few seconds.
    private func distance(to date: Date) -> Distance {
        let difference = Int(clamped: now.timeIntervalSince(date))
        let isAhead = difference < 0
        let seconds = abs(difference)
        switch seconds {
        case ..<5: return .now
        case ..<60: return .count(seconds, .second, isAhead: isAhead)
        case ..<3600: return .count(seconds / 60, .minute, isAhead: isAhead)
        case ..<86_400: return .count(seconds / 3600, .hour, isAhead: isAhead)
        default: break
        }
        let then = place.civil(date)
        let today = place.civil(now)
        let days = abs(today.dayNumber - then.dayNumber)
        return days < 7 ? .count(days, .day, isAhead: isAhead) : .date(then, sameYear: then.year == today.year)
    }
}

/// A time of day in words, as in "until 10:45".
struct ClockTime: Sendable {
    var now: Date
    var place: LocalTime = .utc

    /// "10:45" today, "12 Nov 10:45" on another day, "12 Nov 2025 10:45" in another year.
    func phrase(_ date: Date) -> String {
        let then = place.civil(date)
        let today = place.civil(now)
        if then.dayNumber == today.dayNumber { return then.clock }
        return "\(then.day) \(then.monthName) " + (then.year == today.year ? "" : "\(then.year) ") + then.clock
    }
}

/// A time zone: its offset from UTC at an instant.
struct LocalTime: Sendable {
    /// Seconds east of UTC, daylight saving included, for seconds since 1970.
    var offset: @Sendable (Int) -> Int

    static let utc = LocalTime { _ in 0 }

    /// The C library's time zone: `TZ`, else the system's.
    static let system = LocalTime { seconds in
        var time = time_t(seconds)
        var broken = tm()
        return localtime_r(&time, &broken) == nil ? 0 : Int(broken.tm_gmtoff)
    }

    func civil(_ date: Date) -> CivilDate {
        let seconds = Int(clamped: date.timeIntervalSince1970.rounded(.down))
        return CivilDate(secondsSince1970: seconds, offset: offset(seconds))
    }
}

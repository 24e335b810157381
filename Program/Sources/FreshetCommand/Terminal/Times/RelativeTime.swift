import Platform
import WebText

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

    /// Within 5 s of now counts as now, because machines' clocks differ by a few seconds.
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

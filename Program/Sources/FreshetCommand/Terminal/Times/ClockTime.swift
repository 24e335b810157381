import Platform
import WebText

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

import Platform
import WebText

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

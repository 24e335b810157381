import Platform
import WebText

/// An instant in UTC, until the page's script shows it in the reader's time zone or as an age.
struct Instant: Sendable {
    /// What the script makes of it.
    enum Style: String {
        /// `12 min`
        case age
        /// `12 s ago`
        case ago
        /// `10:45`, with the day unless it is today.
        case clock
    }

    let date: Date

    init(_ date: Date) { self.date = date }

    /// `21 Nov 10:32 UTC`, with the year unless it is the one of `now`.
    func words(_ now: Date) -> String {
        let civil = CivilDate(date)
        let year = civil.year == CivilDate(now).year ? "" : "\(civil.year) "
        return "\(civil.day) \(civil.monthName) \(year)\(civil.clock) UTC"
    }

    /// The `time` element.
    func html(_ style: Style, _ now: Date) -> HTML {
        "<time class=\"\(style.rawValue)\" datetime=\"\(date.internetDateTime)\">\(words(now))</time>"
    }
}

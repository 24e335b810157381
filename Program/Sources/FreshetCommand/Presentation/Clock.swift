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

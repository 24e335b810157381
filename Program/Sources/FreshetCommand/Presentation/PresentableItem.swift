import WebText
import Feeds

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An item that stands in a table.
protocol PresentableItem: DocumentedItem {
    /// The table's columns. A pipe gets all of them, a narrow terminal the most important ones.
    static var columns: [Table.Column] { get }

    /// What an item of a feed without any is called: "no events".
    static var nothing: String { get }

    /// What is said while the upstream is asked and nothing has come yet.
    static var waiting: String { get }

    /// The item's cells, one for each column.
    func cells(_ clock: Clock) -> [Table.Cell]
}

/// The present time and place, by which cells tell dates.
struct Clock: Sendable {
    let now: Date
    let place: LocalTime

    init(now: Date = Date(), place: LocalTime = .system) {
        self.now = now
        self.place = place
    }

    /// How long ago; a pipe gets the date itself.
    func cell(_ date: Date?) -> Table.Cell {
        guard let date else { return Table.Cell(StyledText()) }
        let short = RelativeTime(now: now, place: place).short(date)
        return Table.Cell(StyledText(untrusted: short, .dim), plain: TerminalText(date.internetDateTime))
    }

    /// Hours and minutes, with the day unless that is today.
    func time(_ date: Date) -> String { ClockTime(now: now, place: place).phrase(date) }

    /// "12 s ago", "just now", "in 12 s".
    func ago(_ date: Date) -> String {
        let phrase = RelativeTime(now: now, place: place).phrase(date)
        return phrase != "now" ? phrase : date > now ? "in a moment" : "just now"
    }
}

import FeedStore
import Feeds
import Platform

/// A line between the items of a list: a gap, or the end of the last visit.
struct Divider: Hashable, Sendable {
    /// Items up to this date are below the line.
    let date: Date
    let text: String
    let isGap: Bool

    var styled: StyledText { StyledText(untrusted: text, .color(isGap ? .yellow : .green)) }

    /// The lines of a state, newest first.
    static func all(_ state: FeedState, _ clock: Clock) -> [Divider] {
        let gaps = state.gaps.map { gap in
            Divider(
                date: gap.after, text: gap.sentence(clock), isGap: true)
        }
        let visit = state.lastVisitAt.map { date in
            Divider(date: date, text: "↑ Since your last visit, \(clock.ago(date))", isGap: false)
        }
        return (gaps + [visit].compactMap { $0 }).sorted { $0.date > $1.date }
    }
}

extension ArraySlice<Divider> {
    /// Removes the lines above the next item of a list, and returns them.
    mutating func removeLines(above item: ShownItem, isFirst: Bool) -> [Divider] {
        guard let date = item.entry.date else { return [] }
        let above = prefix { date <= $0.date }
        self = dropFirst(above.count)
        // Nothing is newer than the first item.
        return above.filter { $0.isGap || !isFirst }
    }
}

extension Gap {
    /// "⋯ Items from 10:05 to 12:10 are missing (2 h). The upstream no longer has them."
    func sentence(_ clock: Clock) -> String {
        "⋯ Items from \(clock.time(after)) to \(clock.time(before)) are missing "
            + "(\(Span(before.timeIntervalSince(after)).words)). The upstream no longer has them."
    }
}

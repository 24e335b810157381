import FeedStore
import Feeds
import Platform

/// A feed's freshness in a few words: "fresh, 12 s ago · 3 unread · 50 of 100", "stale since 10:32".
struct StatusText {
    private let state: FeedState
    private let shown: Int

    /// - Parameter shown: the number of shown items; nil for all of the state's.
    init(_ state: FeedState, shown: Int? = nil) {
        self.state = state
        self.shown = shown ?? state.items.count
    }

    /// Doesn't say why the feed is stale, which needs more room.
    func text(_ clock: Clock) -> StyledText {
        var parts = [freshness(clock)]
        if state.unreadCount > 0 { parts.append(StyledText(untrusted: "\(state.unreadCount) unread", .color(.green))) }
        if state.mutedCount > 0 { parts.append(StyledText(untrusted: "\(state.mutedCount) muted", .dim)) }
        if state.total > shown {
            parts.append(StyledText(untrusted: "\(shown) of \(state.total)", .dim))
        }
        if state.skipped > 0 {
            parts.append(StyledText(untrusted: state.unavailable + " (unreadable or deleted)", .dim))
        }
        if let date = state.freshness.error?.retryAt {
            parts.append(StyledText(untrusted: "next attempt at \(clock.time(date))", .dim))
        }
        return parts.joined(separator: StyledText(" · ", .dim))
    }

    private func freshness(_ clock: Clock) -> StyledText {
        let date = state.fetchedAt
        switch state.freshness {
        case .stored: return StyledText(untrusted: "stored" + (date.map { ", " + clock.ago($0) } ?? ""), .dim)
        case .refreshing(nil): return StyledText("refreshing…", .dim)
        case .refreshing(let progress?):
            return StyledText(untrusted: "refreshing, \(progress.done) of \(progress.total) \(progress.unit)", .dim)
        case .fresh:
            let age = date.map { StyledText(", ", .dim) + StyledText(untrusted: clock.ago($0), .dim) }
            return StyledText("fresh", .color(.green)) + (age ?? StyledText())
        case .stale(let error) where error.isMissingFeed && date != nil:
            let seen = date.map { StyledText(", was there ") + StyledText(untrusted: clock.ago($0)) }
            return StyledText("missing", .color(.yellow)) + (seen ?? StyledText())
        case .stale:
            let since = date.map { StyledText(" since ") + StyledText(untrusted: clock.time($0)) }
            return StyledText(since == nil ? "unavailable" : "stale", .color(.yellow)) + (since ?? StyledText())
        }
    }
}

extension ProgressReport {
    /// The progress of a feed's refresh; `waiting` until something has arrived.
    init(_ state: FeedState, waiting: String) {
        if let progress = state.freshness.progress {
            self = .counted(progress.done, of: progress.total, TerminalText(progress.unit))
        } else {
            self = .message(TerminalText(waiting))
        }
    }
}

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

import Feeds

/// How a feed stands, in a few words: "fresh, 12 s ago · 3 new · 50 of 100", "stale since 10:32".
struct StatusLine<Item: PresentableItem> {
    private let state: FeedState<Item>

    init(_ state: FeedState<Item>) { self.state = state }

    /// - Parameter tellsError: whether why the feed is stale belongs here, since it is told nowhere else.
    func text(_ clock: Clock, tellsError: Bool) -> StyledText {
        var parts = [standing(clock)]
        let new = state.items.count { $0.isNew }
        if new > 0 { parts.append(StyledText(untrusted: "\(new) new", .colour(.green))) }
        if state.total > state.items.count {
            parts.append(StyledText(untrusted: "\(state.items.count) of \(state.total)", .dim))
        }
        if state.skipped > 0 { parts.append(StyledText(untrusted: "\(state.skipped) left out", .dim)) }
        if let error = state.standing.error {
            if let date = error.retryAt { parts.append(StyledText(untrusted: "again at \(clock.time(date))", .dim)) }
            if tellsError { parts.append(StyledText(untrusted: error.message)) }
        }
        return parts.joined(separator: StyledText(" · ", .dim))
    }

    private func standing(_ clock: Clock) -> StyledText {
        let date = state.fetchedAt
        switch state.standing {
        case .stored: return StyledText(untrusted: "stored" + (date.map { ", " + clock.ago($0) } ?? ""), .dim)
        case .refreshing(nil): return StyledText("refreshing…", .dim)
        case .refreshing(let progress?):
            return StyledText(untrusted: "refreshing, \(progress.done) of \(progress.total) \(progress.unit)", .dim)
        case .fresh:
            let age = date.map { StyledText(", ", .dim) + StyledText(untrusted: clock.ago($0), .dim) }
            return StyledText("fresh", .colour(.green)) + (age ?? StyledText())
        case .stale:
            let since = date.map { StyledText(" since ") + StyledText(untrusted: clock.time($0)) }
            return StyledText(since == nil ? "failed" : "stale", .colour(.yellow)) + (since ?? StyledText())
        }
    }
}

extension ProgressReport {
    /// How far the refresh of a feed has come.
    init<Item: PresentableItem>(_ state: FeedState<Item>) {
        if case .refreshing(let progress?) = state.standing {
            self = .counted(progress.done, of: progress.total, TerminalText(progress.unit))
        } else {
            self = .message(TerminalText(Item.waiting))
        }
    }
}

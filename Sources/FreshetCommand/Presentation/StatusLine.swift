import Feeds

/// How a feed stands, in a few words: "fresh, 12 s ago", "refreshing, 7 of 26 stories", "stale since 10:32: …".
struct StatusLine<Item: PresentableItem> {
    private let state: FeedState<Item>

    init(_ state: FeedState<Item>) { self.state = state }

    func text(_ clock: Clock) -> StyledText {
        var text: StyledText
        switch state.standing {
        case .stored:
            text = StyledText(untrusted: "stored" + (state.fetchedAt.map { ", " + clock.ago($0) } ?? ""), .dim)
        case .refreshing(nil): text = StyledText("refreshing", .dim)
        case .refreshing(let progress?):
            text = StyledText(untrusted: "refreshing, \(progress.done) of \(progress.total) \(progress.unit)", .dim)
        case .fresh:
            text = StyledText("fresh", .colour(.green))
            if let date = state.fetchedAt { text += StyledText(untrusted: ", " + clock.ago(date), .dim) }
        case .stale(let error):
            let since = state.fetchedAt.map { " since \(clock.time($0))" } ?? ""
            text = StyledText("stale", .colour(.yellow)) + StyledText(untrusted: "\(since): \(error.message)")
            if let date = error.retryAt { text += StyledText(untrusted: "; again at \(clock.time(date))", .dim) }
        }
        let new = state.items.count { $0.isNew }
        if new > 0 { text += StyledText(" · ", .dim) + StyledText(untrusted: "\(new) new", .colour(.green)) }
        if state.total > state.items.count {
            text += StyledText(untrusted: " · \(state.items.count) of \(state.total)", .dim)
        }
        return text
    }
}

extension ProgressReport {
    /// How far the refresh of a feed has come.
    init<Item>(_ state: FeedState<Item>, _ feed: String) {
        if case .refreshing(let progress?) = state.standing {
            self = .counted(progress.done, of: progress.total, TerminalText(progress.unit))
        } else {
            self = .message(TerminalText("refreshing \(feed)…"))
        }
    }
}

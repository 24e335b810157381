import FeedStore
import Feeds
import WebText

/// What standard error says about a state.
struct FeedRemarks: Sendable {
    private let feed: Feed
    private let mode: FeedRequest.Mode
    private let isOnTerminal: Bool
    private let isVerbose: Bool

    init(_ feed: Feed, _ mode: FeedRequest.Mode, isOnTerminal: Bool, isVerbose: Bool) {
        self.feed = feed
        self.mode = mode
        self.isOnTerminal = isOnTerminal
        self.isVerbose = isVerbose
    }

    /// One remark a line.
    func sentences(_ state: FeedState) -> [String] {
        let clock = Clock()
        var sentences = state.remarks
        if let error = state.freshness.error { sentences.append(failure(error, state, clock)) }
        if mode == .offline, state.fetchedAt == nil, state.items.isEmpty {
            sentences.append("No items of \(feed.key.address) are stored yet. Run the command once without --offline.")
        }
        // A terminal has these among the items and in the status line.
        if !isOnTerminal { sentences += state.gaps.map { $0.sentence(clock) } }
        if state.skipped > 0, !isOnTerminal || isVerbose {
            sentences.append("\(state.unavailable): unreadable or deleted.")
        }
        // After an explicit refresh, say that no request was made.
        if isVerbose || mode == .insisting, let deferral = state.deferral {
            sentences.append(
                deferral.isOnRequest
                    ? "No request was made. This feed's interval is “never”. To refresh it now, add --refresh."
                    : deferral.sentence(clock)
            )
        }
        return sentences
    }

    /// What failed, what is shown, and when to try again.
    private func failure(_ error: FeedError, _ state: FeedState, _ clock: Clock) -> String {
        let shown =
            state.items.isEmpty
            ? "Nothing is stored yet."
            : state.fetchedAt.map { "Showing items from \(clock.ago($0))." }
        if error.isMissingFeed, let seen = state.fetchedAt {
            let next = error.retryAt.map { ", next attempt at \(clock.time($0))" } ?? ""
            return "\(error.message). It was there \(clock.ago(seen))\(next)."
        }
        let retry = error.retryAt.map { "Try again after \(clock.time($0))." }
        return [error.message + ".", shown, retry].compactMap { $0 }.joined(separator: " ")
    }
}

extension FeedError {
    /// What failed, and when to try again.
    func sentences(_ clock: Clock) -> String {
        message + "." + (retryAt.map { " Try again after \(clock.time($0))." } ?? "")
    }
}

extension Deferral {
    /// "No request was made. The next one is allowed in 12 s (Freshet's interval)."
    func sentence(_ clock: Clock) -> String {
        "No request was made. The next one is allowed \(clock.until(until)) (\(rule.words))."
    }
}

extension FeedState {
    /// The number of items that the upstream sent, also those that aren't shown.
    var received: Int { max(total, items.count) + skipped + mutedCount }

    /// "1 item unavailable"
    var unavailable: String { skipped.counted("item") + " unavailable" }

    /// Why the feed has nothing to show.
    func emptyMessage(of feed: Feed) -> String {
        switch mutedCount {
        case 0: feed.description.emptyMessage
        case 1: "The only item is muted."
        case let count: "All \(count) items are muted."
        }
    }
}

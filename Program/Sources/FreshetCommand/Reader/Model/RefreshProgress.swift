import FeedStore
import Feeds
import Platform

/// The progress of the refreshes of the followed feeds.
///
/// A round ends when no feed is being refreshed. Feeds that begin shortly after that belong to it, too: the first refreshes
/// begin one after the other. Within a round, no number decreases.
struct RefreshProgress: Hashable, Sendable {
    /// The state of one feed's refresh.
    struct Step: Hashable, Sendable {
        let feed: FeedKey
        let isRefreshing: Bool
        let isSettled: Bool
        let deferral: Deferral?

        init(_ state: FeedState, of feed: FeedKey) {
            self.feed = feed
            isRefreshing = state.freshness.isRefreshing
            isSettled = state.isSettled
            deferral = state.deferral
        }
    }

    /// The seconds after which another refresh begins another round.
    private static let pause: TimeInterval = 8

    private var refreshing: Set<FeedKey> = []
    /// The feeds of this round that have been refreshed, or are fresh.
    private var finished: Set<FeedKey> = []
    /// The feeds that the round is of, where all are refreshed.
    private var expected: Set<FeedKey> = []
    /// The earliest time of the next request, if none of this round's feeds was requested.
    private var deferral: Deferral?
    private var wasRequested = false
    /// The time at which the last refresh ended.
    private var endedAt: Date?

    var done: Int { finished.count }
    var total: Int { expected.union(finished).union(refreshing).count }
    var isOver: Bool { refreshing.isEmpty }
    /// True if the round is over and has refreshed a feed.
    var hasEnded: Bool { isOver && !finished.isEmpty }
    /// The reason that the round made no request; nil if it made one.
    var refusal: Deferral? { wasRequested ? nil : deferral }

    /// Begins a round of all these feeds.
    mutating func begin(_ feeds: Set<FeedKey>) {
        let refreshing = refreshing
        self = RefreshProgress()
        (expected, self.refreshing) = (feeds, refreshing)
    }

    mutating func note(_ step: Step, at date: Date) {
        if step.isRefreshing {
            if isOver, let endedAt, date.timeIntervalSince(endedAt) > Self.pause { self = RefreshProgress() }
            refreshing.insert(step.feed)
        } else if refreshing.remove(step.feed) != nil {
            finished.insert(step.feed)
            if isOver { endedAt = date }
            if let refused = step.deferral {
                if deferral.map({ refused.until < $0.until }) ?? true { deferral = refused }
            } else {
                wasRequested = true
            }
        } else if step.isSettled, expected.contains(step.feed) {
            finished.insert(step.feed)
        }
    }
}

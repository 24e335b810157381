import FeedStore
import Feeds

/// How far the refreshes of the followed feeds are. A round ends when no feed is being refreshed.
struct RefreshProgress: Hashable, Sendable {
    /// What the progress of one feed depends on.
    struct Step: Hashable, Sendable {
        let feed: FeedKey
        let isRefreshing: Bool
        let deferral: Deferral?

        init(_ state: FeedState, of feed: FeedKey) {
            self.feed = feed
            isRefreshing = state.freshness.isRefreshing
            deferral = state.deferral
        }
    }

    private var refreshing: Set<FeedKey> = []
    /// The feeds of this round that have been refreshed.
    private var finished: Set<FeedKey> = []
    /// The earliest time of the next request, if none of this round's feeds was requested.
    private var deferral: Deferral?
    private var wasRequested = false

    var done: Int { finished.count }
    var total: Int { finished.union(refreshing).count }
    var isOver: Bool { refreshing.isEmpty }
    /// Why the round made no request; nil if it made one.
    var refusal: Deferral? { wasRequested ? nil : deferral }

    mutating func note(_ step: Step) {
        if step.isRefreshing {
            if isOver { self = RefreshProgress() }
            refreshing.insert(step.feed)
            finished.remove(step.feed)
        } else if refreshing.remove(step.feed) != nil {
            finished.insert(step.feed)
            if let refused = step.deferral {
                if deferral.map({ refused.until < $0.until }) ?? true { deferral = refused }
            } else {
                wasRequested = true
            }
        }
    }
}

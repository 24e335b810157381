import FeedStore
import Platform

/// The items of a feed and how fresh they are.
package struct FeedState: Sendable {
    /// The items in the requested order.
    package var items: [ShownItem]
    /// The number of items without the requested limit.
    package var total: Int
    /// The number of unread items without the requested limit.
    package var unreadCount: Int
    /// The number of items that rules hide. ``items``, ``total`` and ``unreadCount`` leave them out.
    package var mutedCount: Int
    /// The freshness of the items.
    package var freshness: Freshness
    /// The feed's own title; nil if it is unknown.
    package var title: String?
    /// The time of the last complete refresh; nil if there was none.
    package var fetchedAt: Date?
    /// The end of the reader's previous visit; nil if there was none.
    package var lastVisitAt: Date?
    /// The number of items that the upstream sent but that are unreadable or deleted.
    package var skipped: Int
    /// Spans in which items are missing, newest first.
    package var gaps: [Gap]
    /// The reason for not making a request; nil if one was made.
    package var deferral: Deferral?
    /// Problems that don't make the items stale.
    package var remarks: [String]
    /// The reason for not storing the fetched items, which is also a remark; nil if they are stored.
    package var storeError: FeedStoreError?

    /// Creates a state.
    package init(
        items: [ShownItem] = [], total: Int? = nil, unreadCount: Int? = nil, mutedCount: Int = 0,
        freshness: Freshness, title: String? = nil, fetchedAt: Date? = nil, lastVisitAt: Date? = nil,
        skipped: Int = 0, gaps: [Gap] = [],
        deferral: Deferral? = nil, remarks: [String] = []
    ) {
        self.items = items
        self.total = total ?? items.count
        self.unreadCount = unreadCount ?? items.count { $0.isUnread }
        self.mutedCount = mutedCount
        self.freshness = freshness
        self.title = title
        self.fetchedAt = fetchedAt
        self.lastVisitAt = lastVisitAt
        self.skipped = skipped
        self.gaps = gaps
        self.deferral = deferral
        self.remarks = remarks
    }

    /// True if no further state of this load follows.
    package var isSettled: Bool { freshness != .stored && !freshness.isRefreshing }
}

/// The reason for not making a request.
package struct Deferral: Error, Sendable, Hashable {
    /// The time from which the next request is allowed.
    package var until: Date
    /// The rule that forbids one before then.
    package var rule: PollRule

    /// The deferral of a feed with the interval `never`, which only an explicit refresh requests.
    static var onRequest: Deferral { Deferral(until: .distantFuture, rule: .chosenInterval) }

    /// True if only an explicit refresh makes requests.
    package var isOnRequest: Bool { self == .onRequest }

    /// No request before `until`, by a rule.
    package init(until: Date, rule: PollRule) {
        self.until = until
        self.rule = rule
    }
}

/// The freshness of a feed's items.
package enum Freshness: Sendable, Hashable {
    /// Stored items; no request has been made.
    case stored
    /// Refreshing; the items include what has arrived so far.
    case refreshing(Progress?)
    /// Up to date.
    case fresh
    /// Out of date, for this reason.
    case stale(FeedError)

    package var isRefreshing: Bool {
        if case .refreshing = self { true } else { false }
    }

    /// The progress of the refresh, if it is known.
    package var progress: Progress? {
        if case .refreshing(let progress) = self { progress } else { nil }
    }

    /// The reason why the items are stale; nil if they aren't.
    package var error: FeedError? {
        if case .stale(let error) = self { error } else { nil }
    }
}

/// The progress of a refresh.
package struct Progress: Sendable, Hashable {
    /// The number of finished parts.
    package var done: Int
    /// The total number of parts.
    package var total: Int
    /// The plural noun for the parts: "stories", "categories".
    package var unit: String

    /// Creates a progress.
    package init(done: Int, of total: Int, _ unit: String) {
        self.done = done
        self.total = total
        self.unit = unit
    }
}

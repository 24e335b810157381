/// How fresh the items of a feed are.
package enum Freshness: Sendable, Hashable {
    /// Stored items; no request has been made.
    case stored
    /// Refreshing; the items include what has arrived so far.
    case refreshing(Progress?)
    /// Up to date.
    case fresh
    /// Out of date, for this reason.
    case stale(FeedError)

    /// Whether a refresh is in progress.
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

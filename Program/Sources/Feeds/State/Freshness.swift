/// How fresh the items of a feed are.
public enum Freshness: Sendable, Hashable {
    /// Stored items; no request has been made.
    case stored
    /// Refreshing; the items include what has arrived so far.
    case refreshing(Progress?)
    /// Up to date.
    case fresh
    /// Out of date, for this reason.
    case stale(FeedError)

    /// Whether a refresh is in progress.
    public var isRefreshing: Bool {
        if case .refreshing = self { true } else { false }
    }

    /// The progress of the refresh, if it is known.
    public var progress: Progress? {
        if case .refreshing(let progress) = self { progress } else { nil }
    }

    /// The reason why the items are stale; nil if they aren't.
    public var error: FeedError? {
        if case .stale(let error) = self { error } else { nil }
    }
}

/// The progress of a refresh.
public struct Progress: Sendable, Hashable {
    /// The number of finished parts.
    public var done: Int
    /// The total number of parts.
    public var total: Int
    /// The plural noun for the parts: "stories", "categories".
    public var unit: String

    /// Creates a progress.
    public init(done: Int, of total: Int, _ unit: String) {
        self.done = done
        self.total = total
        self.unit = unit
    }
}

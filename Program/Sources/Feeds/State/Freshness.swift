/// How fresh the items of a feed are.
public enum Freshness: Sendable, Hashable {
    /// As they were stored; nothing has been asked.
    case stored
    /// Being brought up to date; what has arrived is among the items.
    case refreshing(Progress?)
    /// Up to date.
    case fresh
    /// Not up to date, because of this.
    case stale(FeedError)

    /// Whether a refresh goes on.
    public var isRefreshing: Bool {
        if case .refreshing = self { true } else { false }
    }

    /// How much of a refresh is done, where that is known.
    public var progress: Progress? {
        if case .refreshing(let progress) = self { progress } else { nil }
    }

    /// Why the items are stale, if they are.
    public var error: FeedError? {
        if case .stale(let error) = self { error } else { nil }
    }
}

/// How much of a refresh is done.
public struct Progress: Sendable, Hashable {
    /// How many parts are in.
    public var done: Int
    /// How many parts there are.
    public var total: Int
    /// What a part is, in the plural: "stories", "categories".
    public var unit: String

    /// That much is done.
    public init(done: Int, of total: Int, _ unit: String) {
        self.done = done
        self.total = total
        self.unit = unit
    }
}

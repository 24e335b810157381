#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

public import FeedStore

/// A feed at one instant: what is known, and how it stands.
public struct FeedState<Item: FeedItem>: Sendable {
    /// What is shown, in the order of the feed.
    public var items: [ShownItem<Item>]
    /// How many there are without the limit that was asked for.
    public var total: Int
    /// How many are new without the limit that was asked for; while items arrive, those that were stored.
    public var newTotal: Int
    /// How the items stand.
    public var standing: Standing
    /// When the feed was last brought up to date; nil when it never was.
    public var fetchedAt: Date?
    /// How many items the upstream gave that could not be read or were not there any more.
    public var skipped: Int
    /// Spans of which nothing is known, newest first.
    public var gaps: [Gap]
    /// Whether the feed was ever shown; before that nothing in it is new.
    public var hasBeenShown: Bool
    /// Why no request was made, where none was.
    public var abstention: Abstention?
    /// What went wrong beside the items without making them stale, such as one category that could not be had.
    public var remarks: [String]

    /// Puts together a state.
    public init(
        items: [ShownItem<Item>] = [], total: Int? = nil, newTotal: Int? = nil, standing: Standing,
        fetchedAt: Date? = nil, skipped: Int = 0, gaps: [Gap] = [], hasBeenShown: Bool = false,
        abstention: Abstention? = nil, remarks: [String] = []
    ) {
        self.items = items
        self.total = total ?? items.count
        self.newTotal = newTotal ?? items.count { $0.isNew }
        self.standing = standing
        self.fetchedAt = fetchedAt
        self.skipped = skipped
        self.gaps = gaps
        self.hasBeenShown = hasBeenShown
        self.abstention = abstention
        self.remarks = remarks
    }
}

/// How the items of a feed stand.
public enum Standing: Sendable, Hashable {
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

/// Why no request was made though one was asked for.
public struct Abstention: Error, Sendable, Hashable {
    /// When the next request is allowed.
    public var until: Date
    /// By which rule.
    public var rule: PollRule

    /// No request before `until`.
    public init(until: Date, rule: PollRule) {
        self.until = until
        self.rule = rule
    }
}

import Platform
import WebText

/// A feed's state for programs; see `docs/json.md`. Later versions only add fields.
public struct FeedDocument: JSONDocument {
    private enum Keys: CodingKey {
        case feed, status, fetchedAt, error, skipped, items, unreadCount, mutedCount, total, lastVisitAt, gaps
    }

    private let feed: String
    private let state: FeedState

    /// The state of a feed under that key. The status is `stored` during a refresh.
    public init(feed: String, _ state: FeedState) {
        self.feed = feed
        self.state = state
    }

    /// Writes every field; unknown values are null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(feed, forKey: .feed)
        try container.encode(state.freshness.status, forKey: .status)
        try container.encode(state.fetchedAt.map(\.internetDateTime), forKey: .fetchedAt)
        try container.encode(state.freshness.error.map(ProblemDocument.init), forKey: .error)
        try container.encode(state.skipped, forKey: .skipped)
        try container.encode(state.unreadCount, forKey: .unreadCount)
        try container.encode(state.mutedCount, forKey: .mutedCount)
        try container.encode(state.total, forKey: .total)
        try container.encode(state.lastVisitAt.map(\.internetDateTime), forKey: .lastVisitAt)
        try container.encode(state.gaps.map(GapDocument.init), forKey: .gaps)
        try container.encode(state.items.map(ItemDocument.init), forKey: .items)
    }
}

/// An error for programs.
struct ProblemDocument: Encodable {
    private let kind: String
    private let message: String
    private let retryAt: OrNull<String>

    init(_ error: FeedError) {
        kind = error.kind
        message = error.message
        retryAt = OrNull(error.retryAt?.internetDateTime)
    }
}

extension Freshness {
    /// The status for programs: `fresh`, `stored` or `stale`.
    var status: String {
        switch self {
        case .stored, .refreshing: "stored"
        case .fresh: "fresh"
        case .stale: "stale"
        }
    }
}

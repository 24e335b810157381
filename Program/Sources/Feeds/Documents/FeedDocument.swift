import Platform
import WebText

/// A feed's state for programs; see `docs/json.md`. Later versions only add fields.
package struct FeedDocument: JSONDocument {
    private let feed, status: String
    @OrNull private var fetchedAt: String?
    @OrNull private var error: ProblemDocument?
    private let skipped, unreadCount, mutedCount, total: Int
    @OrNull private var lastVisitAt: String?
    private let gaps: [GapDocument]
    private let items: [ItemDocument]

    /// The state of a feed under that key. The status is `stored` during a refresh.
    ///
    /// - Parameter picture: returns a server's picture of its items, by the picture's address; nil for a link.
    package init(
        feed: String, _ state: FeedState, picture: @Sendable @escaping (WebAddress) -> ServedPicture? = { _ in nil }
    ) {
        self.feed = feed
        status = state.freshness.status
        fetchedAt = state.fetchedAt?.internetDateTime
        error = state.freshness.error.map(ProblemDocument.init)
        (skipped, unreadCount, mutedCount, total) = (state.skipped, state.unreadCount, state.mutedCount, state.total)
        lastVisitAt = state.lastVisitAt?.internetDateTime
        gaps = state.gaps.map(GapDocument.init)
        items = state.items.map { ItemDocument($0, picture: picture) }
    }

    /// A list of stored items of several feeds.
    init(
        _ list: ListedItems, named name: String, unreadCount: Int, groupsStories: Bool,
        picture: @escaping ListedItems.PictureAddress
    ) {
        (feed, status) = (name, "stored")
        (fetchedAt, error, lastVisitAt) = (nil, nil, nil)
        (skipped, mutedCount, total) = (list.unreadable, list.mutedCount, list.total)
        self.unreadCount = unreadCount
        gaps = []
        items = list.items.map { ItemDocument($0, groupsStories: groupsStories, picture: picture) }
    }
}

/// An error for programs.
struct ProblemDocument: Encodable {
    private let kind: String
    private let message: String
    @OrNull private var retryAt: String?

    init(_ error: FeedError) {
        kind = error.kind
        message = error.message
        retryAt = error.retryAt?.internetDateTime
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

import Feeds

extension LiveState {
    /// `fresh`, `stored`, `refreshing` or `stale`.
    var standingName: String {
        switch standing {
        case .stored: "stored"
        case .refreshing: "refreshing"
        case .fresh: "fresh"
        case .stale: "stale"
        }
    }

    /// How many parts of a refresh are done, of how many.
    var progress: (done: Int, total: Int)? {
        guard case .refreshing(let progress?) = standing else { return nil }
        return (progress.done, progress.total)
    }

    /// How many items came since the last look.
    var newCount: Int { told.newCount }
    /// How many items could not be shown.
    var skipped: Int { told.skipped }
    /// What went wrong beside the items.
    var remarks: [String] { told.remarks }
    /// How many items there are, and how many there are without the limit.
    var count: (shown: Int, total: Int) { told.count }

    private var told: any Told {
        switch self {
        case .gitHub(let state): state
        case .categories(let state): state
        case .events(let state): state
        case .stories(let state): state
        }
    }
}

/// What a state tells whatever its items are.
private protocol Told {
    var skipped: Int { get }
    var remarks: [String] { get }
    var newCount: Int { get }
    var count: (shown: Int, total: Int) { get }
}

extension FeedState: Told {
    fileprivate var newCount: Int { items.count { $0.isNew } }
    fileprivate var count: (shown: Int, total: Int) { (items.count, total) }
}

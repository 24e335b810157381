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
}

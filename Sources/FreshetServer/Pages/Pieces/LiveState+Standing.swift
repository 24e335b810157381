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

    /// How the items stand.
    var standing: Standing {
        switch self {
        case .gitHub(let state): state.standing
        case .categories(let state): state.standing
        case .events(let state): state.standing
        case .stories(let state): state.standing
        }
    }
}

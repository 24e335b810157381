import Feeds

/// One state of a live feed.
struct Frame: Sendable {
    /// The id of the event that brings it.
    let id: EventID
    /// The state.
    let state: FeedState
    /// What pages had in common at that time.
    let site: Site
    /// Whether a refresh has ended since the live feed was connected.
    let hasSettled: Bool

    /// The frame with another state.
    @Sendable func with(_ state: FeedState) -> Frame {
        Frame(id: id, state: state, site: site, hasSettled: hasSettled)
    }
}

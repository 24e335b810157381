import FeedStore

/// What is unread in the followed feeds, as of one reading of the store.
struct UnreadState: Sendable, Hashable {
    /// Changes with the counts and the items, and with the names and folders of the feeds.
    let id: EventID
    let counts: UnreadCounts
}

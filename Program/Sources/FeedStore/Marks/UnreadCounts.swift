/// The numbers of unread items in the followed feeds.
public struct UnreadCounts: Sendable, Hashable {
    /// The unread items of all followed feeds together. An item in two feeds counts once.
    public var total: Int
    /// The unread items of each followed feed, including feeds with 0.
    public var byFeed: [FeedKey: Int]

    /// Creates counts; by default those of a store without followed feeds.
    public init(total: Int = 0, byFeed: [FeedKey: Int] = [:]) {
        self.total = total
        self.byFeed = byFeed
    }
}

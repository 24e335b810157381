/// Names an item across the feeds of one upstream: a story in two lists is read in both.
public struct ItemKey: Hashable, Sendable, Codable {
    /// The first part of the feeds' names: `news` of `news/top`.
    public let upstream: String
    /// The item's id in each of these feeds.
    public let id: String

    /// The item of that id in all feeds of the upstream.
    public init(upstream: String, id: String) {
        self.upstream = upstream
        self.id = id
    }

    /// The item of that id in this feed, and in all others of its upstream.
    public init(_ feed: FeedKey, _ id: String) {
        self.init(upstream: feed.upstream, id: id)
    }
}

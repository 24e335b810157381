public import Feeds

extension EONETError: FeedFailure {
    /// What the failure means for a feed.
    public var feedError: FeedError { FeedError(kind: "wrongQuestion", message: description) }
}

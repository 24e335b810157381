public import Feeds

extension EONETError: FeedFailure {
    /// The error's meaning for a feed.
    public var feedError: FeedError { FeedError(kind: "wrongQuestion", message: description) }
}

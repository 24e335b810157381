import Feeds

extension EONETError: FeedFailure {
    /// The error's meaning for a feed.
    package var feedError: FeedError { FeedError(kind: "wrongQuestion", message: description) }
}

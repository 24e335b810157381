public import Feeds

extension HackerNewsError: FeedFailure {
    /// What the failure means for a feed.
    public var feedError: FeedError {
        if case .noSuchStory = self {
            FeedError(kind: "notFound", message: description)
        } else {
            FeedError(kind: "wrongQuestion", message: description)
        }
    }
}

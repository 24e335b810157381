import Feeds

extension HackerNewsError: FeedFailure {
    /// The error's meaning for a feed.
    package var feedError: FeedError {
        if case .noSuchStory = self {
            FeedError(kind: "notFound", message: description)
        } else {
            FeedError(kind: "wrongQuestion", message: description)
        }
    }
}

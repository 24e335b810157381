import Feeds

extension GitHubError: FeedFailure {
    /// The error's meaning for a feed.
    package var feedError: FeedError {
        let kind =
            switch self {
            case .notFound, .noSuchAccount: "notFound"
            case .tokenRefused, .tokenNeeded: "tokenRefused"
            case .forbidden: "forbidden"
            case .gone: "gone"
            case .blocked: "blocked"
            case .tokenNeedsEncryption: "refusedAddress"
            case .noSuchLanguage, .invalidLanguage, .invalidRepositoryName: "wrongQuestion"
            case .foreignPage, .unaskedNotModified: "undecodable"
            }
        return FeedError(kind: kind, message: description)
    }
}

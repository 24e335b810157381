/// What a commit changed that its caller could not know.
public struct CommitResult: Sendable, Hashable {
    /// The ids that a feed did not list before, in the order given. Feeds without any are absent.
    public var newIDs: [FeedKey: [String]]

    /// Creates a result.
    public init(newIDs: [FeedKey: [String]] = [:]) {
        self.newIDs = newIDs
    }
}

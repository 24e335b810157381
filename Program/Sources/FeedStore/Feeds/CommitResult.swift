/// What a commit changed that its caller could not know.
public struct CommitResult: Sendable, Hashable {
    /// The ids that the store did not have before, in the order in which they were given; feeds without any are absent.
    public var newIDs: [FeedKey: [String]]

    /// Puts together a result, as another store or a test does.
    public init(newIDs: [FeedKey: [String]] = [:]) {
        self.newIDs = newIDs
    }
}

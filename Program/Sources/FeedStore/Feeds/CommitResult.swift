/// The changes of a commit that its caller couldn't know.
public struct CommitResult: Sendable, Hashable {
    /// The newly listed ids of each feed, in the order given. Feeds without new ids are absent.
    public var newIDs: [FeedKey: [String]]

    /// Creates a result.
    public init(newIDs: [FeedKey: [String]] = [:]) {
        self.newIDs = newIDs
    }
}

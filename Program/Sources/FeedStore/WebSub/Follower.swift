/// An account that follows a feed.
public struct Follower: Sendable, Hashable {
    /// The account.
    public let account: Account.ID
    /// The feed's path as it is followed; see ``StoredFollow/path``.
    public let path: String
}

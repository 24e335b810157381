/// An account that follows a feed.
package struct Follower: Sendable, Hashable {
    /// The account.
    package let account: Account.ID
    /// The feed's path as it is followed; see ``StoredFollow/path``.
    package let path: String
}

public import Platform

/// The secret in the addresses at which other programs follow an account's lists.
public struct FeedSecret: Sendable, Hashable {
    /// The account whose lists it opens.
    public let account: Account.ID
    /// What the addresses contain.
    public let secret: Secret
    /// When it was made.
    public let createdAt: Date
}

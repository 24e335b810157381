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

/// The secrets of the accounts' feeds. Every function blocks the calling thread.
public protocol FeedSecretStore: Sendable {
    /// The account's secret; nil if it has none.
    func feedSecret() throws -> FeedSecret?

    /// Gives the account a secret, unless it has one; returns the one that it has then.
    func addFeedSecret(_ secret: Secret, at date: Date) throws -> FeedSecret

    /// Gives the account another secret. Addresses with the former one end.
    func renewFeedSecret(_ secret: Secret, at date: Date) throws -> FeedSecret

    /// The secret of any account, as a program has sent it; nil if no account has it.
    func feedSecret(_ secret: Secret) throws -> FeedSecret?
}

import Platform

/// The secret in the addresses at which other programs follow an account's lists.
package struct FeedSecret: Sendable, Hashable {
    /// The account whose lists it opens.
    package let account: Account.ID
    /// What the addresses contain.
    package let secret: Secret
    /// When it was made.
    package let createdAt: Date
}

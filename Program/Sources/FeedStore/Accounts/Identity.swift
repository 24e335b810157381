import Platform

/// An identity at an OpenID provider that an account signs in with.
package struct Identity: Sendable, Hashable, Identifiable {
    /// The id. Ids aren't reused.
    package let id: Int64
    /// The account that it belongs to.
    package let account: Account.ID
    /// The provider (`iss`).
    package let issuer: String
    /// The provider's id of its user (`sub`), which never names another one.
    package let subject: String
    /// The provider's name of its user when it was linked; nil if unknown.
    package let name: String?
    /// When it was linked.
    package let createdAt: Date
}

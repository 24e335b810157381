public import Platform

/// An identity at an OpenID provider that an account signs in with.
public struct Identity: Sendable, Hashable, Identifiable {
    /// The id. Ids aren't reused.
    public let id: Int64
    /// The account that it belongs to.
    public let account: Account.ID
    /// The provider (`iss`).
    public let issuer: String
    /// The provider's id of its user (`sub`), which never names another one.
    public let subject: String
    /// The provider's name of its user when it was linked; nil if unknown.
    public let name: String?
    /// When it was linked.
    public let createdAt: Date
}

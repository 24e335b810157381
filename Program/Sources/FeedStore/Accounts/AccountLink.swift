public import Platform

/// A link with a secret that an administrator gives to one person. It is valid once.
public enum AccountLink {
    /// For how many days a link may be valid.
    public static let days = 1...365
    /// For how many days a link that sets a password is valid by default.
    public static let resetDays = 3
    /// For how many days an invitation is valid by default.
    public static let invitationDays = 7

    /// When a link expires.
    static func expiry(days: Int, from date: Date) throws(AccountError) -> Date {
        guard Self.days.contains(days) else { throw .badLifetime }
        return date.addingTimeInterval(TimeInterval(days) * 86_400)
    }
}

/// A link with which one account can be added.
public struct Invitation: Sendable, Hashable, Identifiable {
    /// The number of an invitation. Numbers aren't reused.
    public typealias ID = Int64

    /// The number.
    public let id: ID
    /// The administrator who made it.
    public let account: Account.ID
    /// The suggested name; nil for none.
    public let name: String?
    /// Whether the account will be an administrator.
    public let isAdministrator: Bool
    /// When it was made.
    public let createdAt: Date
    /// When it ends unless it is used before.
    public let expiresAt: Date
}

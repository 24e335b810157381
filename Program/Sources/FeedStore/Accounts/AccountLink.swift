import Platform

/// A link with a secret that an administrator gives to one person. It is valid once.
package enum AccountLink {
    /// For how many days a link may be valid.
    package static let days = 1...365
    /// For how many days a link that sets a password is valid by default.
    package static let resetDays = 3
    /// For how many days an invitation is valid by default.
    package static let invitationDays = 7

    /// When a link expires.
    static func expiry(days: Int, from date: Date) throws(AccountError) -> Date {
        guard Self.days.contains(days) else { throw .badLifetime }
        return date.addingTimeInterval(TimeInterval(days) * 86_400)
    }
}

/// A link with which one account can be added.
package struct Invitation: Sendable, Hashable, Identifiable {
    /// The number of an invitation. Numbers aren't reused.
    package typealias ID = Int64

    /// The number.
    package let id: ID
    /// The administrator who made it.
    package let account: Account.ID
    /// The suggested name; nil for none.
    package let name: String?
    /// Whether the account will be an administrator.
    package let isAdministrator: Bool
    /// When it was made.
    package let createdAt: Date
    /// When it ends unless it is used before.
    package let expiresAt: Date
}

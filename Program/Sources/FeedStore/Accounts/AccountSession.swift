import Platform

/// A browser that an account has signed in with.
package struct AccountSession: Sendable, Hashable, Identifiable {
    /// How long a session lasts after it was last used, in seconds.
    package static let lifetime: TimeInterval = 90 * 86_400
    /// The maximum number for each account; the least recently used end.
    package static let maximum = 100

    /// The id. Ids aren't reused.
    package let id: Int64
    /// The account that it belongs to.
    package let account: Account.ID
    /// When the browser signed in.
    package let createdAt: Date
    /// When it was last used, to the hour.
    package let usedAt: Date
    /// When it ends unless it is used before.
    package let expiresAt: Date
    /// The client's address; nil if unknown.
    package let address: String?
    /// The browser's `User-Agent`; nil if unknown.
    package let browser: String?
}

public import Platform

/// A browser that an account has signed in with.
public struct AccountSession: Sendable, Hashable, Identifiable {
    /// How long a session lasts after it was last used, in seconds.
    public static let lifetime: TimeInterval = 90 * 86_400
    /// The maximum number for each account; the least recently used end.
    public static let maximum = 100

    /// The id. Ids aren't reused.
    public let id: Int64
    /// The account that it belongs to.
    public let account: Account.ID
    /// When the browser signed in.
    public let createdAt: Date
    /// When it was last used, to the hour.
    public let usedAt: Date
    /// When it ends unless it is used before.
    public let expiresAt: Date
    /// The client's address; nil if unknown.
    public let address: String?
    /// The browser's `User-Agent`; nil if unknown.
    public let browser: String?
}

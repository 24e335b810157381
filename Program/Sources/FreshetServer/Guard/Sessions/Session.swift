import Platform

/// A browser that has signed in.
package struct Session: Sendable, Hashable, Codable {
    /// The id: eight hexadecimal digits.
    package let id: String
    /// The HMAC-SHA256 of the cookie's secret, keyed with the server's token.
    let hash: String
    /// Tells sessions of a former token apart: 16 bits of a hash, too few to check guesses at the token.
    let tokenHash: String?
    /// When the browser signed in.
    package let createdAt: Date
    /// When it was last used, to the hour.
    package internal(set) var usedAt: Date
    /// The client's address; nil if unknown.
    package let address: String?
    /// The browser's `User-Agent`; nil if unknown.
    package let browser: String?

    /// How long a session lasts after it was last used.
    static let lifetime: TimeInterval = 90 * 86_400

    /// Whether the session is still valid.
    func isValid(at now: Date) -> Bool { now.timeIntervalSince(usedAt) < Self.lifetime }
}

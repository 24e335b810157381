#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A browser that has signed in.
public struct Session: Sendable, Hashable, Codable {
    /// Eight hexadecimal digits that name it.
    public let id: String
    /// The HMAC-SHA256 of the cookie's secret, keyed with the server's token.
    let hash: String
    /// Tells sessions of a former token apart: 16 bits of a hash, too few to check guesses at the token.
    let tokenHash: String?
    /// When the browser signed in.
    public let createdAt: Date
    /// When it was last used, to the hour.
    public internal(set) var usedAt: Date
    /// The client's address; nil if unknown.
    public let address: String?
    /// What the browser calls itself; nil if it doesn't.
    public let browser: String?

    /// How long a session lasts after it was last used.
    static let lifetime: TimeInterval = 90 * 86_400

    /// Whether it may still be used.
    func isValid(at now: Date) -> Bool { now.timeIntervalSince(usedAt) < Self.lifetime }
}

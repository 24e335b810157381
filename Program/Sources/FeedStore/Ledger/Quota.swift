#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What is left of a limit on requests, as the upstream last said.
public struct Quota: Sendable, Hashable {
    /// Whose limit on what.
    public struct Key: Sendable, Hashable, Codable {
        /// The upstream's host.
        public let host: String
        /// What the upstream counts apart, such as `core` and `search`.
        public let resource: String
        /// `anonymous`, or a short hash of the token.
        public let requester: String

        /// Takes all three as they are.
        public init(host: String, resource: String, requester: String) {
            self.host = host
            self.resource = resource
            self.requester = requester
        }
    }

    /// Whose limit on what.
    public var key: Key
    /// How many requests a period has; nil where the upstream does not say, as with a bare `Retry-After`.
    public var limit: Int?
    /// How many are left until `resetAt`; at 0 or less every claim that respects this quota is refused.
    public var remaining: Int
    /// When the period ends.
    public var resetAt: Date
    /// When the upstream said so.
    ///
    /// An older word never replaces a newer one.
    public var seenAt: Date
    /// Which header it was.
    public var rule: PollRule

    /// Describes what the upstream said.
    public init(
        key: Key, limit: Int?, remaining: Int, resetAt: Date, seenAt: Date, rule: PollRule = .rateLimitReset
    ) {
        self.key = key
        self.limit = limit
        self.remaining = remaining
        self.resetAt = resetAt
        self.seenAt = seenAt
        self.rule = rule
    }
}

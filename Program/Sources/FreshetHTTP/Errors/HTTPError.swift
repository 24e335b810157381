public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why there is no answer, or none that can be used.
public enum HTTPError: Error, Sendable, Hashable {
    /// No connection could be made: refused, no such host, no network.
    case unreachable(URL, cause: Obstacle)
    /// It took longer than the request allows.
    case timedOut(URL, phase: Phase)
    /// No secure connection could be made.
    case tls(URL, cause: String)
    /// The connection ended in the middle of an answer, after so many bytes of its body; 0 may mean that no answer began.
    case interrupted(URL, received: Int)
    /// The body is longer than the request allows, or the header than 80 KiB.
    case tooLarge(URL, limit: Int)
    /// A status that is no success, with the beginning of the body on one line, without control characters.
    case status(URL, HTTPResponse.Status, body: String)
    /// The body is not what was expected: where in it, what is wrong, and its beginning.
    case undecodable(URL, codingPath: String, problem: String, body: String)
    /// A limit was reached, or the server asks for a pause; it says when to come back.
    case rateLimited(URL, RateLimited)
    /// The answer led on and on.
    case tooManyRedirects(URL, limit: Int)
    /// A redirect or a link led to an address that must not be requested; nothing was sent there.
    case refusedAddress(URL, RefusedAddress)
    /// There is nothing to ask at this address.
    case invalidURL(String)

    /// Why no connection was made.
    public enum Obstacle: Sendable, Hashable, ExpressibleByStringLiteral {
        /// Nothing listens at the address.
        case refused
        /// No address belongs to the host's name.
        case unknownHost
        /// This computer has no way to the host.
        case noNetwork
        /// Anything else, in the system's words.
        case other(String)

        /// Words for anything else.
        public init(stringLiteral words: String) { self = .other(words) }
    }

    /// Why an address must not be requested.
    public enum RefusedAddress: Sendable, Hashable {
        /// The host, asked with encryption, redirected to an address without.
        case insecure(from: String)
        /// It is on this computer or a private network, and only an upstream named it.
        case privateNetwork
        /// It isn't one of the addresses that the request may go to.
        case notAllowed
    }

    /// What took too long.
    public enum Phase: String, Sendable, Hashable {
        /// Making the connection.
        case connect
        /// Waiting for the answer to begin.
        case firstByte
        /// The whole answer.
        case whole
    }
}

/// A limit that was reached.
public struct RateLimited: Sendable, Hashable {
    /// What says when to come back.
    public enum Rule: String, Sendable, Hashable {
        /// `Retry-After`.
        case retryAfter = "Retry-After"
        /// `x-ratelimit-reset`.
        case rateLimitReset = "x-ratelimit-reset"
        /// Nothing does: a minute is the least that GitHub asks for.
        case oneMinute = "a minute at least"
    }

    /// When to come back.
    public var retryAt: Date
    /// What says so.
    public var rule: Rule
    /// What is left of the limit, where the answer says.
    public var limit: RateLimit?

    /// Describes a limit.
    public init(retryAt: Date, rule: Rule, limit: RateLimit? = nil) {
        self.retryAt = retryAt
        self.rule = rule
        self.limit = limit
    }
}

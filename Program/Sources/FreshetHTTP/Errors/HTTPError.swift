import HTTPTypes
import Platform
import Synchronization

/// The reason for the lack of a usable response.
package enum HTTPError: Error, Sendable, Hashable {
    /// No connection could be made: refused, unknown host, or no network.
    case unreachable(URL, cause: Obstacle)
    /// The request timed out.
    case timedOut(URL, phase: Phase)
    /// The TLS handshake failed.
    case tls(URL, cause: String)
    /// The connection was lost after that many bytes of the body; 0 may mean that no response began.
    case interrupted(URL, received: Int)
    /// The body exceeds the request's limit, or the header exceeds 80 KiB.
    case tooLarge(URL, limit: Int)
    /// A status other than success, with the beginning of the body on one line, without control characters.
    case status(URL, HTTPResponse.Status, body: String)
    /// The site asks for a browser, in which scripts or a person solve a task.
    case challenge(URL, Challenge)
    /// The body couldn't be decoded: where, why, and its beginning.
    case undecodable(URL, codingPath: String, problem: String, body: String)
    /// A rate limit is exhausted, or the server asks to wait.
    case rateLimited(URL, RateLimited)
    /// There were too many redirects.
    case tooManyRedirects(URL, limit: Int)
    /// A redirect or a link led to an address that must not be requested; nothing was sent there.
    case refusedAddress(URL, RefusedAddress)
    /// The address isn't a valid web address.
    case invalidURL(String)

    /// The reason for a failed connection.
    package enum Obstacle: Sendable, Hashable, ExpressibleByStringLiteral {
        /// The connection was refused.
        case refused
        /// The host's name has no address.
        case unknownHost
        /// There is no route to the host.
        case noNetwork
        /// Another problem, in the system's words.
        case other(String)

        /// The system's words for another problem.
        package init(stringLiteral words: String) { self = .other(words) }
    }

    /// The reason for not requesting an address.
    package enum RefusedAddress: Sendable, Hashable {
        /// The host, asked with encryption, redirected to an address without.
        case insecure(from: String)
        /// It is on this computer or a private network, and only an upstream named it.
        case privateNetwork
        /// Only a proxy knows it, and only an upstream named it: it may be on a private network.
        case unknownNetwork
        /// It isn't one of the addresses that the request may go to.
        case notAllowed
    }

    /// The phase that timed out.
    package enum Phase: String, Sendable, Hashable {
        /// Connecting.
        case connect
        /// Waiting for the response to begin.
        case firstByte
        /// The whole response.
        case whole
    }
}

/// A rate limit, or a wait that the server asks for.
package struct RateLimited: Sendable, Hashable {
    /// The rule for the time to retry.
    package enum Rule: String, Sendable, Hashable {
        /// `Retry-After`.
        case retryAfter = "Retry-After"
        /// `x-ratelimit-reset`, or another field with the end of the period; see ``RateLimit``.
        case rateLimitReset = "x-ratelimit-reset"
        /// Neither: a minute, GitHub's minimum.
        case oneMinute = "a minute at least"
        /// None, after earlier waits didn't help.
        case oneHour = "an hour"
    }

    /// The time to retry.
    package var retryAt: Date
    /// The rule for the time to retry.
    package var rule: Rule
    /// The limit and the remaining requests, if the response has them.
    package var limit: RateLimit?

    /// Creates a rate limit.
    package init(retryAt: Date, rule: Rule, limit: RateLimit? = nil) {
        self.retryAt = retryAt
        self.rule = rule
        self.limit = limit
    }

    /// The rate limit with a time to retry that is no later than `latest`.
    package func shortened(to latest: Date) -> RateLimited {
        RateLimited(retryAt: min(retryAt, latest), rule: rule, limit: limit)
    }
}

/// Remembers a rate limit, so that the remaining requests aren't made.
package final class RateLimitHit: Sendable {
    private let hit = Mutex<HTTPError?>(nil)

    /// Creates one that has seen no error.
    package init() {}

    /// The error; nil if no limit was hit.
    package var error: HTTPError? { hit.withLock { $0 } }

    /// Stores the error if it is a rate limit.
    package func note(_ error: any Error) {
        if let error = error as? HTTPError, case .rateLimited = error { hit.withLock { $0 = error } }
    }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a feed couldn't be brought up to date, for people and for programs.
public struct FeedError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// What can be done about it.
    public enum Remedy: String, Sendable, Hashable, Codable {
        /// Try again later.
        case tryLater
        /// Use a token, or another one.
        case credentials
        /// Ask for something else: it doesn't exist, or the request was wrong.
        case changeRequest
    }

    /// A short name that does not change, such as `unreachable`, `timedOut`, `rateLimited` or `notFound`.
    public var kind: String
    /// A sentence for people.
    public var message: String
    /// When trying again makes sense; nil when that is not known.
    public var retryAt: Date?
    /// What can be done about it.
    public var remedy: Remedy

    /// Describes a failure.
    public init(kind: String, message: String, retryAt: Date? = nil, remedy: Remedy = .tryLater) {
        self.kind = kind
        self.message = message
        self.retryAt = retryAt
        self.remedy = remedy
    }

    /// The sentence for people.
    public var description: String { message }
}

import Platform

/// Why a refresh failed, for readers and programs.
package struct FeedError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the reader can do about it.
    package enum Remedy: String, Sendable, Hashable {
        /// Try again later.
        case tryLater
        /// Use a token, or a different one.
        case credentials
        /// Change the request: the feed doesn't exist, or its address is wrong.
        case changeRequest
    }

    /// A stable identifier, such as `unreachable`, `timedOut`, `rateLimited` or `notFound`.
    package var kind: String
    /// A sentence for readers, without its period.
    package var message: String
    /// When to try again; nil if that is unknown.
    package var retryAt: Date?
    /// What the reader can do about it.
    package var remedy: Remedy

    /// Creates an error.
    package init(kind: String, message: String, retryAt: Date? = nil, remedy: Remedy = .tryLater) {
        self.kind = kind
        self.message = message
        self.retryAt = retryAt
        self.remedy = remedy
    }

    /// The message.
    package var description: String { message }
}

extension FeedError {
    /// The kind of an error about a response in which nothing can be read.
    static let unreadable = "undecodable"
    /// The kind of an error about something that doesn't exist.
    static let notFound = "notFound"
    /// The kind of an error about a feed that was there and is expected to come back.
    static let missing = "missing"
    /// The kind of an error about a feed that was removed.
    static let gone = "gone"

    /// Whether the feed doesn't exist, although it did.
    package var isMissingFeed: Bool { kind == Self.missing || kind == Self.gone }

    /// Whether the same request is likely to fail in the same way tomorrow.
    var isLasting: Bool { remedy == .changeRequest && kind != "failed" }
}

public import Platform

/// Why the last refresh of a feed failed or was incomplete.
public struct StoredError: Sendable, Hashable {
    /// A short name for programs, such as `unreachable`.
    public var kind: String
    /// A sentence for readers.
    public var message: String
    /// When it failed; while the feed is missing, when that began.
    public var at: Date
    /// When to try again; nil if the upstream didn't say.
    public var retryAt: Date?

    /// Creates an error.
    public init(kind: String, message: String, at: Date, retryAt: Date? = nil) {
        self.kind = kind
        self.message = message
        self.at = at
        self.retryAt = retryAt
    }
}

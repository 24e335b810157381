import Platform

/// Why the last refresh of a feed failed or was incomplete.
package struct StoredError: Sendable, Hashable {
    /// A short name for programs, such as `unreachable`.
    package var kind: String
    /// A sentence for readers.
    package var message: String
    /// When it failed; while the feed is missing, when that began.
    package var at: Date
    /// When to try again; nil if the upstream didn't say.
    package var retryAt: Date?

    /// Creates an error.
    package init(kind: String, message: String, at: Date, retryAt: Date? = nil) {
        self.kind = kind
        self.message = message
        self.at = at
        self.retryAt = retryAt
    }
}

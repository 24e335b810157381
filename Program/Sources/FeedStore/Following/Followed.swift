#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A repository that somebody wants to see at the start.
public struct Followed: Sendable, Hashable {
    /// As it was first given; capitals (A to Z) do not tell two apart.
    public let repository: String
    /// Since when.
    public let since: Date

    /// Puts together an entry, as another store or a test does.
    public init(repository: String, since: Date) {
        self.repository = repository
        self.since = since
    }
}

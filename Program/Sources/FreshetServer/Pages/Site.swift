import GitFeed

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What all pages of this server share at one instant.
struct Site: Sendable {
    /// The repositories that are followed, in the order in which they were added.
    var followed: [RepositoryName]
    /// Whether readers sign in with a token: then pages offer to sign out.
    var hasToken: Bool
    /// The program's version.
    var version: String
    /// The instant that the page is made for: by it the days of a page are counted.
    var now: Date
    /// The path of an author's picture on this server; nil where there is none, and the initials stand for it.
    var avatar: @Sendable (Author) -> String?

    init(
        followed: [RepositoryName] = [], hasToken: Bool = false, version: String = "", now: Date = Date(),
        avatar: @escaping @Sendable (Author) -> String? = { _ in nil }
    ) {
        self.followed = followed
        self.hasToken = hasToken
        self.version = version
        self.now = now
        self.avatar = avatar
    }
}

import FeedStore
import Feeds
import Platform

/// A followed feed whose password an import couldn't bring.
package struct NeededPassword: Sendable, Hashable, Encodable {
    /// The path of the feed.
    package let feed: String
    /// Its name.
    package let title: String
    /// The address to follow again; it has no user and password. Nil if it is unknown.
    @OrNull package internal(set) var url: URL?

    /// The address with placeholders for the user and the password.
    package var addressToFollow: String? {
        guard let url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
        (parts.user, parts.password) = ("USER", "PASSWORD")
        return parts.string
    }
}

extension FeedEnvironment {
    /// The followed feeds among these that have no password yet.
    func passwordsNeeded(_ feeds: [Feed]) throws -> [NeededPassword] {
        let followed = Dictionary(try followed().map { ($0.feed.key, $0) }) { first, _ in first }
        var seen: Set<FeedKey> = []
        return try feeds.compactMap { feed in
            guard seen.insert(feed.key).inserted, let item = followed[feed.key],
                try !hasPassword(item.feed.description)
            else { return nil }
            return NeededPassword(
                feed: item.feed.encodedPath, title: item.title,
                url: try item.feed.description.currentPage(in: self))
        }
    }
}

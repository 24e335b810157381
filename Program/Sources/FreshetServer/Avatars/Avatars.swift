import Feeds
import FreshetHTTP
import GitFeed
import Logging
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The pictures of accounts, fetched by the server, so that upstreams do not learn who reads a page, and kept, so that it works offline.
///
/// Pages name an account and get an address; what no page has named is not fetched, so that the server is nobody's proxy.
final class Avatars: Sendable {
    private let sources: AvatarSources
    private let names = Mutex(AvatarNames())
    private let fetches: AvatarFetches

    /// Keeps pictures in `folder`, at most `limit` bytes of them; waits `patience` for an upstream before it shows initials.
    init(
        folder: URL, _ environment: FeedEnvironment, limit: Int = 32 * 1024 * 1024, patience: Duration = .seconds(5),
        logger: Logger
    ) {
        sources = AvatarSources(gitHub: environment.addresses.gitHub)
        fetches = AvatarFetches(
            AvatarFolder(folder, limit: limit), sources, environment, patience: patience, logger: logger)
    }

    /// The path of an account's picture; there always is one, if only of initials.
    func path(for author: Author) -> String {
        "/avatars/" + names.withLock { $0.name(author, sources) }
    }

    /// The picture of a hash that a page has named, or that is kept from then; nil for any other.
    ///
    /// Returns what is kept at once. The first time it asks the upstream, and falls back on initials where that does not answer in time or
    /// with a picture; then it asks again in ten minutes at the earliest. What is older than a week is asked for again, and shown meanwhile.
    func picture(_ hash: String) async -> Picture? {
        // Also keeps what is asked for within the folder.
        guard hash.utf8.count == 32, hash.utf8.allSatisfy({ $0.isHexadecimalDigit }) else { return nil }
        let named = names.withLock { $0[hash] }
        if let picture = await fetches.picture(hash, named?.url) { return picture }
        return named.map { Picture(initials: Initials(of: $0.name)) }
    }
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}

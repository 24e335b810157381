import WebText
import GitFeed

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The accounts whose pictures pages have named, by hash: whoever asks for another hash gets nothing.
///
/// What was not named for the longest time goes first; between 10,000 and 20,000 are kept.
struct AvatarNames: Sendable {
    /// Whose picture a hash stands for.
    struct Named: Sendable {
        let name: String
        /// Nil where initials have to do.
        let url: URL?
    }

    private struct Generation {
        var hashes: [Author: String] = [:]
        var named: [String: Named] = [:]
    }

    private static let limit = 10_000
    private var young = Generation()
    private var old = Generation()

    subscript(hash: String) -> Named? { young.named[hash] ?? old.named[hash] }

    /// The hash for an account, which is known from now on.
    mutating func name(_ author: Author, _ sources: AvatarSources) -> String {
        if let hash = young.hashes[author] { return hash }
        // Twice what a page shows it at, for screens with more pixels.
        let url = author.avatarURL(size: 64).flatMap { sources.allow($0) ? $0 : nil }
        let hash = Fingerprint(of: url?.absoluteString ?? "initials " + author.name).hexadecimal
        if young.hashes.count >= Self.limit { (old, young) = (young, Generation()) }
        young.hashes[author] = hash
        young.named[hash] = Named(name: author.name, url: url)
        return hash
    }
}

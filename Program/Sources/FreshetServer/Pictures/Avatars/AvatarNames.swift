import Feeds
import Platform
import WebText

/// The authors whose pictures pages refer to, by hash; other hashes aren't served.
///
/// It keeps 10,000 to 20,000 of them and evicts the least recently used.
struct AvatarNames: Sendable {
    /// The author of a hash.
    struct Named: Sendable {
        let name: String
        /// Nil if only initials are shown.
        let url: URL?
    }

    private struct Generation {
        var hashes: [Entry.Author: String] = [:]
        var named: [String: Named] = [:]
    }

    private static let limit = 10_000
    private var young = Generation()
    private var old = Generation()

    subscript(hash: String) -> Named? { young.named[hash] ?? old.named[hash] }

    /// The hash of an author; registers the author.
    mutating func name(_ author: Entry.Author, _ sources: AvatarSources) -> String {
        if let hash = young.hashes[author] { return hash }
        let url = author.avatar.flatMap { sources.allow($0) ? $0 : nil }
        let hash = Fingerprint(of: url?.absoluteString ?? "initials " + author.name).hexadecimal
        if young.hashes.count >= Self.limit { (old, young) = (young, Generation()) }
        young.hashes[author] = hash
        young.named[hash] = Named(name: author.name, url: url)
        return hash
    }
}

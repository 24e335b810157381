import Dispatch
import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import Logging
import Platform
import Synchronization
import WebText

/// Pictures of authors, fetched and cached by the server: upstreams don't learn who reads a page, and pages work offline.
///
/// Only pictures that a page refers to are fetched, so the server is no proxy.
final class Avatars: Sendable {
    private static let maximumSize = 256 * 1024
    private static let maximumAge: TimeInterval = 7 * 86_400

    private let sources: AvatarSources
    // Pages that are rendered on many threads add names, which requests look up.
    private let names = Mutex(AvatarNames())
    private let fetches: PictureFetches

    /// Caches at most `limit` bytes of pictures in `folder`; shows initials if an upstream takes longer than `timeout`.
    init(
        folder: URL, _ environment: FeedEnvironment, limit: Int = 32 * 1024 * 1024,
        timeout: RxTimeInterval = .seconds(5),
        logger: Logger
    ) {
        sources = AvatarSources(environment.catalog.upstreams, environment.addresses)
        fetches = PictureFetches(
            PictureFolder(folder, limit: limit, logger), environment, maximumAge: Self.maximumAge, timeout: timeout,
            logger: logger)
    }

    /// The path of an author's picture, or of their initials.
    func path(for author: Entry.Author) -> String {
        "/avatars/" + names.withLock { $0.name(author, sources) }
    }

    /// The picture of a hash that a page refers to, or that is cached; nil for any other.
    ///
    /// Returns a cached picture immediately, and refreshes it after a week. Otherwise it requests the picture and falls back to initials; after a
    /// failure it waits ten minutes before the next request.
    /// - Parameter mayFetch: true if a picture may be requested.
    func picture(_ hash: String, mayFetch: Bool = true) async -> Picture? {
        // Also keeps paths inside the folder.
        guard hash.utf8.count == 32, hash.utf8.allSatisfy({ $0.isHexadecimalDigit }) else { return nil }
        let named = names.withLock { $0[hash] }
        if let picture = await fetches.picture(hash, mayFetch ? named?.url.map(request) : nil) { return picture }
        return named.map { Picture(initials: Initials(of: $0.name)) }
    }

    private func request(_ url: URL) -> PictureFetches.Request {
        let bounds = RequestBounds(body: Self.maximumSize, privateOrigins: sources.bases, allows: sources.allow)
        return PictureFetches.Request(url: url, purpose: .avatar.bounded(bounds))
    }
}

extension RequestPurpose {
    /// The picture of an author.
    fileprivate static let avatar = RequestPurpose(rawValue: "avatar")
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}

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

/// The addresses that pictures may be fetched from.
///
/// Only upstreams' addresses are allowed, so that nobody can make the server send requests elsewhere.
struct AvatarSources: Sendable {
    private let hosts: [String]
    /// Other base addresses of upstreams, which serve pictures too.
    let bases: [URL]

    /// The hosts of these upstreams.
    /// - Parameter addresses: other base addresses by the upstreams' ids.
    init(_ upstreams: [Upstream], _ addresses: [String: URL]) {
        let withPictures = upstreams.filter { !$0.pictureHosts.isEmpty }
        hosts = withPictures.flatMap(\.pictureHosts)
        bases = withPictures.compactMap { addresses[$0.id] }
    }

    /// True if the address is an upstream's.
    func allow(_ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased(), !host.isEmpty,
            url.user() == nil, url.password() == nil
        else { return false }
        let isBase = bases.contains { base in
            scheme == base.scheme?.lowercased() && host == base.host()?.lowercased() && url.port == base.port
        }
        if isBase { return true }
        guard scheme == "https", url.port == nil || url.port == 443 else { return false }
        return hosts.contains { $0.hasPrefix("*.") ? host.hasSuffix($0.dropFirst()) : host == $0 }
    }
}

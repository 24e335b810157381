import Dispatch
import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import Logging
import Platform
import WebText

/// Pictures in articles, fetched and cached by the server: sites don't learn who reads an item.
///
/// Only pictures that this server has named are fetched, which a signature proves, so the server is no proxy. The signature
/// is all that a request needs: reader apps send neither a cookie nor a password with it.
final class ArticlePictures: Sendable {
    private static let maximumSize = 8 << 20

    let environment: FeedEnvironment
    let signature: PictureSignature
    let fetches: PictureFetches
    private let sizes = PictureSizes()
    /// The maximum size of a picture in bytes.
    private let size: Int

    /// Caches at most `limit` bytes of pictures in `folder`.
    init(
        folder: URL, _ environment: FeedEnvironment, limit: Int, timeout: RxTimeInterval = .seconds(30), logger: Logger
    ) {
        self.environment = environment
        size = min(Self.maximumSize, limit)
        let fetches = PictureFetches(
            PictureFolder(folder, limit: limit, sizes: sizes, logger), environment, timeout: timeout, logger: logger)
        self.fetches = fetches
        Task { await fetches.scan() }
        signature = PictureSignature(in: folder)
    }

    /// The path at which this server shows a picture in an item, with its size if it is cached.
    /// - Parameters:
    ///   - feed: the feed of the item; nil to leave it out of the address.
    ///   - page: the pictures of the page that shows it, where it is noted.
    func served(_ address: WebAddress, in feed: FeedKey?, on page: ShownPictures? = nil) -> ServedPicture {
        let signed = signature.of(address.text, in: feed ?? Self.noFeed)
        let name = signature.name(of: address.text)
        let size = sizes[name]
        page?.add(name, size)
        let query = feed.map { "feed=\($0.rawValue.percentEncoded)&" } ?? ""
        return ServedPicture(path: "/pictures/\(signed)?\(query)url=\(address.text.percentEncoded)", size: size)
    }

    /// The feed of an address without one.
    static let noFeed = FeedKey("")

    /// True if the pictures of a page still have the sizes that it gives them.
    func haveStayed(_ shown: [String: ServedPicture.Size?]) -> Bool { sizes.haveStayed(shown) }

    /// The outcome of a request for a picture.
    enum Answer {
        case picture(Picture)
        /// This server hasn't named it.
        case unknown
        /// Its site sends no picture, or not in time.
        case unavailable
    }

    /// The cached picture, or the one that arrives in time.
    ///
    /// It may be on a private network only if a person gave the feed an address of the same origin.
    /// - Parameter mayFetch: true if a picture may be requested.
    func picture(_ address: String, in feed: FeedKey, signed signature: String, mayFetch: Bool = true) async throws
        -> Answer
    {
        guard self.signature.matches(signature, address, in: feed), let url = WebLinks.url(address, base: nil) else {
            return .unknown
        }
        let name = self.signature.name(of: address)
        if let picture = await fetches.picture(name, nil) { return .picture(picture) }
        guard mayFetch else { return .unavailable }
        let trusted = try await trustedOrigins(of: feed)
        let bounds = RequestBounds(body: size, privateOrigins: trusted)
        let request = PictureFetches.Request(url: url, purpose: .picture.bounded(bounds))
        return await fetches.picture(name, request).map(Answer.picture) ?? .unavailable
    }

    private func trustedOrigins(of key: FeedKey) async throws -> [URL] {
        let trusted = try await reading(key) { feed, environment in
            try feed.description.fullTextFeed?.trustedAddress(in: environment)
        }
        return trusted.map { [$0] } ?? []
    }

    /// Reads the store for a feed, on a thread that it may block; nil for an unknown feed.
    func reading<Value: Sendable>(
        _ key: FeedKey, _ read: @escaping @Sendable (Feed, FeedEnvironment) throws -> Value?
    ) async throws -> Value? {
        guard let feed = environment.catalog.feed(key) else { return nil }
        let environment = environment
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try read(feed, environment) })
            }
        }
    }
}

extension RequestPurpose {
    /// A picture in the text of an item.
    static let picture = RequestPurpose(rawValue: "picture")
}

/// Signs the addresses of pictures, so that the server fetches only those that it named itself.
///
/// The key is random and stays in a file, so that addresses stay valid when the server restarts.
struct PictureSignature: Sendable {
    private static let length = 32

    private let key: String

    /// Reads the key in a folder of pictures, or creates it; a key that can't be stored ends with the process.
    init(in folder: URL) {
        let path = folder.appending(path: "key", directoryHint: .notDirectory).path(percentEncoded: false)
        if let key = Self.read(path) {
            self.key = key
            return
        }
        let new = SystemRandomNumberGenerator.hexadecimal(bytes: 32)
        key = Self.store(new, at: path, in: folder) ?? new
    }

    /// The signature of a picture's address in an item of a feed.
    func of(_ address: String, in feed: FeedKey) -> String {
        // A line feed is in neither of them.
        String(Data((feed.rawValue + "\n" + address).utf8).hmacSHA256(key: key).prefix(Self.length))
    }

    /// A name for a picture that nobody else can give to another picture.
    func name(of address: String) -> String {
        String(Data(address.utf8).hmacSHA256(key: key).prefix(Self.length))
    }

    /// True if the signature is correct. Compares in constant time.
    func matches(_ signature: String, _ address: String, in feed: FeedKey) -> Bool {
        let expected = of(address, in: feed)
        guard signature.utf8.count == Self.length, !address.utf8.contains(0x0a) else { return false }
        return zip(signature.utf8, expected.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func read(_ path: String) -> String? {
        // A missing or unreadable file is replaced, or else its replacement isn't stored.
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), text.utf8.count == 64 else { return nil }
        return text
    }

    /// Returns the stored key, which another process may have stored first; nil if none is.
    private static func store(_ key: String, at path: String, in folder: URL) -> String? {
        let temporary = path + "." + SystemRandomNumberGenerator.hexadecimal(bytes: 4)
        defer { unlink(temporary) }
        do {
            try PrivateFiles.createFolder(folder.path(percentEncoded: false))
            try Data(key.utf8).write(to: URL(filePath: temporary, directoryHint: .notDirectory))
        } catch {
            return nil
        }
        PrivateFiles.restrict(temporary)
        // Fails if there is one.
        _ = link(temporary, path)
        return read(path)
    }
}

import FeedStore
import Feeds
import Platform

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

    /// A name for a picture that nobody else can give to another one.
    func name(of address: String) -> String {
        String(Data(address.utf8).hmacSHA256(key: key).prefix(Self.length))
    }

    /// Whether the signature is right. The time it takes doesn't depend on where they differ.
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

import Feeds
import NIOCore
import Platform
import Synchronization
import Syndication
import WebText

/// Bytes to send, with their validator and compressed form.
final class EncodedBody: Sendable {
    private enum Compressed {
        case not
        /// Nil if it wouldn't be smaller.
        case done(ByteBuffer?)
    }

    /// The value of `Content-Type`.
    let type: String
    let bytes: ByteBuffer
    /// The validator of the bytes, compressed or not.
    let eTag: String
    private let isPermanent: Bool
    // Requests on many threads share the results.
    private let compressed = Mutex(Compressed.not)
    private let prefixed = Mutex<EncodedBody?>(nil)

    /// - Parameter isPermanent: true if the bytes never change while the program runs, so that they are compressed best.
    init(_ type: String, _ bytes: ByteBuffer, isPermanent: Bool = false) {
        self.type = type
        self.bytes = bytes
        self.isPermanent = isPermanent
        let hash = bytes.withUnsafeReadableBytes { FNV1a.hash64($0) }
        eTag = "W/\"" + String(hash, radix: 36) + String(bytes.readableBytes, radix: 36) + "\""
    }

    convenience init(html: HTML) { self.init("text/html; charset=utf-8", ByteBuffer(string: html.description)) }

    /// A feed for feed readers.
    convenience init(_ feed: SyndicatedFeed, _ format: Feed.Format) throws {
        switch format {
        case .atom: self.init(SyndicatedFeed.atomType, ByteBuffer(string: feed.atom))
        case .json: self.init(SyndicatedFeed.jsonFeedType, ByteBuffer(bytes: try feed.jsonFeed()))
        }
    }

    convenience init(json: some Sequence<UInt8>) { self.init("application/json", ByteBuffer(bytes: json)) }

    /// The bytes in gzip format; nil if that wouldn't be smaller.
    var gzipped: ByteBuffer? {
        if case .done(let bytes) = compressed.withLock({ $0 }) { return bytes }
        // Bitmaps are compressed already.
        let isBitmap = type.hasPrefix("image/") && !type.hasSuffix("+xml")
        let result = bytes.readableBytes < 512 || isBitmap ? nil : Gzip.compressed(bytes, level: isPermanent ? 9 : 6)
        compressed.withLock { $0 = .done(result) }
        return result
    }

    /// The content with the server's prefix in its addresses. A server has one prefix.
    func below(_ prefix: PathPrefix) -> EncodedBody {
        if let content = prefixed.withLock({ $0 }) { return content }
        let isManifest = type == Asset.manifestType
        guard isManifest || type.hasPrefix("text/html") else { return self }
        let changed = bytes.withUnsafeReadableBytes {
            isManifest ? prefix.added(toManifest: $0) : prefix.added(toMarkup: $0)
        }
        let content = EncodedBody(type, ByteBuffer(bytes: changed), isPermanent: isPermanent)
        prefixed.withLock { $0 = content }
        return content
    }

    /// Returns true if a client with these validators has the content (RFC 9110, section 13.1.2).
    func isKnown(to ifNoneMatch: String?) -> Bool {
        guard let ifNoneMatch else { return false }
        return ifNoneMatch.split(separator: ",").contains { tag in
            let tag = tag.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            return String(tag) == "*" || String(tag) == eTag || "W/" + String(tag) == eTag
        }
    }
}

/// Content that never changes while the program runs, made at its first use.
final class FixedContent: Sendable {
    // Requests on many threads share the contents.
    private let contents = Mutex<[String: EncodedBody]>([:])

    /// The content of that name, made by `make` the first time.
    func content(_ name: String, make: () throws -> EncodedBody) rethrows -> EncodedBody {
        if let content = contents.withLock({ $0[name] }) { return content }
        let content = try make()
        contents.withLock { $0[name] = content }
        return content
    }
}

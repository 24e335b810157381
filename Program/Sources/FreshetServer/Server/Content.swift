import WebText
import NIOCore
import Synchronization

/// Bytes that are sent, with what is worked out of them once.
final class Content: Sendable {
    private enum Compressed {
        case not
        /// Nil where it would be no smaller.
        case done(ByteBuffer?)
    }

    /// The value of `Content-Type`.
    let type: String
    let bytes: ByteBuffer
    /// The same for the same bytes, whether they are sent compressed or not.
    let eTag: String
    private let compressed = Mutex(Compressed.not)

    init(_ type: String, _ bytes: ByteBuffer) {
        self.type = type
        self.bytes = bytes
        // It tells versions apart, and guards nothing.
        let hash = bytes.withUnsafeReadableBytes { FNV1a.hash64($0) }
        eTag = "W/\"" + String(hash, radix: 36) + String(bytes.readableBytes, radix: 36) + "\""
    }

    convenience init(html: HTML) { self.init("text/html; charset=utf-8", ByteBuffer(string: html.description)) }

    convenience init(json: some Sequence<UInt8>) { self.init("application/json", ByteBuffer(bytes: json)) }

    /// The bytes in gzip's format; nil where that would be no smaller.
    var gzipped: ByteBuffer? {
        if case .done(let bytes) = compressed.withLock({ $0 }) { return bytes }
        let result = bytes.readableBytes < 512 ? nil : Gzip.compressed(bytes)
        compressed.withLock { $0 = .done(result) }
        return result
    }

    /// Whether a client that has these versions has this one (RFC 9110, section 13.1.2).
    func isKnown(to ifNoneMatch: String?) -> Bool {
        guard let ifNoneMatch else { return false }
        return ifNoneMatch.split(separator: ",").contains { tag in
            let tag = tag.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            return String(tag) == "*" || String(tag) == eTag || "W/" + String(tag) == eTag
        }
    }
}

import CZlib
import NIOCore

/// Bytes in the gzip format (RFC 1952).
///
/// It contains no time or name, so equal bytes have equal results.
enum Gzip {
    /// The whole buffer as one gzip member; nil if that wouldn't be smaller.
    ///
    /// It takes some milliseconds for a page, so cache the result.
    /// - Parameter level: from 1, the fastest, to 9, the smallest.
    static func compressed(_ bytes: ByteBuffer, level: Int32 = 6) -> ByteBuffer? {
        guard bytes.readableBytes > 0, bytes.readableBytes < UInt32.max else { return nil }
        var stream = z_stream()
        // A window of 15 bits, plus 16 for the gzip format; 8 is zlib's default memory level.
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var result = ByteBuffer()
        let isWhole = bytes.withUnsafeReadableBytes { source in
            deflate(source, to: &result, &stream)
        }
        return isWhole && result.readableBytes < bytes.readableBytes ? result : nil
    }

    private static func deflate(
        _ source: UnsafeRawBufferPointer, to result: inout ByteBuffer, _ stream: inout z_stream
    ) -> Bool {
        // zlib doesn't write to its input, though the C type allows it.
        stream.next_in = UnsafeMutablePointer(mutating: source.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(source.count)
        let bound = Int(deflateBound(&stream, UInt(source.count)))
        var isWhole = false
        result.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { target in
            stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
            stream.avail_out = UInt32(min(target.count, Int(UInt32.max)))
            let room = stream.avail_out
            // The buffer has the maximum size, so one call writes everything.
            isWhole = CZlib.deflate(&stream, Z_FINISH) == Z_STREAM_END
            return Int(room - stream.avail_out)
        }
        return isWhole
    }
}

/// The encodings a client accepts (RFC 9110, 12.5.3).
struct AcceptEncoding: Sendable, Hashable {
    /// True if the client accepts gzip explicitly.
    let allowsGzip: Bool

    /// Reads the field's value, several fields joined by commas; nil if there is none.
    init(_ text: String?) {
        var named: Bool?
        var others: Bool?
        for part in (text ?? "").lowercased().split(separator: ",") {
            let parameters = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            let isAllowed = parameters.dropFirst().allSatisfy { !Self.isZero($0) }
            switch parameters.first {
            case "gzip", "x-gzip": named = isAllowed
            case "*": others = isAllowed
            default: break
            }
        }
        allowsGzip = named ?? others ?? false
    }

    /// `q=0`, `q=0.0`, `q=0.00`, `q=0.000`.
    private static func isZero(_ parameter: String) -> Bool {
        parameter.hasPrefix("q=0") && parameter.dropFirst(3).allSatisfy { $0 == "0" || $0 == "." }
    }
}

import CZlib
import NIOCore

/// Bytes in the gzip format (RFC 1952).
///
/// The same bytes give the same result, without time or name in it, so that what is kept can have a strong validator.
enum Gzip {
    /// The whole buffer as one gzip member; nil where that would be no smaller, and the bytes are better sent as they are.
    ///
    /// Costs some milliseconds for a page: for what is kept and sent often, not for each answer.
    static func compressed(_ bytes: ByteBuffer) -> ByteBuffer? {
        guard bytes.readableBytes > 0, bytes.readableBytes < UInt32.max else { return nil }
        var stream = z_stream()
        // 15 bits of window, and 16 for gzip's head and foot in the place of zlib's; 8 is zlib's default of memory.
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
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
        // zlib does not write to what it reads, though C's type allows it.
        stream.next_in = UnsafeMutablePointer(mutating: source.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(source.count)
        let bound = Int(deflateBound(&stream, UInt(source.count)))
        var isWhole = false
        result.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { target in
            stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
            stream.avail_out = UInt32(min(target.count, Int(UInt32.max)))
            let room = stream.avail_out
            // With room for the bound one call writes everything.
            isWhole = CZlib.deflate(&stream, Z_FINISH) == Z_STREAM_END
            return Int(room - stream.avail_out)
        }
        return isWhole
    }
}

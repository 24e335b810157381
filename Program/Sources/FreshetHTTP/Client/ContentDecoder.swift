import CZlib
import NIOCore
import Platform
import WebText

/// Removes the compression of a body as it arrives (RFC 9110, 8.4).
final class ContentDecoder {
    /// The reason for a failed decompression.
    enum Failure: Error {
        case damaged
        /// The body is larger than the limit.
        case limit
    }

    /// The codings that this program can remove, for the header `Accept-Encoding`.
    static let accepted = "gzip, deflate"
    /// The codings that it can't remove. Other names are mistakes, such as `utf-8`, and don't change the body.
    private static let unsupported: Set<String> = [
        "br", "zstd", "compress", "x-compress", "dcb", "dcz", "bzip2", "lzma", "xz", "exi", "pack200-gzip",
    ]

    private static let blockSize = 64 * 1024

    /// zlib keeps the address of the stream.
    private let stream: UnsafeMutablePointer<z_stream>
    private let isDeflate: Bool
    /// The first byte of a body, until the second one determines its format.
    private var start: [UInt8] = []
    private var isInitialized = false
    private var hasEnded = false
    private var isEmpty = true

    /// Creates a decoder; nil for a body without compression.
    ///
    /// - Parameter codings: the value of `Content-Encoding`.
    /// - Throws: an ``HTTPError/undecodable(_:codingPath:problem:body:)`` that names a coding that can't be removed.
    init?(_ codings: String?, from url: URL) throws(HTTPError) {
        let names = (codings ?? "").lowercased().split(separator: ",").map(\.trimmed)
        if let name = names.first(where: Self.unsupported.contains) {
            let problem = "it is compressed as “\(name)”, which wasn't asked for"
            throw .undecodable(url, codingPath: "", problem: problem, body: "")
        }
        // Applied twice by mistake, a coding is named twice, but the body has it once.
        guard let name = names.last(where: ["gzip", "x-gzip", "deflate"].contains) else { return nil }
        isDeflate = name == "deflate"
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
    }

    deinit {
        if isInitialized { inflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Appends the decompressed bytes of a chunk.
    func decode(_ chunk: ByteBuffer, to body: inout Data, limit: Int) throws(Failure) {
        var input = start
        input += chunk.readableBytesView
        if !input.isEmpty { isEmpty = false }
        if !isInitialized {
            guard input.count > 1 else {
                start = input
                return
            }
            start = []
            try begin(input)
        }
        try inflate(&input, to: &body, limit: limit)
    }

    /// Checks that the body was complete. An empty body has no compression, regardless of its header.
    func finish() throws(Failure) {
        guard isEmpty || hasEnded else { throw .damaged }
    }

    /// Chooses the format. Servers send `deflate` with the wrapper of zlib, as they should, or without it; browsers read both.
    private func begin(_ bytes: [UInt8]) throws(Failure) {
        let isGzip = bytes[0] == 0x1f && bytes[1] == 0x8b
        let isZlib =
            bytes[0] & 0x0f == 8 && bytes[0] >> 4 <= 7 && (Int(bytes[0]) << 8 | Int(bytes[1])).isMultiple(of: 31)
        // A window of 15 bits; 32 more find out whether it is gzip or zlib, and a negative number stands for neither.
        let window: Int32 = isDeflate && !isGzip && !isZlib ? -15 : 15 + 32
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, window, ZLIB_VERSION, size) == Z_OK else { throw .damaged }
        isInitialized = true
    }

    private func inflate(_ input: inout [UInt8], to body: inout Data, limit: Int) throws(Failure) {
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        var position = 0
        while position < input.count {
            if hasEnded {
                // Another member of gzip follows, or bytes that browsers ignore, too.
                guard input[position] == 0x1f, inflateReset(stream) == Z_OK else { return }
                hasEnded = false
            }
            let (read, written, status) = step(&input, from: position, into: &block)
            position += read
            guard body.count + written <= limit else { throw .limit }
            body.append(contentsOf: block[..<written])
            switch status {
            case Z_STREAM_END: hasEnded = true
            case Z_OK: break
            case Z_BUF_ERROR where written > 0 || read > 0: break
            case Z_BUF_ERROR: return
            default: throw .damaged
            }
        }
        try drain(into: &block, to: &body, limit: limit)
    }

    /// Writes what zlib still holds after it has read all of the input.
    private func drain(into block: inout [UInt8], to body: inout Data, limit: Int) throws(Failure) {
        var none: [UInt8] = [0]
        while !hasEnded {
            let (_, written, status) = step(&none, from: 1, into: &block)
            guard body.count + written <= limit else { throw .limit }
            body.append(contentsOf: block[..<written])
            if status == Z_STREAM_END { hasEnded = true }
            guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { throw .damaged }
            if written < block.count { return }
        }
    }

    /// One call of zlib: the numbers of bytes that it has read and written, and its status.
    private func step(
        _ input: inout [UInt8], from position: Int, into block: inout [UInt8]
    ) -> (read: Int, written: Int, status: Int32) {
        input.withUnsafeMutableBufferPointer { source in
            block.withUnsafeMutableBufferPointer { target in
                stream.pointee.next_in = source.baseAddress.map { $0 + position }
                stream.pointee.avail_in = UInt32(source.count - position)
                stream.pointee.next_out = target.baseAddress
                stream.pointee.avail_out = UInt32(target.count)
                let status = CZlib.inflate(stream, Z_NO_FLUSH)
                return (
                    source.count - position - Int(stream.pointee.avail_in),
                    target.count - Int(stream.pointee.avail_out),
                    status
                )
            }
        }
    }
}

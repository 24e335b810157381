import NIOCore
import NIOHTTP1
import WebText

/// Repairs the heads of HTTP/1 responses, which the decoder would refuse.
///
/// - Lines may end in LF alone (RFC 9112, 2.2), and may be folded (5.2). Space before a colon is removed (5.1).
/// - Equal lengths are one, and a length beside chunks is removed (6.3).
/// - Lines that aren't header fields are left out.
///
/// A body passes through. It begins before the decoder, and sees requests before they are encoded: each one has a response with a head.
final class HeadRepair: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The decoder's limit.
    static let maximumSize = 80 * 1024

    /// The head so far; nil while a body passes.
    private var head: ByteBuffer?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head = unwrapOutboundIn(data) { head = context.channel.allocator.buffer(capacity: 0) }
        context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var arrived = unwrapInboundIn(data)
        guard head != nil else { return context.fireChannelRead(data) }
        head?.writeBuffer(&arrived)
        while let waiting = head, waiting.readableBytes > 0 {
            let bytes = waiting.readableBytesView
            guard Self.mayBeHTTP(bytes) else { return passWaiting(context) }
            let end = Self.end(of: bytes)
            guard end ?? bytes.count <= Self.maximumSize else { return refuse(context) }
            guard let end else { return }
            let lines = ResponseHead(bytes[..<end])
            var rest = waiting
            rest.moveReaderIndex(to: end)
            // Other informational responses precede the final one.
            head = lines.isInformational ? rest : nil
            context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: lines.bytes)))
            if head == nil, rest.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(rest)) }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        passWaiting(context)
        context.fireChannelInactive()
    }

    /// Passes on what can't be repaired: the decoder says what is wrong.
    private func passWaiting(_ context: ChannelHandlerContext) {
        guard let waiting = head else { return }
        head = nil
        if waiting.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(waiting)) }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        head = nil
        context.fireErrorCaught(HTTPParserError.headerOverflow)
        context.close(promise: nil)
    }

    /// True if the bytes begin like a response.
    private static func mayBeHTTP(_ bytes: ByteBufferView) -> Bool { zip(bytes, "HTTP/".utf8).allSatisfy { $0 == $1 } }

    /// The position after the empty line; nil before it has arrived.
    private static func end(of bytes: ByteBufferView) -> Int? {
        var lineStart = bytes.startIndex
        while let feed = bytes[lineStart...].firstIndex(of: UInt8(ascii: "\n")) {
            if bytes[lineStart..<feed].allSatisfy({ $0 == UInt8(ascii: "\r") }) { return feed + 1 }
            lineStart = feed + 1
        }
        return nil
    }
}

extension HeadRepair {
    /// Adds a handler before the decoder of a connection.
    static func add(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(HeadRepair(), position: .before(decoder))
        }
    }
}

/// The status line and header fields of a response, well-formed.
struct ResponseHead {
    private let status: String
    private var fields: [(name: String, value: String)] = []

    /// Reads lines that end in LF, with or without CR. The first one is the status line.
    init(_ bytes: ByteBufferView.SubSequence) {
        // Latin-1, so that each byte stays what it is.
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(String.UnicodeScalarView(line.filter { $0 != UInt8(ascii: "\r") }.map { Unicode.Scalar($0) }))
        }
        status = lines.first ?? ""
        for line in lines.dropFirst() where !line.isEmpty {
            if line.first == " " || line.first == "\t" {
                if !fields.isEmpty { fields[fields.count - 1].value += " " + line.trimmed }
                continue
            }
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].trimmed
            guard !name.isEmpty, name.utf8.allSatisfy(\.isToken) else { continue }
            fields.append((name, line[line.index(after: colon)...].trimmed))
        }
        settleLength()
    }

    /// True if another head follows: a 1xx other than 101.
    var isInformational: Bool {
        let code = status.split(separator: " ").dropFirst().first ?? ""
        return code.count == 3 && code.first == "1" && code != "101"
    }

    /// The head as the decoder reads it.
    var bytes: [UInt8] {
        let lines = [status] + fields.map { "\($0.name): \($0.value)" } + ["", ""]
        return lines.joined(separator: "\r\n").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// Keeps one of equal lengths, and none beside chunks. Different ones stay, and are refused.
    private mutating func settleLength() {
        func isLength(_ field: (name: String, value: String)) -> Bool { field.name.lowercased() == "content-length" }
        let isChunked = fields.contains {
            $0.name.lowercased() == "transfer-encoding" && $0.value.lowercased().hasSuffix("chunked")
        }
        let lengths = Set(fields.filter(isLength).flatMap { $0.value.split(separator: ",").map(\.trimmed) })
        guard lengths.count == 1 || isChunked, let length = lengths.first else { return }
        fields.removeAll(where: isLength)
        if !isChunked { fields.append(("Content-Length", length)) }
    }
}

extension UInt8 {
    /// True if a header field's name may contain the byte (RFC 9110, 5.6.2).
    fileprivate var isToken: Bool {
        (0x61...0x7a).contains(self | 0x20) || (0x30...0x39).contains(self) || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
}

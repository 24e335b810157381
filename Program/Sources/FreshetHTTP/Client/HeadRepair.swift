import NIOCore
import NIOHTTP1

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

    /// Whether the bytes begin as a response does.
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

import NIOCore
import NIOHTTPTypes

/// A handler in each connection's pipeline that ends its live client and closes connections that don't end by themselves.
///
/// It closes connections that outlive the server's shutdown, and those of clients that go on sending what nobody reads.
final class ConnectionWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// How long connections may outlive the server's shutdown.
    private static let patience = TimeAmount.milliseconds(3500)
    /// How many bytes wait in the kernel for a client that doesn't read, at most.
    private static let sendBuffer: ChannelOptions.Types.SocketOption.Value = 65_536

    /// How many bytes of a body are read, at most: more than a form may have, so that the client gets an answer.
    private static let largestBody = 1 << 20

    private let count: Counter
    // Only used on the connection's event loop.
    private weak var client: LiveClient?
    private var hasLeft = false
    private var isCounted = false
    private var bodySize = 0

    init(_ count: Counter) { self.count = count }

    /// Ties a client to its connection.
    static func tie(_ client: LiveClient, to channel: any Channel) {
        channel.eventLoop.execute {
            do {
                let watch = try channel.pipeline.syncOperations.handler(type: ConnectionWatch.self)
                try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: sendBuffer)
                watch.client = client
                if watch.hasLeft { client.end() }
            } catch {
                client.end()  // closed already
            }
        }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        isCounted = true
        count.add(1)
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave(isClosed: true) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head, .end: bodySize = 0
        case .body(let bytes): bodySize += bytes.readableBytes
        }
        if bodySize > Self.largestBody { return context.close(promise: nil) }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave(isClosed: true)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { leave(isClosed: false) }
        if event is ChannelShouldQuiesceEvent {
            let channel = context.channel
            context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func leave(isClosed: Bool) {
        hasLeft = true
        client?.end()
        client = nil
        if isClosed, isCounted {
            isCounted = false
            count.add(-1)
        }
    }
}

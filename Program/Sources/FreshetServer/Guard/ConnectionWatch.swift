import NIOCore
import NIOHTTPTypes
import Synchronization

/// How many connections are open.
final class ConnectionCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }
    func add(_ change: Int) { count.add(change, ordering: .relaxed) }
}

/// Stands in each connection's pipeline: tells its live client when the other side leaves, cuts what does not end in time when the server does,
/// and whoever goes on sending what nobody reads.
final class ConnectionWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// How long after the server has begun to end.
    private static let patience = TimeAmount.milliseconds(3500)
    /// As many bytes wait in the kernel for a client that does not read; what is newer is not even begun with.
    private static let sendBuffer: ChannelOptions.Types.SocketOption.Value = 65_536

    /// As many bytes of a body are listened to: more than any form has, so that who sends too much can be told so.
    private static let largestBody = 1 << 20

    private let count: ConnectionCount
    // The rest is touched on the connection's event loop alone.
    private var client: LiveClient?
    private var hasLeft = false
    private var isCounted = false
    private var bodySize = 0

    init(_ count: ConnectionCount) { self.count = count }

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

import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Platform
import WebText

/// Answers requests for live updates on a connection's event loop, and passes other requests on.
///
/// A task for each client would keep the frames of its async functions as long as the client stays.
final class LiveConnection: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let handler: RequestHandler
    // Only used on the connection's event loop.
    /// The request for live updates that is being read or answered; nil once updates are sent.
    private var incoming: HTTPRequest?
    private var hasReadAll = false
    /// The number of passed-on requests without a response.
    private var unanswered = 0
    private var client: LiveClient?
    private var writer: EventWriter?
    /// True if an update waits until the connection takes more bytes.
    private var isWaiting = false
    /// True if nothing more is written.
    private var isOver = false
    /// True if a request for live updates is or was the last request.
    private var isTaken: Bool { incoming != nil || client != nil || isOver }

    init(_ handler: RequestHandler) { self.handler = handler }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if !isTaken, case .head(let head) = part, head.method == .get, head.headerFields.wantsEvents {
            (incoming, hasReadAll) = (head, false)
        } else if !isTaken {
            if case .head = part { unanswered += 1 }
            context.fireChannelRead(data)
        } else if hasReadAll {
            // Live updates have no end that a further answer could follow.
            context.close(promise: nil)
        } else if case .end = part {
            hasReadAll = true
            if unanswered == 0 { respond(context) }
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        guard case .end = unwrapOutboundIn(data) else { return }
        unanswered = max(0, unanswered - 1)
        if unanswered == 0, incoming != nil, hasReadAll { respond(context) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if isWaiting { update(context) }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isTaken, case .some(.inputClosed) = event as? ChannelEvent {
            if client != nil { finish(context) }
            // Otherwise the response comes first.
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isTaken { context.close(promise: nil) } else { context.fireErrorCaught(error) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    private func respond(_ context: ChannelHandlerContext) {
        guard let incoming, client == nil else { return }
        let request = Request(head: incoming, body: RequestBody(buffer: ByteBuffer()))
        var trace = RequestTrace()
        switch handler.handle(request, ClientConnection(channel: context.channel), &trace) {
        case .now(let response): send(response, to: incoming, trace, context)
        case .later(let request, let work):
            let (handler, loop) = (handler, context.eventLoop)
            let place = NIOLoopBound((self, context), eventLoop: loop)
            Task { [trace] in
                let response = await handler.response(request, work)
                loop.execute {
                    let (connection, context) = place.value
                    if !connection.isOver { connection.send(response, to: incoming, trace, context) }
                }
            }
        }
    }

    private func send(
        _ response: ServerResponse, to request: HTTPRequest, _ trace: RequestTrace, _ context: ChannelHandlerContext
    ) {
        let encoded = handler.encoded(response, for: request)
        handler.record(response, encoded, to: request, trace)
        var (head, bytes) = encoded
        head.headerFields[.date] = HTTPDate(Date()).description
        if case .events(let client, let writer) = response.body {
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            return start(client, writer, context)
        }
        head.headerFields[.connection] = "close"
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let bytes { context.write(wrapOutboundOut(.body(bytes)), promise: nil) }
        finish(context)
    }

    private func start(_ client: LiveClient, _ writer: EventWriter, _ context: ChannelHandlerContext) {
        (incoming, self.client, self.writer) = (nil, client, writer)
        ConnectionWatch.admitLiveClient(context)
        self.writer?.begin { context.write(wrapOutboundOut(.body($0)), promise: nil) }
        context.flush()
        let (channel, loop) = (context.channel, context.eventLoop)
        let place = NIOLoopBound((self, context), eventLoop: loop)
        client.start {
            loop.execute {
                let (connection, context) = place.value
                connection.update(context)
            }
        } disconnect: {
            channel.close(promise: nil)
        }
    }

    private func update(_ context: ChannelHandlerContext) {
        guard let client, !isOver else { return }
        isWaiting = !context.channel.isWritable
        guard !isWaiting, let update = client.take() else { return }
        writer?.write(update) { context.write(wrapOutboundOut(.body($0)), promise: nil) }
        if update.isLast { finish(context) } else { context.flush() }
    }

    /// Ends the response, and closes the connection when all has been written.
    private func finish(_ context: ChannelHandlerContext) {
        if isOver { return }
        isOver = true
        let channel = context.channel
        let end = context.eventLoop.makePromise(of: Void.self)
        end.futureResult.whenComplete { _ in channel.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: end)
    }

    private func leave() {
        isOver = true
        client?.stop()
        (client, writer) = (nil, nil)
    }
}

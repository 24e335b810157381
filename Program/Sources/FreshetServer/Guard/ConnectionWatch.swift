import Feeds
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Platform
import Synchronization

/// A handler in each connection's pipeline that closes connections that would stay open too long.
///
/// It closes connections that exceed a client's share, outlive the server's shutdown, take too long for a request or its response, or send
/// more of a body than is read. Hummingbird closes idle connections.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time for which connections may outlive the server's shutdown.
    private static let closeDelay = TimeAmount.milliseconds(3000)
    /// The maximum number of bytes in the kernel's buffer for a client that doesn't read.
    private static let sendBuffer: ChannelOptions.Types.SocketOption.Value = 65_536

    /// The sizes of the buffer for reading, which each connection keeps: most requests are short.
    private static let reading = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 512, maximum: 65_536)

    /// The number of bytes read beyond the largest body of a route, so that the client receives a response.
    private static let excess = 1 << 20

    /// The maximum number of bytes of a body that are read.
    private static func largestBody(_ target: String) -> Int {
        // The routes of feeds accept no larger bodies than an unknown address.
        let route = Target(target).flatMap { RouteMatch($0, FeedCatalog([])) }?.route
        return (route?.largestBody ?? Route.usualBody) + excess
    }

    private let count: Counter
    private let shares: ClientShares
    private let proxies: TrustedProxies
    private let prefix: PathPrefix
    private let timeout: TimeAmount
    // Only used on the connection's event loop.
    private var share: ClientShares.Share?
    private var isCounted = false
    private var bodySize = 0
    private var target = ""
    private var isReading = false
    /// The number of requests without a complete response.
    private var unanswered = 0
    /// Closes the connection when a request or its response takes too long.
    private var deadline: Scheduled<Void>?

    /// - Parameters:
    ///   - count: counts the connections.
    ///   - shares: limits the connections of each client.
    ///   - proxies: may have any number of connections.
    ///   - prefix: the path below which the server's addresses are.
    ///   - timeout: the time that a request and its response may take; doesn't apply to live clients.
    init(_ count: Counter, _ shares: ClientShares, _ proxies: TrustedProxies, _ prefix: PathPrefix, timeout: TimeAmount)
    {
        self.count = count
        self.shares = shares
        self.proxies = proxies
        (self.prefix, self.timeout) = (prefix, timeout)
    }

    /// Lets a connection stay until its live client leaves.
    static func admitLiveClient(_ context: ChannelHandlerContext) {
        do {
            let pipeline = context.pipeline.syncOperations
            // Heartbeats show whether a live client reads.
            try pipeline.handler(type: ConnectionWatch.self).stopDeadline()
            pipeline.removeHandler(try pipeline.handler(type: HTTPConnectionStateHandler.self), promise: nil)
            try context.channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: sendBuffer)
        } catch {
            context.close(promise: nil)  // closed already
        }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        isCounted = true
        count.add(1)
        do { try context.channel.syncOptions?.setOption(.recvAllocator, value: Self.reading) } catch {
            context.close(promise: nil)  // closed already
        }
        if context.channel.isActive { takeShare(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        takeShare(context)
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            bodySize = 0
            target = head.path.flatMap(prefix.removed) ?? ""
            isReading = true
            unanswered += 1
            if deadline == nil { startDeadline(context) }
        case .body(let bytes): bodySize += bytes.readableBytes
        case .end:
            (bodySize, target) = (0, "")
            isReading = false
            if unanswered == 0 { stopDeadline() }
        }
        if bodySize > Self.excess, bodySize > Self.largestBody(target) { return context.close(promise: nil) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            unanswered = max(0, unanswered - 1)
            if unanswered > 0 {
                stopDeadline()
                startDeadline(context)
            } else if !isReading {
                stopDeadline()
            }
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            let channel = context.channel
            context.eventLoop.scheduleTask(in: Self.closeDelay) { channel.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Closes the connection if the client has too many. A proxy's connections serve many clients, so the clients' requests are counted instead.
    private func takeShare(_ context: ChannelHandlerContext) {
        let peer = context.channel.remoteAddress?.ipAddress.flatMap(IPAddress.init)
        if let peer, proxies.contain(peer) { return }
        share = shares.take(for: peer)
        if share == nil { context.close(promise: nil) }
    }

    private func startDeadline(_ context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
    }

    private func stopDeadline() {
        deadline?.cancel()
        deadline = nil
    }

    private func leave() {
        stopDeadline()
        share = nil
        if isCounted {
            isCounted = false
            count.add(-1)
        }
    }
}

/// Limits the share of a resource that one client may use.
final class ClientShares: Sendable {
    /// A client's share; returned when the last reference to it is released.
    final class Share: Sendable {
        private let release: @Sendable () -> Void

        fileprivate init(release: @escaping @Sendable () -> Void) { self.release = release }

        deinit { release() }
    }

    /// The maximum for each client that isn't on this machine.
    private let limit: Int
    // Connections on many threads take shares, and are admitted or refused immediately.
    private let counts = Mutex<[[UInt8]: Int]>([:])

    init(limit: Int) { self.limit = limit }

    /// Takes a share for a client; nil if the client would exceed the maximum. Unknown addresses count as this machine.
    func take(_ count: Int = 1, for client: IPAddress?) -> Share? {
        guard let client, !client.isLoopback else { return Share {} }
        let network = client.network
        let isTaken = counts.withLock { counts in
            let sum = counts[network, default: 0] + count
            if sum > limit { return false }
            counts[network] = sum
            return true
        }
        if !isTaken { return nil }
        return Share { [weak self] in self?.giveBack(count, network) }
    }

    private func giveBack(_ count: Int, _ network: [UInt8]) {
        counts.withLock { counts in
            let rest = counts[network, default: 0] - count
            counts[network] = rest > 0 ? rest : nil
        }
    }
}

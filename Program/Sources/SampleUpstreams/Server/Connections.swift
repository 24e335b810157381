import NIOCore
import Synchronization

/// The open connections of a server, so that hanging ones can be closed with it.
final class Connections: Sendable {
    private struct State {
        var open: [ObjectIdentifier: Connection] = [:]
        var isStopping = false
    }

    private let state = Mutex(State())

    /// The connection of a channel; already disconnected if the channel is closed.
    func connection(of channel: any Channel) -> Connection {
        if let connection = state.withLock({ $0.open[ObjectIdentifier(channel)] }) { return connection }
        let connection = Connection(channel)
        connection.leave()
        return connection
    }

    func opened(_ channel: any Channel) {
        let connection = Connection(channel)
        let isStopping = state.withLock { state in
            state.open[ObjectIdentifier(channel)] = connection
            return state.isStopping
        }
        if isStopping { connection.leave() }
    }

    func left(_ channel: any Channel) {
        state.withLock { $0.open[ObjectIdentifier(channel)] }?.leave()
    }

    func closed(_ channel: any Channel) {
        state.withLock { $0.open.removeValue(forKey: ObjectIdentifier(channel)) }?.leave()
    }

    /// Ends all waits, also those of new connections.
    func cutWaits() {
        for connection in stopping() { connection.leave() }
    }

    /// Closes every connection.
    func closeAll() {
        for connection in stopping() {
            connection.leave()
            connection.close()
        }
    }

    private func stopping() -> [Connection] {
        state.withLock { state in
            state.isStopping = true
            return Array(state.open.values)
        }
    }
}

/// Reports to `Connections` when a connection opens, when its client stops sending, and when it closes.
final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never
    private let connections: Connections

    init(_ connections: Connections) {
        self.connections = connections
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connections.opened(context.channel)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { connections.left(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        connections.closed(context.channel)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        connections.closed(context.channel)
    }
}

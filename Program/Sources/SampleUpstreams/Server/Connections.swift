import NIOCore
import Platform
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

/// A client's connection. Waits on it end when the client disconnects.
final class Connection: Sendable {
    private struct State {
        var isGone = false
        var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
        var last: UInt64 = 0
    }

    private let channel: any Channel
    private let state = Mutex(State())

    init(_ channel: any Channel) {
        self.channel = channel
    }

    /// Ends all waits, because the client disconnected or the server stops.
    func leave() {
        let waiting = state.withLock { state in
            state.isGone = true
            defer { state.waiting.removeAll() }
            return state.waiting.values.map { $0 }
        }
        for continuation in waiting { continuation.resume(returning: false) }
    }

    /// Waits; false as soon as the client disconnects or the server stops.
    ///
    /// Without a duration, nothing else ends the wait.
    @discardableResult
    func stays(for duration: Duration? = nil) async -> Bool {
        if let duration, duration <= .zero { return true }
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        var timer: Scheduled<Void>?
        defer { timer?.cancel() }
        return await withCheckedContinuation { continuation in
            let isGone = state.withLock { state in
                if !state.isGone { state.waiting[number] = continuation }
                return state.isGone
            }
            if isGone { return continuation.resume(returning: false) }
            // Scheduled last: a timer that fires before the wait begins would have no effect.
            timer = duration.map { duration in
                channel.eventLoop.scheduleTask(in: TimeAmount(duration)) { self.end(wait: number) }
            }
        }
    }

    private func end(wait number: UInt64) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: true)
    }

    func close() {
        channel.close(promise: nil)
    }

    /// Closes the connection with a TCP reset; returns when that is done.
    func reset() async throws {
        if let provider = channel as? any SocketOptionProvider {
            try await provider.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        try await channel.close()
    }
}

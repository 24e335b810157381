import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import Synchronization

/// The connections of one client, made when the first request is: until then there are no threads and no memory of them.
///
/// Whoever asks holds on to this, so that a stream outlives the client that made it.
final class Connections: Sendable {
    private enum State {
        case unused
        case open(AsyncHTTPClient.HTTPClient)
        case closed
    }

    private let configuration: HTTPClient.Configuration
    private let state = Mutex(State.unused)

    init(_ configuration: HTTPClient.Configuration) { self.configuration = configuration }

    deinit {
        // Without this the inner client would stop the program: it wants to be shut down, and this is the last moment.
        if case .open(let client) = state.withLock({ $0 }) { client.shutdown { _ in } }
    }

    /// What makes the requests; nil after `close()`.
    func client() -> AsyncHTTPClient.HTTPClient? {
        state.withLock { state in
            switch state {
            case .open(let client): return client
            case .closed: return nil
            case .unused:
                let client = AsyncHTTPClient.HTTPClient(
                    eventLoopGroupProvider: .singleton, configuration: .init(configuration))
                state = .open(client)
                return client
            }
        }
    }

    /// Cuts what is under way; returns when all connections are closed.
    func close() async {
        let former = state.withLock { state in
            defer { state = .closed }
            return state
        }
        guard case .open(let client) = former else { return }
        await withCheckedContinuation { continuation in client.shutdown { _ in continuation.resume() } }
    }
}

extension AsyncHTTPClient.HTTPClient.Configuration {
    fileprivate init(_ configuration: HTTPClient.Configuration) {
        self.init(
            redirectConfiguration: .disallow, timeout: .init(connect: TimeAmount(configuration.limits.connect)),
            // One read from the network may hold a thousand times its size: the limit holds while it is decompressed.
            decompression: .enabled(limit: .size(configuration.limits.body)))
        connectionPool.retryConnectionEstablishment = false
        connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = configuration.maximumInFlightPerHost
    }
}

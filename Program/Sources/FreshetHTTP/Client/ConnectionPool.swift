import AsyncHTTPClient
import NIOCore
import Platform
import Synchronization

/// The connections of a client, created with the first request, which starts threads and allocates memory.
///
/// Each request retains this, so that a stream outlives its client. There are separate inner clients for direct connections,
/// for each proxy, and for connections that may reach only public addresses.
final class ConnectionPool: Sendable {
    typealias Client = AsyncHTTPClient.HTTPClient

    /// The common properties of an inner client's connections.
    private struct Key: Hashable {
        let proxy: Proxies.Server?
        let reach: Reach
    }

    private enum State {
        case open([Key: Client])
        case closed
    }

    private let configuration: HTTPClient.Configuration
    private let state = Mutex(State.open([:]))

    init(_ configuration: HTTPClient.Configuration) { self.configuration = configuration }

    deinit {
        // An inner client traps if it isn't shut down, and this is the last chance.
        for client in end() { client.shutdown { _ in } }
    }

    /// The inner client for this address; nil after `close()`.
    ///
    /// Its connections check their peers before the first request where `reach` is the public internet. Through a proxy, they can't: the
    /// proxy looks up the host.
    func client(for url: URL, _ reach: Reach) -> Client? {
        let proxy = configuration.proxies.server(for: url)
        let key = Key(proxy: proxy, reach: proxy == nil ? reach : .anywhere)
        return state.withLock { state in
            guard case .open(var clients) = state else { return nil }
            if let client = clients[key] { return client }
            var inner = Client.Configuration(configuration, proxy)
            let isPublic = key.reach == .publicInternet
            inner.http1_1ConnectionDebugInitializer = { channel in
                let repaired = HeadRepair.add(to: channel)
                return isPublic ? repaired.flatMap { channel.checkPeer() } : repaired
            }
            if isPublic { inner.http2ConnectionDebugInitializer = { $0.checkPeer() } }
            let client = Client(eventLoopGroupProvider: .singleton, configuration: inner)
            clients[key] = client
            state = .open(clients)
            return client
        }
    }

    /// Cancels all requests and returns when the connections are closed.
    func close() async {
        for client in end() {
            await withCheckedContinuation { continuation in client.shutdown { _ in continuation.resume() } }
        }
    }

    private func end() -> [Client] {
        state.withLock { state in
            guard case .open(let clients) = state else { return [] }
            state = .closed
            return Array(clients.values)
        }
    }
}

extension AsyncHTTPClient.HTTPClient.Configuration {
    fileprivate init(_ configuration: HTTPClient.Configuration, _ proxy: Proxies.Server?) {
        // `ContentDecoder` decompresses bodies.
        self.init(
            redirectConfiguration: .disallow, timeout: .init(connect: TimeAmount(configuration.limits.connect)),
            decompression: .disabled)
        connectionPool.retryConnectionEstablishment = false
        connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = configuration.maximumInFlightPerHost
        self.proxy = proxy.map { proxy in
            .server(
                host: proxy.host, port: proxy.port,
                authorization: proxy.user.map { .basic(username: $0, password: proxy.password) })
        }
    }
}

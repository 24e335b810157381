import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The connections of a client, created with the first request, which starts threads and allocates memory.
///
/// Each request retains this, so that a stream outlives its client. One inner client has the direct connections, and
/// another one those of each proxy.
final class Connections: Sendable {
    typealias Client = AsyncHTTPClient.HTTPClient

    private enum State {
        case open([Proxies.Server?: Client])
        case closed
    }

    private let configuration: HTTPClient.Configuration
    private let state = Mutex(State.open([:]))

    init(_ configuration: HTTPClient.Configuration) { self.configuration = configuration }

    deinit {
        // An inner client traps if it isn't shut down, and this is the last chance.
        for client in end() { client.shutdown { _ in } }
    }

    /// The inner client for an address; nil after `close()`.
    func client(for url: URL) -> Client? {
        let proxy = configuration.proxies.server(for: url)
        return state.withLock { state in
            guard case .open(var clients) = state else { return nil }
            if let client = clients[proxy] { return client }
            let client = Client(eventLoopGroupProvider: .singleton, configuration: .init(configuration, proxy))
            clients[proxy] = client
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
        self.init(
            redirectConfiguration: .disallow, timeout: .init(connect: TimeAmount(configuration.limits.connect)),
            // A read from the network can decompress to a thousand times its size, so the limit is enforced during decompression.
            decompression: .enabled(limit: .size(configuration.limits.body)))
        connectionPool.retryConnectionEstablishment = false
        connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = configuration.maximumInFlightPerHost
        self.proxy = proxy.map { proxy in
            .server(
                host: proxy.host, port: proxy.port,
                authorization: proxy.user.map { .basic(username: $0, password: proxy.password) })
        }
    }
}

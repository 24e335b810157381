import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The connections of one client, made when the first request is: until then there are no threads and no memory of them.
///
/// Whoever asks holds on to this, so that a stream outlives the client that made it. Direct connections are kept by one inner client, those
/// through a proxy by another for each.
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
        // Without this an inner client would stop the program: it wants to be shut down, and this is the last moment.
        for client in end() { client.shutdown { _ in } }
    }

    /// What makes the requests to this address; nil after `close()`.
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

    /// Cuts what is under way; returns when all connections are closed.
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
            // One read from the network may hold a thousand times its size: the limit holds while it is decompressed.
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

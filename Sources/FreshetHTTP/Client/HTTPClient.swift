internal import AsyncHTTPClient
public import Freshet
public import HTTPTypes
internal import NIOCore
internal import NIOHTTPCompression

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes requests over HTTP/1.1 and HTTP/2, with redirects, decompression, deadlines and bounds.
///
/// The streams stand under `rx`. Connections are kept and used again; the threads are those of the process's shared event loops, so that
/// a client costs next to nothing until it asks. It need not be shut down before the process ends. Proxies named in the environment are
/// not used.
public final class HTTPClient: HTTPTransport, ReactiveCompatible {
    private let client: AsyncHTTPClient.HTTPClient
    private let configuration: Configuration
    private let gate: HostGate

    /// A client that asks as configured.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        gate = HostGate(limit: configuration.maximumInFlightPerHost)
        var inner = AsyncHTTPClient.HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: TimeAmount(configuration.limits.connect)),
            // The bytes that come out are counted while they come.
            decompression: .enabled(limit: .none))
        inner.connectionPool.retryConnectionEstablishment = false
        inner.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = configuration.maximumInFlightPerHost
        client = AsyncHTTPClient.HTTPClient(eventLoopGroupProvider: .singleton, configuration: inner)
    }

    deinit {
        // Without this the inner client would stop the program: it wants to be shut down, and this is the last moment.
        client.shutdown { _ in }
    }

    /// One request for each subscription; see ``Reactive/response(for:)``.
    public func response(for request: HTTPRequest) -> Single<HTTPReply> {
        response(for: request, limits: configuration.limits)
    }

    func response(for request: HTTPRequest, limits: Limits) -> Single<HTTPReply> {
        let exchange = Exchange(client: client, configuration: configuration, limits: limits, gate: gate)
        return .create { try await exchange.reply(to: request) }
    }
}

extension Reactive where Base == HTTPClient {
    /// The answer: one request for each subscription, cancelled with its connection by disposal.
    ///
    /// Succeeds with a status of success or with 304, fails with an ``HTTPError`` otherwise. *Runs on* a thread of Swift's pool.
    /// - Parameter limits: in the place of the client's own.
    public func response(for request: HTTPRequest, limits: HTTPClient.Limits? = nil) -> Single<HTTPReply> {
        guard let limits else { return base.response(for: request) }
        return base.response(for: request, limits: limits)
    }

    /// The answer's body.
    public func data(for request: HTTPRequest, limits: HTTPClient.Limits? = nil) -> Single<Data> {
        response(for: request, limits: limits).map(\.body)
    }

    /// The answer's body read as JSON. A 304 has none and fails as undecodable: do not make such a request conditional.
    public func decoded<Value: Decodable & Sendable>(
        as type: Value.Type, for request: HTTPRequest, limits: HTTPClient.Limits? = nil
    ) -> Single<Value> {
        response(for: request, limits: limits).map { try $0.decoded(as: type) }
    }
}

extension TimeAmount {
    /// The same length in NIO's terms.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}

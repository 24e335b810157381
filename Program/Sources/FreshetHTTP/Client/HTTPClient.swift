public import Freshet
public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes requests over HTTP/1.1 and HTTP/2, with redirects, decompression, deadlines and bounds.
///
/// The streams stand under `rx`. Connections are kept and used again; the threads are those of the process's shared event loops, so that
/// a client costs nothing until it asks. It need not be shut down before the process ends: its connections close when neither it nor one of its
/// streams is there any more. Proxies that the environment names are used; see ``Proxies``.
public final class HTTPClient: HTTPTransport, ReactiveCompatible {
    private let connections: Connections
    private let configuration: Configuration
    private let gate: HostGate
    private let resolver: HostResolver

    /// A client that asks as configured.
    public convenience init(configuration: Configuration = Configuration()) {
        self.init(configuration: configuration, resolver: .system)
    }

    init(configuration: Configuration, resolver: HostResolver) {
        self.configuration = configuration
        self.resolver = resolver
        gate = HostGate(limit: configuration.maximumInFlightPerHost)
        connections = Connections(configuration)
    }

    /// One request for each subscription; see ``Freshet/Reactive/response(for:limits:)``.
    public func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        response(for: request, limits: configuration.limits, bounds: purpose.bounds)
    }

    /// Cuts the requests that are under way, which fail, and returns when all connections are closed.
    ///
    /// Later requests fail as unreachable.
    public func shutdown() async { await connections.close() }

    /// One request with a body for each subscription. It is never repeated.
    ///
    /// - Ends: with the answer; fails as ``response(for:purpose:)`` does.
    /// - Runs on: a thread of Swift's pool.
    /// - Keeps: the body.
    public func response(for request: HTTPRequest, body: Data) -> Single<HTTPReply> {
        response(for: request, limits: configuration.limits, body: body)
    }

    func response(
        for request: HTTPRequest, limits: Limits, bounds: RequestBounds = RequestBounds(), body: Data? = nil
    ) -> Single<HTTPReply> {
        var limits = limits
        limits.body = min(limits.body, configuration.limits.body, bounds.body ?? .max)
        let exchange = Exchange(
            connections: connections, configuration: configuration, limits: limits, gate: gate, resolver: resolver,
            bounds: bounds, body: body)
        return .create { observer in
            do {
                // At once, so that requests have their turns in the order of their subscriptions.
                let beginning = try exchange.begin(request)
                let task = Task {
                    do {
                        observer(.success(try await exchange.reply(to: request, beginning)))
                    } catch {
                        observer(.failure(error))
                    }
                }
                return Disposables.create { task.cancel() }
            } catch {
                observer(.failure(error))
                return Disposables.create()
            }
        }
    }
}

extension Reactive where Base == HTTPClient {
    /// The answer: one request for each subscription, cancelled with its connection by disposal.
    ///
    /// Succeeds with a status of success or with 304, fails with an ``HTTPError`` otherwise. Those that must wait for others to the same host have
    /// their turns in the order of their subscriptions. *Runs on* a thread of Swift's pool.
    /// `limits` stand in the place of the client's own, but for the time to connect, since connections are shared by requests; the body's
    /// can only be smaller.
    public func response(for request: HTTPRequest, limits: HTTPClient.Limits? = nil) -> Single<HTTPReply> {
        guard let limits else { return base.response(for: request) }
        return base.response(for: request, limits: limits)
    }

    /// The answer's body.
    ///
    /// A 304 has none and fails as ``HTTPError/status(_:_:body:)``: ask for the response where the request is conditional.
    public func data(for request: HTTPRequest, limits: HTTPClient.Limits? = nil) -> Single<Data> {
        response(for: request, limits: limits).map { try $0.present().body }
    }

    /// The answer's body read as JSON.
    ///
    /// A 304 has none and fails as ``HTTPError/status(_:_:body:)``: ask for the response where the request is conditional.
    public func decoded<Value: Decodable & Sendable>(
        as type: Value.Type, for request: HTTPRequest, decoder: JSONDecoder = JSONDecoder(),
        limits: HTTPClient.Limits? = nil
    ) -> Single<Value> {
        response(for: request, limits: limits).map { try $0.present().decoded(as: type, decoder: decoder) }
    }
}

extension HTTPReply {
    /// The reply, unless it only says that what is known is still right.
    fileprivate func present() throws(HTTPError) -> HTTPReply {
        if status == .notModified { throw .status(url, status, body: "") }
        return self
    }
}

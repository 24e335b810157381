import Freshet
import HTTPTypes
import Platform

/// Makes requests over HTTP/1.1 and HTTP/2, with redirects, decompression, timeouts and size limits.
///
/// The streams are in `rx`. Connections are reused. The client uses the process's shared event loops, and needs no resources until
/// its first request. It needn't be shut down: its connections close with the last reference to the client and its
/// streams. Proxies in the environment are used; see ``Proxies``.
package final class HTTPClient: HTTPTransport, ReactiveCompatible {
    private let connections: ConnectionPool
    private let configuration: Configuration
    private let gate: HostGate
    private let resolver: HostResolver

    /// A client with a configuration.
    package convenience init(configuration: Configuration = Configuration()) {
        self.init(configuration: configuration, resolver: .system)
    }

    init(configuration: Configuration, resolver: HostResolver) {
        self.configuration = configuration
        self.resolver = resolver
        gate = HostGate(limit: configuration.maximumInFlightPerHost)
        connections = ConnectionPool(configuration)
    }

    /// Makes a request for each subscription; see ``Freshet/Reactive/response(for:limits:)``.
    package func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        response(for: request, limits: configuration.limits, bounds: purpose.bounds, body: purpose.body)
    }

    /// Makes a request for each subscription, and counts it and each redirect.
    ///
    /// *Ends* as ``response(for:purpose:)`` does.
    package func response(
        for request: HTTPRequest, purpose: RequestPurpose, counting count: RequestCount
    ) -> Single<HTTPReply> {
        response(
            for: request, limits: configuration.limits, bounds: purpose.bounds, body: purpose.body, count: count)
    }

    /// Cancels all requests and returns when the connections are closed.
    ///
    /// Later requests fail as unreachable.
    package func shutdown() async { await connections.close() }

    func response(
        for request: HTTPRequest, limits: Limits, bounds: RequestBounds = RequestBounds(), body: Data? = nil,
        count: RequestCount? = nil
    ) -> Single<HTTPReply> {
        var limits = limits
        limits.body = bounds.body ?? min(limits.body, configuration.limits.body)
        let exchange = Exchange(
            connections: connections, configuration: configuration, limits: limits, gate: gate, resolver: resolver,
            bounds: bounds, body: body, count: count)
        return .create { observer in
            do {
                // Immediately, so that requests queue in the order of their subscriptions.
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
    /// Makes a request for each subscription; disposal cancels it and closes its connection.
    ///
    /// Succeeds with a 2xx status or 304, and fails with an ``HTTPError`` otherwise. Requests to a busy host
    /// queue in the order of their subscriptions. *Runs on* a thread of Swift's pool.
    /// `limits` replace the client's own, except for the connect timeout, because requests share connections. The body's
    /// limit can only be lowered.
    package func response(for request: HTTPRequest, limits: HTTPClient.Limits? = nil) -> Single<HTTPReply> {
        guard let limits else { return base.response(for: request) }
        return base.response(for: request, limits: limits)
    }

    /// The body of the response.
    ///
    /// A 304 has no body and fails as ``HTTPError/status(_:_:body:)``: for a conditional request, use the response.
    package func data(for request: HTTPRequest, limits: HTTPClient.Limits? = nil) -> Single<Data> {
        response(for: request, limits: limits).map { try $0.present().body }
    }

    /// The body of the response, decoded as JSON.
    ///
    /// A 304 has no body and fails as ``HTTPError/status(_:_:body:)``: for a conditional request, use the response.
    package func decoded<Value: Decodable & Sendable>(
        as type: Value.Type, for request: HTTPRequest, decoder: JSONDecoder = JSONDecoder(),
        limits: HTTPClient.Limits? = nil
    ) -> Single<Value> {
        response(for: request, limits: limits).map { try $0.present().decoded(as: type, decoder: decoder) }
    }
}

extension HTTPReply {
    /// The reply, unless it is a 304.
    fileprivate func present() throws(HTTPError) -> HTTPReply {
        if status == .notModified { throw .status(url, status, body: "") }
        return self
    }
}

extension HTTPClient {
    /// The configuration of a client.
    package struct Configuration: Sendable {
        /// The `User-Agent` of requests without one. GitHub rejects requests that have none.
        package var userAgent: String
        /// The limits of a request.
        package var limits: Limits
        /// The maximum number of concurrent requests to a host; others queue.
        package var maximumInFlightPerHost: Int
        /// The maximum number of redirects.
        package var maximumRedirects: Int
        /// The proxies.
        package var proxies: Proxies
        /// The current time, from which waits that a server asks for are counted.
        package var now: @Sendable () -> Date

        /// Creates a configuration.
        /// - Precondition: the number of concurrent requests is positive, and that of redirects isn't negative.
        package init(
            userAgent: String = "Freshet", limits: Limits = Limits(), maximumInFlightPerHost: Int = 16,
            maximumRedirects: Int = 5, proxies: Proxies = .environment, now: @escaping @Sendable () -> Date = { Date() }
        ) {
            precondition(maximumInFlightPerHost > 0, "`maximumInFlightPerHost` must be positive.")
            precondition(maximumRedirects >= 0, "`maximumRedirects` must not be negative.")
            self.userAgent = userAgent
            self.limits = limits
            self.maximumInFlightPerHost = maximumInFlightPerHost
            self.maximumRedirects = maximumRedirects
            self.proxies = proxies
            self.now = now
        }
    }

    /// Limits of time and memory for a request.
    package struct Limits: Sendable, Hashable {
        /// The time to connect, including the TLS handshake.
        package var connect: Duration
        /// The time from the request's start, after queueing, to the beginning of its response. Each redirect starts anew.
        package var firstByte: Duration
        /// The time from the request's start, after queueing, to the end of its response, including redirects.
        package var whole: Duration
        /// The maximum size of the decompressed body in bytes.
        ///
        /// The approximate maximum of memory that a request uses.
        package var body: Int

        /// By default 10 s to connect, 60 s until a response begins, 90 s in all, and 16 MiB.
        package init(
            connect: Duration = .seconds(10), firstByte: Duration = .seconds(60), whole: Duration = .seconds(90),
            body: Int = 16 * 1024 * 1024
        ) {
            self.connect = connect
            self.firstByte = firstByte
            self.whole = whole
            self.body = body
        }
    }
}

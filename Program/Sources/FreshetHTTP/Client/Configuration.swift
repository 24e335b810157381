import Platform

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

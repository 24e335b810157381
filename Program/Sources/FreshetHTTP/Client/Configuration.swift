extension HTTPClient {
    /// How a client asks.
    public struct Configuration: Sendable {
        /// The `User-Agent` of requests that have none: GitHub refuses requests without one.
        public var userAgent: String
        /// What a request may take.
        public var limits: Limits
        /// How many requests to one host may be under way; others wait in their order.
        public var maximumInFlightPerHost: Int
        /// How often a request may be led on to another address.
        public var maximumRedirects: Int
        /// The proxies that requests go through.
        public var proxies: Proxies

        /// A configuration.
        /// - Precondition: at least one request may be under way, and redirects are not fewer than none.
        public init(
            userAgent: String = "Freshet", limits: Limits = Limits(), maximumInFlightPerHost: Int = 16,
            maximumRedirects: Int = 5, proxies: Proxies = .environment
        ) {
            precondition(maximumInFlightPerHost > 0, "No request would ever be made.")
            precondition(maximumRedirects >= 0, "Redirects cannot be followed \(maximumRedirects) times.")
            self.userAgent = userAgent
            self.limits = limits
            self.maximumInFlightPerHost = maximumInFlightPerHost
            self.maximumRedirects = maximumRedirects
            self.proxies = proxies
        }
    }

    /// What a request may take, of time and of memory.
    public struct Limits: Sendable, Hashable {
        /// Until the connection stands; secure ones included.
        public var connect: Duration
        /// From when a request's turn has come until its answer begins; each redirect anew.
        public var firstByte: Duration
        /// From when a request's turn has come until the answer has ended, redirects included.
        public var whole: Duration
        /// Bytes of a body, decompressed.
        ///
        /// That is about what a request holds in memory at most, whatever is sent.
        public var body: Int

        /// 10 s for a connection, 60 s until an answer begins and 90 s for all of it, and 16 MiB, unless told otherwise.
        public init(
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

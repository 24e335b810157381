public import Platform

extension SampleUpstreams {
    /// The configuration of a sample server.
    ///
    /// Servers with equal `seed`, `start` and clock have the same data.
    public struct Configuration: Sendable {
        /// The address to listen on. Keep it on loopback; this server isn't meant for a network.
        public var host: String
        /// The port to listen on; 0 for a free one.
        public var port: Int
        /// The seed of all made-up data.
        public var seed: UInt64
        /// The delay of each response.
        public var latency: Duration
        /// The instant from which the data grows; nil for the clock's time at the start.
        public var start: Date?
        /// The clock; `Control.advance(by:)` is added to it.
        public var clock: @Sendable () -> Date
        /// Seconds in GitHub's `X-Poll-Interval` and `Cache-Control: max-age`.
        public var pollInterval: Int
        /// GitHub's requests an hour without a token.
        public var gitHubLimit: Int
        /// GitHub's requests an hour with a token.
        public var gitHubTokenLimit: Int
        /// GitHub's searches a minute without a token; three times as many with one.
        public var gitHubSearchLimit: Int
        /// Whether clients that accept gzip get it, uncompressed.
        public var usesGzip: Bool
        /// The growth of data; above 0.
        ///
        /// 1 means a GitHub event every 45 s (in `octo-sample/harbor`), a news story every 30 s, a natural event every 5 min.
        public var growth: Double
        /// Whether any client may use `Control` below `/control`, for tests in another process.
        public var isControllable: Bool

        /// Creates a configuration. The defaults suit tests.
        public init(
            host: String = "127.0.0.1", port: Int = 0, seed: UInt64 = 1, latency: Duration = .zero, start: Date? = nil,
            clock: @escaping @Sendable () -> Date = { Date() }, pollInterval: Int = 60, gitHubLimit: Int = 60,
            gitHubTokenLimit: Int = 5000, gitHubSearchLimit: Int = 10, usesGzip: Bool = false, growth: Double = 1,
            isControllable: Bool = false
        ) {
            self.host = host
            self.port = port
            self.seed = seed
            self.latency = latency
            self.start = start
            self.clock = clock
            self.pollInterval = pollInterval
            self.gitHubLimit = gitHubLimit
            self.gitHubTokenLimit = gitHubTokenLimit
            self.gitHubSearchLimit = gitHubSearchLimit
            self.usesGzip = usesGzip
            self.growth = growth
            self.isControllable = isControllable
        }
    }
}

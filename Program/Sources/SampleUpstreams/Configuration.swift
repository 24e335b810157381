import Platform

extension SampleUpstreams {
    /// The configuration of a sample server.
    ///
    /// Servers with equal `seed`, `start` and clock have the same data.
    package struct Configuration: Sendable {
        /// The address to listen on. Keep it on loopback; this server isn't meant for a network.
        package var host: String
        /// The port to listen on; 0 for a free one.
        package var port: Int
        /// The seed of all made-up data.
        package var seed: UInt64
        /// The delay of each response.
        package var latency: Duration
        /// The instant from which the data grows; nil for the clock's time at the start.
        package var start: Date?
        /// The clock; `Control.advance(by:)` is added to it.
        package var clock: @Sendable () -> Date
        /// Seconds in GitHub's `X-Poll-Interval` and `Cache-Control: max-age`.
        package var pollInterval: Int
        /// GitHub's requests an hour without a token.
        package var gitHubLimit: Int
        /// GitHub's requests an hour with a token.
        package var gitHubTokenLimit: Int
        /// GitHub's searches a minute without a token; three times as many with one.
        package var gitHubSearchLimit: Int
        /// Whether clients that accept gzip get it, uncompressed.
        package var usesGzip: Bool
        /// The growth of data; above 0.
        ///
        /// 1 means a GitHub event every 45 s (in `octo-sample/harbor`), a news story every 30 s, a natural event every 5 min.
        package var growth: Double
        /// Whether any client may use `Control` below `/control`, for tests in another process.
        package var isControllable: Bool

        /// Creates a configuration. The defaults suit tests.
        package init(
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

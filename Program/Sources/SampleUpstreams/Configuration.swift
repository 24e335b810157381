#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SampleUpstreams {
    /// What the sample server is started with.
    ///
    /// Two servers with equal `seed`, `start` and clock readings tell the same data.
    public struct Configuration: Sendable {
        /// The address to listen on; keep it on loopback, nothing here is meant for a network.
        public var host: String
        /// The port to listen on; 0 takes a free one.
        public var port: Int
        /// The seed of all made-up data.
        public var seed: UInt64
        /// How long every answer waits before its first byte.
        public var latency: Duration
        /// The instant that the data's history leads up to and from which it grows; the clock's reading at the start if nil.
        public var start: Date?
        /// Where the time is read; `Control.advance(by:)` is added to it.
        public var clock: @Sendable () -> Date
        /// Seconds in GitHub's `X-Poll-Interval` and `Cache-Control: max-age`.
        public var pollInterval: Int
        /// Requests an hour to GitHub without a token.
        public var gitHubLimit: Int
        /// Requests an hour to GitHub with one token.
        public var gitHubTokenLimit: Int
        /// Searches a minute on GitHub without a token; three times as many with one.
        public var gitHubSearchLimit: Int
        /// Whether clients that accept gzip get it; what they get is stored in gzip's format, not made smaller.
        public var usesGzip: Bool
        /// How fast data grows; above 0.
        ///
        /// 1 is a GitHub event each 45 s (in `octo-sample/harbor`), a news story each 30 s, a natural event each 5 min.
        public var growth: Double
        /// Whether anybody who reaches the server may work `Control` by `/control`: for tests that run in another process.
        public var isControllable: Bool

        /// Makes a configuration; each default suits a test.
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

import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Platform

/// A running server that imitates the upstreams' APIs with made-up, growing data, and fails on request.
///
/// It listens until `stop()` is called or the task of `run()` is canceled, even if the value is released.
package struct SampleUpstreams: Sendable {
    /// Faults, latency, the sample's clock and the log of requests.
    package let control: FaultControl
    /// The port that the server listens on.
    package let port: Int
    private let host: String
    private let server: Server<HTTP1Channel>
    private let serving: Task<Void, any Error>
    private let connections: Connections

    /// Starts listening. Returns when the port accepts connections; fails if it is unavailable.
    package static func start(_ configuration: Configuration = .init()) async throws -> SampleUpstreams {
        let control = FaultControl(configuration)
        let connections = Connections()
        let handler = SampleHandler(configuration, control: control, connections: connections)
        var logger = Logger(label: "freshet.upstreams")
        logger.logLevel = .error
        let loops = MultiThreadedEventLoopGroup.singleton
        let listening = loops.next().makePromise(of: Int.self)
        let server = Server(
            childChannelSetup: HTTP1Channel(
                responder: { request, writer, channel in
                    try await handler.respond(to: request, writer: writer, channel: channel)
                },
                configuration: .init(additionalChannelHandlers: [ClientWatch(connections)])),
            configuration: .init(address: .hostname(configuration.host, port: configuration.port)),
            onServerRunning: { channel in listening.succeed(channel.localAddress?.port ?? configuration.port) },
            eventLoopGroup: loops, logger: logger)
        let serving = Task {
            do {
                try await server.run()
            } catch {
                listening.fail(error)
                throw error
            }
        }
        let port = try await listening.futureResult.get()
        return SampleUpstreams(
            control: control, port: port, host: configuration.host, server: server, serving: serving,
            connections: connections)
    }

    /// Stops listening and returns when the port is free.
    ///
    /// Responses in progress are completed, hanging and endless ones interrupted; clients that don't read get 2 s.
    package func stop() async {
        connections.cutWaits()
        let deadline = Task {
            try await Task.sleep(for: .seconds(2))
            connections.closeAll()  // clients that don't read
        }
        do {
            try await server.shutdownGracefully()
        } catch {
            connections.closeAll()  // the listening socket failed to close; close the connections anyway
        }
        deadline.cancel()
        _ = await serving.result
    }

    /// Serves until the calling task is canceled or `stop()` is called; fails if the server fails.
    package func run() async throws {
        try await withTaskCancellationHandler {
            try await serving.value
        } onCancel: {
            Task { await stop() }
        }
    }
}

extension SampleUpstreams {
    /// The base address of all APIs, without a slash at its end.
    package var baseURL: URL { address("") }
    /// The environment variables that direct the program to this server, with their values.
    package var variables: [(name: String, value: String)] { Self.variables(at: baseURL) }

    /// The environment variables that direct the program to a server at this address, with their values.
    package static func variables(at base: URL) -> [(name: String, value: String)] {
        Samples.all.compactMap { sample in sample.variable.map { ($0, base.absoluteString + sample.basePath) } }
    }

    /// An address on the server.
    func address(_ path: String) -> URL {
        // swift-format-ignore: NeverForceUnwrap
        URL(string: "http://\(host):\(port)\(path)")!  // cannot fail: the server listens on this host
    }
}

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
        /// The clock; `FaultControl.advance(by:)` is added to it.
        package var clock: @Sendable () -> Date
        /// Seconds in GitHub's `X-Poll-Interval` and `Cache-Control: max-age`.
        package var pollInterval: Int
        /// GitHub's requests an hour without a token.
        package var gitHubLimit: Int
        /// GitHub's requests an hour with a token.
        package var gitHubTokenLimit: Int
        /// GitHub's searches a minute without a token; three times as many with one.
        package var gitHubSearchLimit: Int
        /// True if clients that accept gzip get it, uncompressed.
        package var usesGzip: Bool
        /// The growth of data; above 0.
        ///
        /// 1 means a GitHub event every 45 s (in `octo-sample/harbor`), a news story every 30 s, a natural event every 5 min.
        package var growth: Double
        /// True if any client may use `FaultControl` below `/control`, for tests in another process.
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

extension SampleUpstreams {
    /// Repositories to try first; they always exist.
    package static let hint =
        "repositories: octo-sample/harbor octo-sample/lighthouse octo-sample/busy octo-sample/empty"

    /// Examples of faults, for `--help`.
    package static let controlExamples = """
          POST /control/fail?path=/github&fault=rateLimitedPrimary&reset=600
          POST /control/fail?path=/news&fault=status&status=503&times=2
          POST /control/clear
          POST /control/latency?path=/eonet&ms=2000
          POST /control/advance?seconds=300     the sample's clock
          GET  /control/requests?path=/github   the requests it has received
        """
}

extension SampleUpstreams {
    /// A loopback port without a listener, so that connections are refused.
    package static func unusedPort() throws -> Int {
        let descriptor = socket(AF_INET, streamSocket, 0)
        guard descriptor >= 0 else { throw NoPort(call: "socket", number: errno) }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                guard bind(descriptor, pointer, size) == 0 else { throw NoPort(call: "bind", number: errno) }
                guard getsockname(descriptor, pointer, &size) == 0 else {
                    throw NoPort(call: "getsockname", number: errno)
                }
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

/// No socket is available for a port.
struct NoPort: Error, CustomStringConvertible {
    let call: String
    let number: Int32

    var description: String { "\(call) failed with error \(number); are there too many open files?" }
}

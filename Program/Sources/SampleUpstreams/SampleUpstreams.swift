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
    package let control: Control
    /// The port that the server listens on.
    package let port: Int
    private let host: String
    private let server: Server<HTTP1Channel>
    private let serving: Task<Void, any Error>
    private let connections: Connections

    /// Starts listening. Returns when the port accepts connections; fails if it is unavailable.
    package static func start(_ configuration: Configuration = .init()) async throws -> SampleUpstreams {
        let control = Control(configuration)
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

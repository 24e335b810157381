internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A running server that speaks the upstreams' APIs with made-up, growing data and fails when asked to.
///
/// It listens until `stop()` is called, or the task in `run()` is cancelled; dropping the value alone does not end it.
public struct SampleUpstreams: Sendable {
    /// Faults, latency, the sample's clock and the log of requests.
    public let control: Control
    /// The port that the server listens on.
    public let port: Int
    private let host: String
    private let server: Server<HTTP1Channel>
    private let serving: Task<Void, any Error>
    private let connections: Connections

    /// Starts listening; returns when the port accepts connections, fails when it cannot be had.
    public static func start(_ configuration: Configuration = .init()) async throws -> SampleUpstreams {
        let control = Control(configuration)
        let connections = Connections()
        let door = Door(configuration, control: control, connections: connections)
        var logger = Logger(label: "freshet.upstreams")
        logger.logLevel = .error
        let loops = MultiThreadedEventLoopGroup.singleton
        let listening = loops.next().makePromise(of: Int.self)
        let server = Server(
            childChannelSetup: HTTP1Channel(
                responder: { request, writer, channel in
                    try await door.answer(request, writer: writer, channel: channel)
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
    /// Answers on their way are finished, hanging and endless ones cut; who does not read is waited for 2 s.
    public func stop() async {
        connections.cutWaits()
        let impatience = Task {
            try await Task.sleep(for: .seconds(2))
            connections.closeAll()  // whoever does not read what is sent
        }
        do {
            try await server.shutdownGracefully()
        } catch {
            connections.closeAll()  // the listening socket failed to close in order; what is open is closed without it
        }
        impatience.cancel()
        _ = await serving.result
    }

    /// Serves until the calling task is cancelled or `stop()` is called elsewhere; fails when the server itself does.
    public func run() async throws {
        try await withTaskCancellationHandler {
            try await serving.value
        } onCancel: {
            Task { await stop() }
        }
    }
}

extension SampleUpstreams {
    /// The address that all APIs stand under, without a slash at its end.
    public var baseURL: URL { address("") }
    /// The environment variables that lead the program to the made-up upstreams, with what to set them to.
    public var variables: [(name: String, value: String)] {
        Samples.all.compactMap { sample in sample.variable.map { ($0, address(sample.basePath).absoluteString) } }
    }

    /// An address below the server's own.
    func address(_ path: String) -> URL {
        // swift-format-ignore: NeverForceUnwrap
        URL(string: "http://\(host):\(port)\(path)")!  // cannot fail: the server listens on this host
    }
}

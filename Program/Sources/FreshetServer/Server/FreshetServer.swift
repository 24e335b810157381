public import Feeds
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle

/// The page and the interface for programs, on one port: what the feeds know, and what they learn while somebody looks.
///
/// Ends with a graceful shutdown of the service group it is in; signals are its caller's. Clients that follow feeds are sent away at once,
/// requests that are being answered are finished, and whatever is left is cut within five seconds.
public struct FreshetServer: Service {
    private let backstage: Backstage
    private let onStart: @Sendable (Int) -> Void

    /// Makes a server that ``run()`` starts; nothing is opened yet.
    ///
    /// Throws a ``Refusal`` where the configuration would let strangers in.
    /// - Parameter onStart: is called with the port when it accepts connections.
    public init(
        environment: FeedEnvironment, configuration: Configuration, logger: Logger,
        onStart: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(Refusal) {
        try configuration.check()
        let publicURL = try configuration.readPublicURL()
        self.onStart = onStart
        var configuration = configuration
        // Who finds no descriptor is not even told so.
        configuration.maximumClients = min(
            configuration.maximumClients, max(64, FileDescriptors.raisedLimit() - FrontDoor.otherConnections - 128))
        backstage = Backstage(environment, configuration, publicURL, logger)
    }

    /// Serves until a graceful shutdown ends it, or the task is cancelled; fails when the port cannot be had.
    public func run() async throws {
        let backstage = backstage
        var group = ServiceGroupConfiguration(
            services: [Pulse(backstage: backstage), Serving(backstage: backstage, onStart: onStart)],
            logger: backstage.quiet)
        group.maximumGracefulShutdownDuration = .milliseconds(4500)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as CancellationError {
            if Task.isCancelled { throw error }
        }
        backstage.channels.stop()
    }
}

/// The application, whose live clients are sent away when it is to end.
private struct Serving: Service {
    let backstage: Backstage
    let onStart: @Sendable (Int) -> Void

    func run() async throws {
        let configuration = backstage.configuration
        let connections = backstage.connections
        var channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionWatch(connections)], idleTimeout: .seconds(60),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
        channel.idleTimeout = .seconds(60)
        let onStart = onStart
        let application = Application(
            responder: FrontDoor(backstage: backstage), server: .http1(configuration: channel),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: nil, backlog: 4096),
            onServerRunning: { onStart($0.localAddress?.port ?? configuration.port) }, logger: backstage.quiet)
        let channels = backstage.channels
        // The first reader already finds what is followed.
        await backstage.recheck()
        try await withGracefulShutdownHandler {
            try await application.run()
        } onGracefulShutdown: {
            channels.stop()
        }
    }
}

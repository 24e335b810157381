import Dispatch
import FeedStore
import Feeds
import Freshet
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// The web page and the API, on one port.
///
/// A graceful shutdown of its service group ends it; handling signals is up to the caller. Live clients are disconnected immediately, requests
/// in progress finish, and connections that are left are closed within five seconds.
package struct FreshetServer: Service {
    let contexts: AccountContexts
    private let onStart: @Sendable (Int) -> Void

    /// Makes a server; ``run()`` starts it.
    ///
    /// Throws a ``Refusal`` if the configuration would let strangers in.
    /// - Parameter onStart: called with the port once the server accepts connections.
    package init(
        environment: FeedEnvironment, configuration: ServerOptions, logger: Logger,
        onStart: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(Refusal) {
        try configuration.check(Self.waysToSignIn(environment))
        let (publicURL, proxies) = (try configuration.readPublicURL(), try configuration.readProxies())
        self.onStart = onStart
        var configuration = configuration
        // Clients without a descriptor wouldn't even get an error.
        configuration.maximumClients = min(
            configuration.maximumClients, max(64, FileDescriptors.raisedLimit() - RequestHandler.otherConnections - 128)
        )
        contexts = AccountContexts(environment.leavingRulesToMaintenance, configuration, publicURL, proxies, logger)
        // Until the accounts can be read, every request is refused; the checks log why.
        do { try contexts.refreshAccounts() } catch {}
    }

    private static func waysToSignIn(_ environment: FeedEnvironment) -> WaysToSignIn {
        // While the accounts can't be read, the server refuses every request.
        do { return try environment.store.waysToSignIn(at: environment.now()) } catch { return .password }
    }

    /// Serves until a graceful shutdown or cancellation; fails if the port isn't available.
    package func run() async throws {
        let shared = contexts.shared
        var group = ServiceGroupConfiguration(
            services: [Serving(contexts: contexts, onStart: onStart)], logger: shared.quiet)
        group.maximumGracefulShutdownDuration = shared.configuration.shutdownTimeout
        let rechecking = contexts.startRechecking()
        let maintenance = contexts.first.environment.maintenance().subscribe()
        let hubs = shared.webSub.run(in: contexts.first.environment, shared.configuration).subscribe()
        let updates = shared.updateCheck?.run(after: shared.configuration.updateDelay).subscribe()
        defer {
            rechecking.dispose()
            contexts.beginEnd {
                updates?.dispose()
                hubs.dispose()
                maintenance.dispose()
            }
            contexts.waitForEnd(shared.configuration.shutdownTimeout)
        }
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as CancellationError {
            if Task.isCancelled { throw error }
        }
    }
}

/// The application, which disconnects live clients when it shuts down.
private struct Serving: Service {
    let contexts: AccountContexts
    let onStart: @Sendable (Int) -> Void

    func run() async throws {
        let context = contexts.shared
        let configuration = context.configuration
        let (connections, shares, proxies) = (context.connections, context.shares, context.proxies)
        let handler = RequestHandler(contexts: contexts)
        let timeout = TimeAmount.seconds(Int64(configuration.requestTimeout))
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionWatch(connections, shares, proxies, context.prefix, timeout: timeout),
                LiveConnection(handler),
            ],
            idleTimeout: .seconds(Int64(configuration.idleTimeout)),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
        let (onStart, logger) = (onStart, context.logger)
        let socket = configuration.socket.map(ListenSocket.init)
        try socket?.clear()
        defer { socket?.remove() }
        let application = Application(
            responder: handler,
            server: HTTPServerBuilder { EventLoopChannel(base: HTTP1Channel(responder: $0, configuration: channel)) },
            configuration: ApplicationConfiguration(
                address: configuration.socket.map { BindAddress.unixDomainSocket(path: $0) }
                    ?? .hostname(configuration.host, port: configuration.port),
                serverName: nil, backlog: 4096,
                // Further connections wait in the kernel: the process has no descriptors for them.
                availableConnectionsDelegate: .maximum(
                    configuration.maximumClients + RequestHandler.otherConnections + 64, logger: context.quiet)),
            onServerRunning: { [contexts] channel in
                do { try socket?.open() } catch { logger.warning("\(error)") }
                // Feeds that are due wait until requests are answered.
                contexts.polls.start()
                onStart(channel.localAddress?.port ?? configuration.port)
            }, logger: context.quiet)
        let contexts = contexts
        try await contexts.first.blocking { contexts.endFormerSessions() }
        try await withGracefulShutdownHandler {
            // Accepted connections start there too.
            try await withTaskExecutorPreference(EventLoopExecutor(application.eventLoopGroup.next())) {
                try await application.run()
            }
        } onGracefulShutdown: {
            contexts.beginEnd()
        }
    }
}

/// Runs the tasks of connections on the connections' event loops.
///
/// On Swift's shared pool, each wait of a connection costs two allocations of Dispatch. Its threads keep up to 1,024 of those each,
/// which hold on to as many pages of memory once most clients have left.
struct EventLoopChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}

/// Runs tasks on an event loop.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

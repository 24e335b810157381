import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import FreshetServer
import Logging
import Platform
import ServiceLifecycle
import WebText

/// Which requests the server logs.
enum LoggedRequests: String, Sendable, CaseIterable {
    /// Those that failed.
    case problems
    /// Each.
    case requests
}

/// One run of the server, from its start until a signal ends it.
struct ServeRun: Sendable {
    let environment: FeedEnvironment
    let configuration: FreshetServer.Configuration
    let context: CommandContext
    /// Whether the browser is opened.
    var opens = false
    /// What the log has besides problems and sign-ins.
    var logs = LoggedRequests.problems
    var logFormat = LogFormat.text

    /// Serves until a signal arrives or, given `work`, until that returns; it gets the page's address.
    func run(until work: (@Sendable (String) async throws -> Void)? = nil) throws {
        let (ending, leases) = (Ending(), self.environment)
        defer {
            // Usually the server has released all leases. Those that a slow database keeps expire.
            ending.begin { leases.close() }
            ending.wait(.milliseconds(300))
        }
        var environment = leases
        // A link in an article may lead to the page of any feed.
        environment.trustsUnfollowed = false
        let changes = PublishRelay<Void>()
        let notifications = Notifier(environment, context).start(and: changes.asObservable())
        defer { notifications.dispose() }
        var logger = Logger(to: context.errors, logFormat)
        let silent = logger
        if logs == .requests { logger.logLevel = .info }
        let (addresses, found) = AsyncStream<String>.makeStream()
        var configuration = configuration
        let delivery = SinkDelivery()
        configuration.onChange = { changes.accept(()) }
        configuration.deliver = { try await delivery.deliver($0, to: $1) }
        let server = try FreshetServer(environment: environment, configuration: configuration, logger: logger) { port in
            found.yield(address(port))
        }
        let (run, host, port) = (self, configuration.host, configuration.port)
        let configured = configuration
        // The server ends successfully when asked to.
        let service = ServiceGroupConfiguration.ServiceConfiguration(
            service: server, successTerminationBehavior: .gracefullyShutdownGroup)
        let group = ServiceGroup(configuration: .init(services: [service], logger: silent))
        let interruption = Interruption { _ in Task { await group.triggerGracefulShutdown() } }
        defer { withExtendedLifetime(interruption) {} }
        try BlockingTask {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask {
                    defer { found.finish() }
                    try await group.run()
                }
                for await address in addresses {
                    run.announce(address)
                    guard let work else { continue }
                    try await work(address)
                    await group.triggerGracefulShutdown()
                }
                try await tasks.waitForAll()
            }
        }.value(orFail: { error in
            guard let socket = configured.socket else {
                return ListenFailure(SystemProblem(network: error), error, host: host, port: port).message
            }
            let cause = SystemProblem(network: error)?.description ?? String(describing: error)
            return (error as? SocketProblem ?? .unusable(socket, cause: cause)).description
        })
    }

    private func announce(_ address: String) {
        context.output.writeLine("Freshet is at \(address)")
        if let address = configuration.publicURL {
            context.output.writeLine("Others can reach it at \(address)")
        }
        context.output.flush()
        if opens { Browser.open(address) { context.complain(Browser.failure(address)) } }
    }

    private func address(_ port: Int) -> String {
        if let socket = configuration.socket { return "unix:" + socket }
        let host = configuration.host
        // A wildcard address can't be opened.
        let name = ["0.0.0.0", "::"].contains(host) ? "localhost" : host.contains(":") ? "[\(host)]" : host
        return "http://\(name):\(port)\(configuration.pathPrefix)/"
    }
}

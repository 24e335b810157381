import Feeds
import FreshetServer
import Logging
import ServiceLifecycle

/// One run of the server, from its start to the signal that ends it.
struct ServeRun: Sendable {
    let environment: FeedEnvironment
    let configuration: FreshetServer.Configuration
    let surroundings: Surroundings
    /// Whether the browser is opened.
    var opens = false
    /// Whether each request is told of.
    var isVerbose = false

    /// Serves until a signal ends it; where there is `work`, until that is done, which is told the page's address.
    func run(until work: (@Sendable (String) async throws -> Void)? = nil) throws {
        defer { environment.settle() }
        var logger = Logger(label: "freshet") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .notice
        let silent = logger
        if isVerbose { logger.logLevel = .debug }
        let (addresses, found) = AsyncStream<String>.makeStream()
        let server = try FreshetServer(environment: environment, configuration: configuration, logger: logger) { port in
            found.yield(address(port))
        }
        let (run, host, port) = (self, configuration.host, configuration.port)
        // That the server ends when it is told to is no failure.
        let service = ServiceGroupConfiguration.ServiceConfiguration(
            service: server, successTerminationBehavior: .gracefullyShutdownGroup)
        let group = ServiceGroup(configuration: .init(services: [service], logger: silent))
        let interruption = Interruption { _ in Task { await group.triggerGracefulShutdown() } }
        defer { withExtendedLifetime(interruption) {} }
        try Awaited {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask {
                    defer { found.finish() }
                    try await group.run()
                }
                for await address in addresses {
                    run.tell(address)
                    guard let work else { continue }
                    try await work(address)
                    await group.triggerGracefulShutdown()
                }
                try await tasks.waitForAll()
            }
        }.value(orFail: { "cannot serve on \(host):\(port) (\($0)): give another port with --port" })
    }

    private func tell(_ address: String) {
        surroundings.output.writeLine("Freshet is at \(address)")
        if let address = configuration.publicURL {
            surroundings.output.writeLine("and for others at \(address)")
            if configuration.token == nil {
                surroundings.complain(
                    "whoever reaches \(address) can read, and change what is followed: "
                        + "set FRESHET_TOKEN, or let the proxy ask who they are")
            }
        }
        surroundings.output.flush()
        if opens, !Browser.open(address) { surroundings.complain("no browser could be started") }
    }

    private func address(_ port: Int) -> String {
        let host = configuration.host
        // An address that stands for all of them is none to ask.
        let name = ["0.0.0.0", "::"].contains(host) ? "localhost" : host.contains(":") ? "[\(host)]" : host
        return "http://\(name):\(port)/"
    }
}

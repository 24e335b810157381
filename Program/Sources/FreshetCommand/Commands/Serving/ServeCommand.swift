import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import FreshetServer
import Logging
import Platform
import ServiceLifecycle
import WebText

/// `freshet serve`.
struct ServeCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves feeds as a live page, and as JSON, Atom and JSON Feed.",
        usage: "freshet serve [--host ADDRESS] [--port PORT] [--open] [OPTIONS]",
        discussion: """
            Ctrl-C quits. By default only this machine can reach the page. If others can
            (--host, --public-url, --allow-host), everybody signs in: with the password of
            an account, see freshet accounts, or with the token in FRESHET_TOKEN.

            EXAMPLES
              freshet serve --open
              curl http://127.0.0.1:8080/api/\(FeedCatalog.all.exampleKey)
              freshet accounts reset admin && freshet serve --host 0.0.0.0
              freshet serve --public-url https://feeds.example.org   behind a proxy
              freshet serve --store postgresql://freshet@db.example.org/freshet
            """)

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("The address to listen on (default: 127.0.0.1).", valueName: "address"))
    var host: String?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("The port to listen on; 0 picks a free one (default: 8080).", valueName: "port"))
    var port: Int?

    @Option(
        name: .long,
        help: ArgumentHelp("Listen on this Unix socket, for a proxy, and on no port.", valueName: "path"))
    var socket: String?

    @Flag(name: .long, help: "Open the page in the browser.")
    var open = false

    @Option(
        name: .customLong("allow-host"),
        help: ArgumentHelp("Another host name to accept; can be repeated.", valueName: "name"))
    var allowedHosts: [String] = []

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "The page's public address, behind a proxy that terminates TLS; may have a path.", valueName: "url"))
    var publicURL: String?

    @Option(
        name: .customLong("proxy"),
        help: ArgumentHelp("The address of a proxy on another machine; can be repeated.", valueName: "address"))
    var proxies: [String] = []

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(
            "The maximum size of the cached pictures of articles; 0 shows links instead (default: 512).",
            valueName: "MiB"))
    var pictures: Int?

    @Option(
        name: .customLong("max-clients"), parsing: .unconditional,
        help: ArgumentHelp("The maximum number of live connections.", valueName: "number"))
    var maximumClients = 10_000

    @Option(
        name: .customLong("max-follows"), parsing: .unconditional,
        help: ArgumentHelp(
            "The maximum number of feeds that an account follows; administrators have no limits (default: 2000).",
            valueName: "number"))
    var maximumFollows: Int?

    @Option(
        name: .customLong("max-rules"), parsing: .unconditional,
        help: ArgumentHelp("The maximum number of rules of an account (default: 1000).", valueName: "number"))
    var maximumRules: Int?

    @Option(
        name: .customLong("max-saved"), parsing: .unconditional,
        help: ArgumentHelp("The maximum number of items that an account saves (default: 20000).", valueName: "number"))
    var maximumSaved: Int?

    @Option(name: .long, help: ArgumentHelp("Keep the store in this folder.", valueName: "dir"))
    var data: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Keep the store in this PostgreSQL database; several servers may share it.", valueName: "url"))
    var store: String?

    @Option(
        name: .customLong("log"),
        help: ArgumentHelp(
            "What to log: problems, or a line for each request, too (default: problems).", valueName: "what"))
    var logs: ChoiceArgument<LoggedRequests>?

    @Option(
        name: .customLong("log-format"),
        help: ArgumentHelp("How to write the log: text or json (default: text).", valueName: "format"))
    var logFormat: ChoiceArgument<LogFormat>?

    @Flag(name: .long, help: "Log each request to this server and to upstreams.")
    var verbose = false

    func validate() throws {
        if let port, !(0...65_535).contains(port) { throw ValidationError("--port must be between 0 and 65535.") }
        if let pictures, !(0...1_000_000).contains(pictures) {
            throw ValidationError("--pictures must be between 0 and 1000000.")
        }
        if socket != nil, host != nil || port != nil || open {
            throw ValidationError("--socket listens on no port. Leave out --host, --port and --open.")
        }
        guard maximumClients > 0 else { throw ValidationError("--max-clients must be 1 or more.") }
        let limits = ["follows": maximumFollows, "rules": maximumRules, "saved": maximumSaved]
        for (name, limit) in limits.sorted(by: { $0.key < $1.key }) {
            guard let limit, !AccountLimits.range.contains(limit) else { continue }
            throw ValidationError("--max-\(name) must be between 1 and \(AccountLimits.range.upperBound).")
        }
    }

    func run(in context: CommandContext) throws {
        var context = context.with(store: store)
        if let maximumFollows { context.settings.accounts.follows = maximumFollows }
        if let maximumRules { context.settings.accounts.rules = maximumRules }
        if let maximumSaved { context.settings.accounts.saved = maximumSaved }
        let folder = try context.dataFolder(data)
        let settings = context.settings.serve
        var configuration = ServerOptions(
            host: host ?? settings.host, port: port ?? settings.port, token: context["FRESHET_TOKEN"],
            allowedHosts: allowedHosts.isEmpty ? settings.allowedHosts : allowedHosts,
            publicURL: publicURL ?? settings.publicURL, maximumClients: maximumClients, cacheFolder: folder,
            sessionFolder: folder, proxies: proxies.isEmpty ? settings.proxies : proxies, version: Version.current)
        // An address that is given here takes precedence over a socket in the file.
        configuration.socket = socket ?? (host == nil && port == nil ? settings.socket : nil)
        if configuration.socket != nil { configuration.host = "127.0.0.1" }
        configuration.metricsToken = context["FRESHET_METRICS_TOKEN"]
        configuration.proxySignIn = context.settings.proxySignIn
        configuration.allowsPasswords = context.settings.allowsPasswords
        configuration.openID = try context.openID()
        configuration.updateAddress = context.settings.updateAddress
        configuration.pictureLimit = (pictures ?? settings.pictures) << 20
        // Reading them creates no store.
        let ways = StoredNames.waysToSignIn(context, folder: data, at: Date())
        do { try configuration.check(ways) } catch {
            throw CommandFailure(error.description, .usage)
        }
        let environment = try FeedEnvironment(context, folder: data, isVerbose: verbose)
        var run = ServeRun(
            environment: environment, configuration: configuration, context: context, opens: open,
            logs: logs?.value ?? (verbose ? .requests : settings.logs),
            logFormat: logFormat?.value ?? settings.logFormat)
        // A browser that opens here needs no sign-in.
        if ways != .password, configuration.token == nil, !open {
            run.firstSignIn = firstSignIn(to: environment.store, in: folder, context.settings.serve)
        }
        try run.run()
    }

    private func firstSignIn(
        to feedStore: FeedStore, in folder: URL, _ settings: Settings.Serve
    ) -> FirstSignIn? {
        // The server logs why a store can't be read.
        guard let account = try? feedStore.accounts().first else { return nil }
        let isOfService = store == nil && ServiceStore.installed.isIn(folder)
        return FirstSignIn(
            account: account.name, data: data, hasStoreOption: store != nil, isOfService: isOfService,
            origin: settings.origin)
    }
}

/// The requests that the server logs.
enum LoggedRequests: String, Sendable, CaseIterable {
    /// Failed requests.
    case problems
    /// All requests.
    case requests
}

/// One run of the server, from its start until a signal ends it.
struct ServeRun: Sendable {
    let environment: FeedEnvironment
    let configuration: ServerOptions
    let context: CommandContext
    /// True if the browser is opened.
    var opens = false
    /// The requests in the log. It always has problems and sign-ins.
    var logs = LoggedRequests.problems
    var logFormat = LogFormat.text
    /// Logged at the start, until an account has a password.
    var firstSignIn: FirstSignIn?

    /// Serves until a signal arrives or, given `work`, until that returns; it gets the page's address.
    func run(until work: (@Sendable (String) async throws -> Void)? = nil) throws {
        let (ending, leases) = (ShutdownWork(), self.environment)
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
        let delivery = DestinationDelivery()
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
                    if let firstSignIn = run.firstSignIn {
                        let server = configured.publicURL ?? (configured.socket == nil ? address : nil)
                        silent.notice("\(firstSignIn.notice(for: server))")
                    }
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
        return Settings.Serve.address(configuration.host, port) + configuration.pathPrefix + "/"
    }
}

/// Writes a log without the control characters that an upstream or a client may have sent.
struct LineLogHandler: LogHandler {
    let output: Output
    let format: LogFormat
    var logLevel = Logger.Level.notice
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line, which ends with the sent text.
    func log(event: LogEvent) {
        output.writeLine(TerminalText(LogLine(event).text(format, at: Date())).string)
    }
}

extension Logger {
    /// A log of notices and more severe events.
    init(to output: Output, _ format: LogFormat = .text) {
        self.init(label: "freshet") { _ in LineLogHandler(output: output, format: format) }
    }
}

import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import FreshetServer
import HTTPTypes
import Platform
import Synchronization
import WebText

/// `freshet demo`.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Shows feeds with sample data, without the internet.",
        usage: "freshet demo [--page] [OPTIONS]",
        discussion: """
            Starts sample upstreams on this machine, sends them the same requests as the
            real ones, and keeps the store in a folder of its own, which it removes when
            it quits. On a terminal, it ends in the reader; q quits.

            EXAMPLES
              freshet demo
              freshet demo --latency 0
              freshet demo --page     serves a page; Ctrl-C quits
            """)

    @Option(name: .long, help: ArgumentHelp("Use color: auto, always or never.", valueName: "when"))
    var color: ColorChoice?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("How long each response of the sample upstreams takes.", valueName: "ms"))
    var latency = 120

    @Flag(
        name: .long,
        help:
            "Serve the page until you press Ctrl-C. Without a terminal, show the feeds and check that each page responds."
    )
    var page = false

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("The port of the page; 0 picks a free one.", valueName: "port"))
    var port = 0

    /// The commands that the demo runs: these feeds of the sample upstreams, then the usual feed of each other upstream.
    private static var commands: [[String]] {
        chosen + otherUpstreams.map { [$0.id, "--limit", "6"] } + [["status"]]
    }

    private static let chosen = [
        ["github", "octo-sample/harbor", "--limit", "10"],
        ["github", "--trending", "swift", "--limit", "6"],
        ["planet"],
        ["planet", "wildfires", "--limit", "6"],
        ["news", "top", "--limit", "10"],
        // Stored items: the ledger says it's too early for another request.
        ["news", "top", "--limit", "3", "--verbose"],
    ]

    /// The upstreams without a chosen feed; one without a menu has no usual feed.
    private static var otherUpstreams: [Upstream] {
        FeedCatalog.all.upstreams.filter { upstream in
            !upstream.menu.isEmpty && !chosen.contains { $0.first == upstream.id }
        }
    }

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port must be between 0 and 65535.")
        }
        guard (0...10_000).contains(latency) else {
            throw ValidationError("--latency must be between 0 and 10000 ms.")
        }
    }

    func run() throws {
        let context = try CommandContext.process.configured()
        let folder = FileManager.default.temporaryDirectory.appending(path: "freshet-demo-\(UUID().uuidString)")
        // The page should change within a minute or two, and requests cost nothing.
        let pace = page ? ["--poll-interval", "20", "--github-limit", "5000", "--growth", "4"] : []
        let upstreams = try SampleUpstreamsProcess(
            ["--latency", "\(latency)"] + pace, environment: context.variables)
        defer { upstreams.stop() }
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch {
                context.complain(
                    "The folder \(folder.path(percentEncoded: false)) couldn't be removed "
                        + "(\(SystemProblem(error)?.description ?? "\(error)")). Remove it yourself.")
            }
        }
        let tokens = FeedCatalog.all.upstreams.flatMap(\.tokenVariables).map { ($0, "") }
        let environment = context.variables.merging(upstreams.variables) { _, new in new }
            .merging(tokens) { _, new in new }
        let inside = CommandContext(
            variables: environment, output: context.output, errors: context.errors,
            settings: context.settings)
        let isAtTerminal = isatty(STDIN_FILENO) == 1 && context.isInteractive
        if !page || !isAtTerminal { try showLoads(inside, folder) }
        if page {
            try follow(in: folder, inside) { try servePage($0, inside, folder, isChecked: !isAtTerminal) }
        } else if isAtTerminal, inside.canRead {
            try follow(in: folder, inside) { environment in
                let status = try ReaderRun(environment: environment, context: inside, color: color).run()
                if status != .success { throw status }
            }
        }
    }

    /// Follows two feeds in the demo's store, and closes it after `work`. Otherwise what still runs in the background, such as
    /// the server's wait for changes, could write to the folder while it is removed.
    private func follow(in folder: URL, _ context: CommandContext, _ work: (FeedEnvironment) throws -> Void) throws {
        let environment = try FeedEnvironment(
            context, folder: folder.path(percentEncoded: false), isVerbose: false)
        defer {
            do { try environment.store.close() } catch { context.complain("\(error)") }
        }
        for key in ["github/octo-sample/harbor", "github/octo-sample/lighthouse"] {
            if let feed = environment.catalog.feed(FeedKey(key)) { try environment.follow(feed) }
        }
        try work(environment)
    }

    private func showLoads(_ context: CommandContext, _ folder: URL) throws {
        let end = Mutex<ExitStatus?>(nil)
        let interruption = Interruption { status in end.withLock { $0 = status } }
        defer { withExtendedLifetime(interruption) {} }
        for command in Self.commands {
            try show(command, context, folder)
            if let status = end.withLock({ $0 }) { throw status }
        }
    }

    /// Serves the page; `isChecked` requests each page once and ends.
    private func servePage(
        _ environment: FeedEnvironment, _ context: CommandContext, _ folder: URL, isChecked: Bool
    ) throws {
        let configuration = ServerOptions(port: port, cacheFolder: folder, version: Version.current)
        let run = ServeRun(environment: environment, configuration: configuration, context: context)
        guard isChecked else {
            context.complain("The page shows sample data. Ctrl-C quits.")
            return try run.run()
        }
        try run.run { address in
            for path in Self.pages {
                let page = try await environment.transport.response(for: HTTPRequest(get: Self.url(address, path)))
                    .value
                context.output.writeLine("\(page.status.code)  /\(path)  \(page.body.count) bytes")
            }
            context.output.flush()
        }
    }

    /// The paths that the check requests.
    private static var pages: [String] {
        [
            "", "github/octo-sample/harbor", "github/trending/swift", "planet", "planet/wildfires", "news/top", "saved",
            "status", "help", "api/news/top", "news/top.atom", "news/top.json", "openapi.json", "health",
        ] + otherUpstreams.compactMap { $0.menu.first?.feed.path.map(\.percentEncoded).joined(separator: "/") }
    }

    private static func url(_ address: String, _ path: String) throws -> URL {
        guard let url = URL(string: address + path) else { throw CommandFailure("\(address) isn't a web address.") }
        return url
    }

    /// Runs a command as a user would type it.
    private func show(_ arguments: [String], _ context: CommandContext, _ folder: URL) throws {
        let rendering = Rendering(context, color, context.output.descriptor)
        let typed = StyledText("$ ", .dim) + StyledText(untrusted: "freshet " + arguments.joined(separator: " "), .bold)
        context.output.writeLine("\n" + rendering.render(typed))
        context.output.flush()
        let common = (color.map { ["--color", $0.rawValue] } ?? []) + ["--data", folder.path(percentEncoded: false)]
        var command = try FreshetCommand.command(arguments + common)
        if var command = command as? any Subcommand {
            try command.run(in: context)
        } else {
            try command.run()
        }
    }
}

import ArgumentParser
import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import FreshetServer
import GitFeed
import HTTPTypes
import SampleUpstreams
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// `freshet demo`.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Shows the three feeds on made-up data, without the internet.",
        discussion: """
            Starts the sample upstreams on this machine, asks them as the real ones
            are asked, and keeps what they say in a folder of its own, which is
            removed at the end.

            EXAMPLES
              freshet demo
              freshet demo --latency 0
              freshet demo --page     the same as a page, until Ctrl-C

            \(ExitStatus.help)
            """)

    @Option(name: .long, help: ArgumentHelp("Use colour: auto, always or never.", valueName: "when"))
    var color = ColourChoice.auto

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("How long each answer of the sample upstreams takes.", valueName: "ms"))
    var latency = 120

    @Flag(
        name: .long,
        help: "Serve the page until Ctrl-C; where nobody sits at a terminal, show the feeds and ask whether it answers."
    )
    var page = false

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("The port of the page; 0 for any that is free.", valueName: "port"))
    var port = 0

    private static let looks = [
        ["github", "octo-sample/harbor", "--limit", "10"],
        ["github", "--trending", "swift", "--limit", "6"],
        ["planet"],
        ["planet", "wildfires", "--limit", "6"],
        ["news", "top", "--limit", "10"],
        // Comes from the store: the ledger says that it is too early to ask again.
        ["news", "top", "--limit", "3", "--verbose"],
        ["status"],
    ]

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port \(port) is none: give a number from 0 to 65535")
        }
        guard (0...10_000).contains(latency) else {
            throw ValidationError("--latency \(latency) is out of range: give milliseconds from 0 to 10000")
        }
    }

    func run() throws {
        let surroundings = Surroundings.process
        let folder = FileManager.default.temporaryDirectory.appending(path: "freshet-demo-\(UUID().uuidString)")
        let server = try Awaited { [latency, page] in
            // Enough happens within a minute or two to see the page change, and nobody has to save requests.
            try await SampleUpstreams.start(
                .init(
                    latency: .milliseconds(latency), pollInterval: page ? 20 : 60, gitHubLimit: page ? 5000 : 60,
                    growth: page ? 4 : 1))
        }.value(orFail: { "the sample upstreams could not be started: \($0)" })
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch {
                surroundings.complain("the folder \(folder.path(percentEncoded: false)) could not be removed: \(error)")
            }
        }
        let environment = surroundings.environment.merging([
            "FRESHET_GITHUB_URL": server.gitHubURL.absoluteString, "FRESHET_EONET_URL": server.eonetURL.absoluteString,
            "FRESHET_NEWS_URL": server.newsURL.absoluteString, "GH_TOKEN": "", "GITHUB_TOKEN": "",
        ]) { _, ours in ours }
        let inside = Surroundings(environment: environment, output: surroundings.output, errors: surroundings.errors)
        let isAtTerminal = isatty(STDIN_FILENO) == 1 && surroundings.isInteractive
        if !page || !isAtTerminal { try showLooks(inside, folder) }
        if page { try servePage(inside, folder, isChecked: !isAtTerminal) }
        _ = try Awaited { await server.stop() }.value(orFail: { "\($0)" })
    }

    private func showLooks(_ surroundings: Surroundings, _ folder: URL) throws {
        let isInterrupted = Atomic(false)
        let interruption = Interruption { _ in isInterrupted.store(true, ordering: .relaxed) }
        defer { withExtendedLifetime(interruption) {} }
        for look in Self.looks {
            try show(look, surroundings, folder)
            if isInterrupted.load(ordering: .relaxed) { throw ExitStatus.interrupted }
        }
    }

    /// Serves the page with two repositories followed; `isChecked` asks for each part of it once and ends.
    private func servePage(_ surroundings: Surroundings, _ folder: URL, isChecked: Bool) throws {
        let path = folder.path(percentEncoded: false)
        let environment = try FeedEnvironment(surroundings, folder: path, isVerbose: false)
        for name in ["octo-sample/harbor", "octo-sample/lighthouse"].compactMap(RepositoryName.init) {
            try environment.follow(name)
        }
        let configuration = FreshetServer.Configuration(port: port, cacheFolder: folder, version: Version.current)
        let run = ServeRun(environment: environment, configuration: configuration, surroundings: surroundings)
        guard isChecked else {
            surroundings.complain("the page shows made-up data; Ctrl-C ends it")
            return try run.run()
        }
        try run.run { address in
            for path in Self.pages {
                let page = try await environment.transport.response(for: HTTPRequest(get: Self.url(address, path)))
                    .value
                surroundings.output.writeLine("\(page.status.code)  /\(path)  \(page.body.count) bytes")
            }
            surroundings.output.flush()
        }
    }

    /// What a page that answers has.
    private static let pages = [
        "", "github/octo-sample/harbor", "github/trending/swift", "planet", "planet/wildfires", "news/top", "saved",
        "status",
        "help", "api/news/top", "news/top.atom", "news/top.json", "openapi.json", "health",
    ]

    private static func url(_ address: String, _ path: String) throws -> URL {
        guard let url = URL(string: address + path) else { throw CommandFailure("\(address) is no address") }
        return url
    }

    /// Runs a command as a person would type it.
    private func show(_ arguments: [String], _ surroundings: Surroundings, _ folder: URL) throws {
        let rendering = Rendering(surroundings, color, surroundings.output.descriptor)
        let typed = StyledText("$ ", .dim) + StyledText(untrusted: "freshet " + arguments.joined(separator: " "), .bold)
        surroundings.output.writeLine("\n" + rendering.render(typed))
        surroundings.output.flush()
        let common = ["--color", color.rawValue, "--data", folder.path(percentEncoded: false)]
        var command = try FreshetCommand.parseAsRoot(arguments + common)
        if var command = command as? any SurroundedCommand {
            try command.run(in: surroundings)
        } else {
            try command.run()
        }
    }
}

/// A command that runs in other surroundings than the process's own.
protocol SurroundedCommand: ParsableCommand {
    mutating func run(in surroundings: Surroundings) throws
}

extension SurroundedCommand {
    mutating func run() throws { try run(in: .process) }
}

import ArgumentParser
import FeedStore
import Feeds
import GitFeed
import SampleUpstreams
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
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

            \(ExitStatus.help)
            """)

    @Option(name: .long, help: ArgumentHelp("Use colour: auto, always or never.", valueName: "when"))
    var color = ColourChoice.auto

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("How long each answer of the sample upstreams takes.", valueName: "ms"))
    var latency = 120

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
        guard (0...10_000).contains(latency) else {
            throw ValidationError("--latency \(latency) is out of range: give milliseconds from 0 to 10000")
        }
    }

    func run() throws {
        let surroundings = Surroundings.process
        let folder = FileManager.default.temporaryDirectory.appending(path: "freshet-demo-\(UUID().uuidString)")
        let server = try Awaited { [latency] in
            try await SampleUpstreams.start(.init(latency: .milliseconds(latency)))
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
        let isInterrupted = Atomic(false)
        let interruption = Interruption { _ in isInterrupted.store(true, ordering: .relaxed) }
        defer { withExtendedLifetime(interruption) {} }
        for look in Self.looks {
            try show(look, inside, folder)
            if isInterrupted.load(ordering: .relaxed) { throw ExitStatus.interrupted }
        }
        _ = try Awaited { await server.stop() }.value(orFail: { "\($0)" })
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

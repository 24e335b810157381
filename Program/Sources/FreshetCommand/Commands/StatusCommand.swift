import ArgumentParser
import FeedStore
import Feeds

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `freshet status`.
struct StatusCommand: SurroundedCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "The ledger: what was asked of whom, what is left, and when the next request is allowed.",
        discussion: """
            EXAMPLES
              freshet status
              freshet status --json | jq '.quotas'

            \(ExitStatus.help)
            """)

    @Flag(name: .long, help: "Write one JSON document.")
    var json = false

    @Option(name: .long, help: ArgumentHelp("Use colour: auto, always or never.", valueName: "when"))
    var color = ColourChoice.auto

    @Option(name: .long, help: ArgumentHelp("The folder of the store.", valueName: "dir"))
    var data: String?

    func run(in surroundings: Surroundings) throws {
        do {
            let store = try OpenStore(surroundings, folder: data, isVerbose: false).store
            let report = try LedgerReport(store, gitHubToken: surroundings.gitHubToken, now: Date())
            let lines =
                json
                ? [String(decoding: try report.json(), as: UTF8.self)]
                : LedgerPage(report, surroundings, color).lines
            for line in lines { surroundings.output.writeLine(line) }
            surroundings.output.flush()
        } catch let error as FeedStoreError {
            throw CommandFailure(error.description)
        }
    }
}

import ArgumentParser
import Feeds
import ImportExport

/// `freshet import`.
struct ImportCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports a file from freshet export or another feed reader.",
        usage: "freshet import FILE|- [OPTIONS]",
        discussion: """
            Reads JSON from freshet export, or OPML. Existing entries stay unchanged. No
            requests are made: an added feed is checked at its first refresh.

            EXAMPLES
              freshet import feeds.opml
              ssh elsewhere freshet export | freshet import -

            \(ExitStatus.help)
            """)

    @Argument(help: ArgumentHelp("A file, or - for standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let document = try InputFile(path: file).read(atMost: 64 << 20)
        try CommandRun(context, output).run { environment in
            let report: ImportReport
            do {
                report = try environment.importing(document)
            } catch let error as ImportError {
                throw CommandFailure(error.description)
            }
            if output.json {
                try context.output.writeLine(json: report)
            } else {
                context.output.writeLine(
                    "\(report.added) added, \(report.known) already existed, \(report.refused) refused.")
                for refusal in report.refusals {
                    context.complain("Refused \(refusal.entry): \(refusal.reason).")
                }
            }
            return report.refused == 0 ? .success : .failure
        }
    }
}

import ArgumentParser
import Feeds
import ImportExport
import WebText

/// `freshet import`.
struct ImportCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports a file from freshet export or another feed reader.",
        usage: "freshet import FILE|- [OPTIONS]",
        discussion: """
            Reads JSON from freshet export, or OPML. Existing entries stay unchanged. No
            requests are made: an added feed is checked at its first refresh. Exports have
            no passwords: feeds that need theirs again are named on standard error.

            EXAMPLES
              freshet import feeds.opml
              ssh elsewhere freshet export | freshet import -
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
                complain(about: report.passwordsNeeded, in: context)
                if let remark = try UnfetchedFeeds(followedIn: environment).remark { context.errors.writeLine(remark) }
            }
            return report.refused == 0 ? .success : .failure
        }
    }

    /// The maximum number of feeds to name.
    private static let maximumFeeds = 10

    private func complain(about needed: [NeededPassword], in context: CommandContext) {
        for feed in needed.prefix(Self.maximumFeeds) {
            let remedy = feed.addressToFollow.map { "Follow it with both: freshet follow \($0)" }
            context.complain("\(feed.title) needs its user and password again. \(remedy ?? "Follow it with both.")")
        }
        let more = needed.count - Self.maximumFeeds
        if more > 0 {
            context.complain(
                "\(more.counted("more needs its own", "more need theirs")) again: freshet import --json lists all.")
        }
    }
}

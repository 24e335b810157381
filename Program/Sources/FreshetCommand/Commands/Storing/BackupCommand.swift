import ArgumentParser
import FeedStore
import Feeds
import Platform

/// `freshet backup`.
struct BackupCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies the store into a file, while servers use it.",
        usage: "freshet backup FILE [--overwrite] [OPTIONS]",
        discussion: """
            The file has everything of all accounts as it was at one moment: follows,
            items, marks, rules, passwords as hashes, and tokens. Only you can read it.
            It is checked before it gets its name. To restore it, stop the servers and
            copy it as freshet.sqlite into an empty data folder, or into a database with
            freshet store copy.

            EXAMPLES
              freshet backup ~/backups/freshet.sqlite
              freshet backup --overwrite --json /var/backups/freshet.sqlite
              freshet store copy ~/backups/freshet.sqlite postgresql:///freshet
            """)

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
    var file: String

    @Flag(name: .long, help: "Replace the file if it exists.")
    var overwrite = false

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let context = context.with(output)
        try CommandRun(context, output).run { environment in
            let progress = ProgressLine(
                descriptor: STDERR_FILENO, environment: context.variables,
                rendering: Rendering(context, output.color, STDERR_FILENO))
            let copy: StoreCopy
            do {
                defer { progress.clear() }
                copy = try environment.store.backUp(to: path, replacing: overwrite) { part in
                    progress.show(.counted(Int(part * 100), of: 100, "percent"))
                }
            } catch let error as BackupError {
                throw CommandFailure(error.description)
            }
            let isDatabase = try context.with(store: output.store).storeAddress() != nil
            try CopyReport(copy: copy, target: path, omissions: Self.omissions(isDatabase: isDatabase))
                .write(context, json: output.json)
            return .success
        }
    }

    /// The absolute path.
    private var path: String {
        URL(filePath: file, directoryHint: .notDirectory).absoluteURL.path(percentEncoded: false)
    }

    private static func omissions(isDatabase: Bool) -> [String] {
        (isDatabase ? ["the search index, which the first search makes"] : [])
            + ["sign-ins with the server's token", "cached pictures", "the configuration"]
    }
}

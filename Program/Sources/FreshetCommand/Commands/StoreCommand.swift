import ArgumentParser
import FeedStore
import Feeds
import Platform
import WebText

/// `freshet store`.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Copies the store into another folder or database.",
        usage: "freshet store copy FROM TO",
        discussion: """
            A store is a folder, a file that freshet backup wrote, or the address of a
            PostgreSQL database. Stop the servers first: what they store meanwhile isn't
            copied.

            EXAMPLES
              freshet store copy ~/.local/share/freshet postgresql://db.example.org/freshet
              freshet store copy postgresql://freshet@db.example.org/freshet ./folder
              freshet store copy ~/backups/freshet.sqlite postgresql:///freshet
            """,
        subcommands: [StoreCopyCommand.self])
}

/// `freshet store copy`.
struct StoreCopyCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copies everything of all accounts into an empty store, in one transaction.",
        usage: "freshet store copy FROM TO [--json]")

    @Argument(help: ArgumentHelp("A folder, a backup, or the address of a database.", valueName: "from"))
    var source: String

    @Argument(help: ArgumentHelp("An empty folder, or the address of an empty database.", valueName: "to"))
    var target: String

    @Flag(name: .long, help: "Write JSON instead of text.")
    var json = false

    func run(in context: CommandContext) throws {
        do {
            let source = try existing(source)
            let target = try store(target, creating: true)
            let progress = ProgressLine(
                descriptor: STDERR_FILENO, environment: context.variables,
                rendering: Rendering(context, nil, STDERR_FILENO))
            var rows = 0
            defer { progress.clear() }
            var copy = try source.copy(to: target) { table, count in
                rows += count
                progress.show(.message(TerminalText("Copied \(rows.counted("row")) (\(table))…")))
            }
            progress.clear()
            let name = target.name
            try target.close()
            if !FeedStore.isPostgreSQL(self.target) { copy.measure(name) }
            let omissions = [
                "the search index, which the first search or the server makes",
                "cached pictures, sign-ins with the server's token and the configuration",
            ]
            try CopyReport(copy: copy, target: name, omissions: omissions).write(context, json: json)
            if !json { context.output.writeLine(TerminalText(next).string) }
            try context.flushOutput()
        } catch let error as FeedStoreError {
            throw CommandFailure(error.description)
        }
    }

    /// The next step.
    private var next: String {
        FeedStore.isPostgreSQL(target)
            ? "Next: set FRESHET_STORE, or store in the configuration, to that address, and start the servers."
            : "Next: use it with --data \(target), or set data in the configuration."
    }

    private func existing(_ place: String) throws -> FeedStore {
        if FeedStore.isPostgreSQL(place) { return try store(place, creating: false) }
        if let status = FileStatus(place), !status.isFolder {
            return try FeedStore(at: URL(filePath: place, directoryHint: .notDirectory))
        }
        guard !FileStatus.isMissing(file(in: place).path(percentEncoded: false)) else {
            throw CommandFailure(
                "There is no store in \(place). Give the folder that contains freshet.sqlite, or a backup.")
        }
        return try store(place, creating: false)
    }

    private func store(_ place: String, creating: Bool) throws -> FeedStore {
        // What measures are and which feeds are discussions is copied.
        if FeedStore.isPostgreSQL(place) { return try FeedStore(postgreSQL: place) }
        if creating {
            do { try PrivateFiles.createFolder(place) } catch {
                let cause = SystemProblem(error)?.description ?? "\(error)"
                throw CommandFailure("The folder \(place) can't be created (\(cause)).")
            }
        }
        return try FeedStore(at: file(in: place))
    }

    private func file(in folder: String) -> URL {
        OpenStore.file(in: URL(filePath: folder, directoryHint: .isDirectory))
    }
}

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
            A store is a folder or the address of a PostgreSQL database. Stop the servers
            first: what they store meanwhile isn't copied.

            EXAMPLES
              freshet store copy ~/.local/share/freshet postgresql://db.example.org/freshet
              freshet store copy postgresql://freshet@db.example.org/freshet ./backup
            """,
        subcommands: [StoreCopyCommand.self])
}

/// `freshet store copy`.
struct StoreCopyCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copies everything of all accounts into an empty store, in one transaction.",
        usage: "freshet store copy FROM TO")

    @Argument(help: ArgumentHelp("A folder, or the address of a database.", valueName: "from"))
    var source: String

    @Argument(help: ArgumentHelp("An empty folder, or the address of an empty database.", valueName: "to"))
    var target: String

    func run(in context: CommandContext) throws {
        do {
            let source = try existing(source)
            let target = try store(target, creating: true)
            var rows = 0
            try source.copy(to: target) { table, count in
                rows += count
                if count > 0 { context.errors.writeLine("\(table): \(count)") }
            }
            let accounts = try target.accounts().count
            context.output.writeLine(
                "Copied \(rows.counted("row")) of \(accounts.counted("account")) to \(target.name).")
            try target.close()
        } catch let error as FeedStoreError {
            throw CommandFailure(error.description)
        }
    }

    private func existing(_ place: String) throws -> FeedStore {
        if !FeedStore.isPostgreSQL(place), !FileManager.default.fileExists(atPath: file(in: place).path) {
            throw CommandFailure("There is no store in \(place). Give the folder that contains freshet.sqlite.")
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
        URL(filePath: folder, directoryHint: .isDirectory).appending(
            path: "freshet.sqlite", directoryHint: .notDirectory)
    }
}

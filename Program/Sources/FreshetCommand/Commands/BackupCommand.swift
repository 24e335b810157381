import ArgumentParser
import FeedStore
import Feeds
import Platform
import WebText

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
        guard try OpenStore.exists(context.with(store: output.store), folder: output.data) else {
            let folder = try context.dataFolder(output.data).path(percentEncoded: false)
            throw CommandFailure("There is no store in \(folder). Choose its folder with --data DIR.")
        }
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

/// Reports the contents of a copy or a backup of a store.
struct CopyReport {
    let copy: StoreCopy
    /// The file, or the address of the database without a password.
    let target: String
    /// The parts that the copy doesn't have.
    let omissions: [String]

    /// The kinds of rows that are listed, and their names.
    private static let kinds = [
        ("account", "account", "accounts"), ("followed", "follow", "follows"), ("feed", "feed", "feeds"),
        ("item", "item", "items"), ("full_text", "full text", "full texts"), ("mark", "mark", "marks"),
        ("rule", "rule", "rules"), ("destination", "destination", "destinations"),
        ("hub_subscription", "hub subscription", "hub subscriptions"),
    ]

    func write(_ context: CommandContext, json: Bool) throws {
        if json { return try context.output.writeLine(json: Document(self)) }
        let size = copy.bytes.map { ", " + ByteCount($0).words } ?? ""
        var rows: [String] = []
        for (table, one, many) in Self.kinds {
            let count = copy.count(table)
            if count > 0 { rows.append(count.counted(one, many)) }
        }
        let named = Self.kinds.reduce(0) { $0 + copy.count($1.0) }
        rows.append((copy.rows - named).counted("other row", "other rows"))
        let place = TerminalText(target).string
        context.output.writeLine("Copied to \(place) in \(Self.words(copy.seconds))\(size):")
        for row in rows { context.output.writeLine("  " + row) }
        context.output.writeLine("Not copied: " + omissions.joined(separator: "; ") + ".")
    }

    private static func words(_ seconds: TimeInterval) -> String {
        seconds < 10 ? "\(Int(seconds * 10) / 10).\(Int(seconds * 10) % 10) s" : Int(seconds).grouped + " s"
    }

    private struct Document: Encodable {
        let path: String
        @OrNull var bytes: Int?
        let seconds: Double
        let rows: [String: Int]
        let omitted: [String]

        init(_ report: CopyReport) {
            path = report.target
            bytes = report.copy.bytes
            seconds = (report.copy.seconds * 1000).rounded() / 1000
            rows = Dictionary(report.copy.tables.map { ($0.name, $0.count) }) { first, _ in first }
            omitted = report.omissions
        }
    }
}

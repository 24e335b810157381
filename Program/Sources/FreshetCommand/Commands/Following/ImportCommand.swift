import ArgumentParser
import Feeds
import ImportExport
import Platform
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

/// `freshet export`.
struct ExportCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Prints what you follow, read and saved, and your rules.",
        usage: "freshet export [--opml] [OPTIONS]",
        discussion: """
            The output is a JSON document for freshet import. With --opml, it is a list of
            the followed feeds, which other feed readers can also import. Neither contains
            passwords or other secrets; what needs them is named on standard error.

            EXAMPLES
              freshet export > freshet.json
              freshet export --opml > feeds.opml
            """)

    @Flag(name: .long, help: "Print the followed feeds as OPML.")
    var opml = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if opml, output.json { throw ValidationError("--opml and --json can't be used together. Choose one.") }
    }

    func run(in context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            let omissions = try environment.exportOmissions()
            if opml {
                let export = try environment.exportOPML()
                context.output.write(export.document)
                if !export.omitted.isEmpty {
                    let names = export.omitted.map(\.title).joined(separator: ", ")
                    context.complain(
                        "Not exported, because they have no web address that others can read: \(names).")
                }
            } else {
                context.output.writeLine(document: try environment.export())
                if let sentence = omissions.settingsSentence { context.complain(sentence) }
            }
            if let sentence = omissions.passwordSentence { context.complain(sentence) }
            return .success
        }
    }
}

/// A file that the user names; `-` is standard input.
struct InputFile {
    let path: String

    /// Reads the whole file, at most `maximum` bytes; fails with a ``CommandFailure``.
    func read(atMost maximum: Int) throws -> Data {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY)
        guard descriptor >= 0 else { throw failure() }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var contents = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let capacity = buffer.count
            let count = buffer.withUnsafeMutableBytes { readBytes(descriptor, $0.baseAddress, capacity) }
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw failure() }
            if count == 0 { return contents }
            contents.append(contentsOf: buffer[..<count])
            if contents.count > maximum {
                throw CommandFailure("\(name) is larger than \(maximum >> 20) MiB.")
            }
        }
    }

    private var name: String { path == "-" ? "Standard input" : path }

    private func failure() -> CommandFailure {
        CommandFailure("\(name) can't be read: \(String(cString: strerror(errno))).")
    }
}

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

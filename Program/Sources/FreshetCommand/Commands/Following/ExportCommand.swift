import ArgumentParser
import Feeds
import ImportExport

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

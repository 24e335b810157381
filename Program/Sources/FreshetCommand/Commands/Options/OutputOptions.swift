import ArgumentParser

/// The options of every command that reads the store.
struct OutputOptions: ParsableArguments {
    @Flag(name: .long, help: "Write JSON instead of text.")
    var json = false

    @Flag(name: .long, help: "Only append lines, for screen readers. Never repaint.")
    var plain = false

    @Option(name: .long, help: ArgumentHelp("Use color: auto, always or never.", valueName: "when"))
    var color: ColorChoice?

    @Option(name: .long, help: ArgumentHelp("Keep the store in this folder.", valueName: "dir"), completion: .directory)
    var data: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Keep the store in this PostgreSQL database.", valueName: "url"))
    var store: String?

    @Option(
        name: .long, help: ArgumentHelp("Use the follows, marks and rules of this account.", valueName: "name"),
        completion: .accounts)
    var account: String?
}

extension ColorChoice: ExpressibleByArgument {}

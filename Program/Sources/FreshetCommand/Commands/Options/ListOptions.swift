import ArgumentParser

/// The options of the commands that list items of several feeds.
struct ListOptions: ParsableArguments {
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Show at most n items.", valueName: "n"))
    var limit = 50

    @OptionGroup var format: FormatOption

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if output.json, format.format != nil {
            throw ValidationError("--json and --format can't be used together. Choose one.")
        }
        guard limit >= 1 else {
            throw ValidationError("--limit must be at least 1, not \(limit).")
        }
    }
}

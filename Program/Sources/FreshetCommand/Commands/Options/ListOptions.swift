import ArgumentParser

/// The options of the commands that list items of several feeds.
struct ListOptions: ParsableArguments {
    @Option(
        name: .long, parsing: .unconditional, help: ArgumentHelp("Show at most n items (default: 50).", valueName: "n"))
    var limit: Int?

    @OptionGroup var format: FormatOption

    @OptionGroup var output: OutputOptions

    /// How many items to show at most.
    func limit(_ settings: Settings) -> Int { limit ?? settings.limit ?? 50 }

    func validate() throws {
        if output.json, format.format != nil {
            throw ValidationError("--json and --format contradict each other. Give one of them.")
        }
        if let limit, limit < 1 {
            throw ValidationError("--limit \(limit) shows nothing. Give a number of 1 or more.")
        }
    }
}

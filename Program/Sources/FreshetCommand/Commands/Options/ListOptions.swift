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
            throw ValidationError("--json and --format can't be used together. Choose one.")
        }
        if let limit, limit < 1 {
            throw ValidationError("--limit must be at least 1, not \(limit).")
        }
    }
}

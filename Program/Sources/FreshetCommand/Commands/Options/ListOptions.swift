import ArgumentParser

/// The options of the commands that list items of several feeds.
struct ListOptions: ParsableArguments {
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Show at most n items (default: 50 on a terminal, all elsewhere).", valueName: "n"))
    var limit: Int?

    @OptionGroup var format: FormatOption

    @OptionGroup var output: OutputOptions

    /// How many items to show at most. Nil for all where the output isn't a terminal: what reads it gets the whole list.
    func limit(_ context: CommandContext) -> Int? {
        limit ?? (isTerminal(context.output.descriptor) ? context.settings.limit ?? 50 : nil)
    }

    func validate() throws {
        if output.json, format.format != nil {
            throw ValidationError("--json and --format can't be used together. Choose one.")
        }
        if let limit, limit < 1 {
            throw ValidationError("--limit must be at least 1, not \(limit).")
        }
    }
}

import ArgumentParser
import FeedStore
import Feeds
import WebText

/// `freshet saved`.
struct SavedCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "saved",
        abstract: "Saved items, most recently saved first.",
        usage: "freshet saved [--keep TIME] [OPTIONS]",
        discussion: """
            An item stays saved until you unsave it, even if its feed no longer lists it.
            With --keep 365d, items that you have read are unsaved that many days after
            you saved them. In a pipe the fields are date, feed, title, address and id,
            with --stories also how many others tell the story.

            EXAMPLES
              freshet saved
              freshet saved --json | jq -r '.items[].url'
              freshet saved --keep 365d
            """)

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How long to keep saved items that you have read, such as 365d, or always. Lists nothing.",
            valueName: "time"))
    var keep: String?

    @OptionGroup var stories: StoryOption

    @OptionGroup var options: ListOptions

    func validate() throws { _ = try days() }

    func run(in context: CommandContext) throws {
        if keep == nil { return try Self.list(options, stories, context) }
        let context = context.with(options.output, options.format)
        try CommandRun(context, options.output).run { environment in
            try change(environment.store, context)
            return .success
        }
    }

    /// Prints the saved items.
    static func list(_ options: ListOptions, _ stories: StoryOption, _ context: CommandContext) throws {
        let context = context.with(options.output, options.format)
        try CommandRun(context, options.output).run { environment in
            let page = try ItemListing(
                environment, context, options.output, format: options.format, stories: stories)
            try page.write(
                ItemSelection(.all, isSaved: true), limit: options.limit(context), named: "saved", noun: "saved"
            ) { "Nothing saved yet. To save an item: freshet mark saved ID" }
            return .success
        }
    }

    /// Nil for always.
    private func days() throws -> Int? {
        guard let keep, keep != "always" else { return nil }
        guard let days = ItemRetention(words: keep)?.days, ItemRetention(words: keep) == ItemRetention(days: days)
        else {
            throw ValidationError("“\(keep)” isn't a time. Use days or weeks, such as 365d or 52w, or use always.")
        }
        return days
    }

    private func change(_ store: FeedStore, _ context: CommandContext) throws {
        let days = try days()
        try store.keepSaved(days: days)
        if options.output.json {
            try context.output.writeLine(json: Kept(days: days))
        } else if let days {
            context.output.writeLine(
                "Read items are unsaved \(days.counted("day")) after they were saved, within an hour.")
        } else {
            context.output.writeLine("Saved items stay until you unsave them.")
        }
    }
}

/// The retention of saved items, for programs.
private struct Kept: Encodable {
    @OrNull var days: Int?
}

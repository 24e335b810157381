import ArgumentParser
import FeedStore
import Feeds

/// `freshet saved`.
struct SavedCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "saved",
        abstract: "Saved items, most recently saved first.",
        usage: "freshet saved [OPTIONS]",
        discussion: """
            An item stays saved until you unsave it, even if its feed no longer lists it.
            In a pipe the fields are date, feed, title, address and id.

            EXAMPLES
              freshet saved
              freshet saved --json | jq -r '.items[].url'
            """)

    @OptionGroup var options: ListOptions

    func run(in context: CommandContext) throws {
        let context = context.with(options.output, options.format)
        try CommandRun(context, options.output).run { environment in
            let page = try ItemListing(environment, context, options.output, format: options.format)
            try page.write(
                ItemSelection(.all, isSaved: true), limit: options.limit(context), named: "saved", noun: "saved"
            ) { "Nothing saved yet. To save an item: freshet mark saved ID" }
            return .success
        }
    }
}

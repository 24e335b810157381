import ArgumentParser
import Feeds

/// `freshet following`.
struct FollowingCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "following",
        abstract: "Lists the feeds you follow, with their unread items.",
        usage: "freshet following [OPTIONS]",
        discussion: """
            In a pipe the fields are feed, name, unread items, folder, interval, time of
            the last refresh, why it failed, address, and the hub that pushes it or why
            none does.

            EXAMPLES
              freshet following
              freshet following --json | jq -r '.feeds[].url'
            """)

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let context = context.with(output)
        try CommandRun(context, output).run { environment in
            if output.json {
                context.output.writeLine(document: try FollowingDocument(environment).json())
            } else {
                try FollowingListing(environment, context, output).write()
            }
            return .success
        }
    }
}

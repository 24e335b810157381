import ArgumentParser
import Feeds

/// `freshet following`.
struct FollowingCommand: SurroundedCommand {
    static let configuration = CommandConfiguration(
        commandName: "following",
        abstract: "Lists the feeds you follow, with their unread items.",
        usage: "freshet following [OPTIONS]",
        discussion: """
            In a pipe the fields are feed, name, unread items, folder, interval, time of
            the last refresh, why it failed, and address.

            EXAMPLES
              freshet following
              freshet following --json | jq -r '.feeds[].url'

            \(ExitStatus.help)
            """)

    @OptionGroup var output: OutputOptions

    func run(in surroundings: Surroundings) throws {
        let surroundings = surroundings.with(output)
        try CommandSession(surroundings, output).run { environment in
            if output.json {
                surroundings.output.writeLine(document: try FollowingDocument(environment).json())
            } else {
                try FollowingPage(environment, surroundings, output).write()
            }
            return .success
        }
    }
}

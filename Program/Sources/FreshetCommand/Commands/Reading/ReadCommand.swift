import ArgumentParser
import Catalog
import FeedStore
import Feeds

/// `freshet` and `freshet read`.
struct ReadCommand: SurroundedCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Opens the reader on a terminal; prints unread items in a pipe.",
        usage: "freshet [read] [FEED] [OPTIONS]",
        discussion: """
            The reader shows feeds, their items and the item you read. Press ? for its
            keys. Items are marked as read when you open them. In a pipe, with --plain,
            --json or TERM=dumb, it prints unread items as freshet unread does.

            EXAMPLES
              freshet
              freshet read \(FeedCatalog.all.exampleKey)
              freshet --plain

            \(ExitStatus.help)
            """)

    @Argument(
        help: ArgumentHelp("The feed to show first: its key, or its address.", valueName: "feed"), completion: .feeds)
    var feed: String?

    @OptionGroup var options: UnreadOptions

    func run(in surroundings: Surroundings) throws {
        let feed = try feed.map { try FeedCatalog.all.feed(argument: $0) }
        let output = options.list.output
        let surroundings = surroundings.with(output, options.list.format)
        guard surroundings.canRead, !output.json else {
            let selection = feed.map { .feed($0.key) } ?? ItemSelection.Feeds.followed
            return try UnreadRun(selection: selection, options: options, surroundings: surroundings).run()
        }
        try CommandSession(surroundings, output).run { environment in
            try ReaderRun(
                environment: environment, surroundings: surroundings, color: output.color,
                source: feed.map { .feed($0) }
            ).run()
        }
    }
}

import ArgumentParser
import Catalog
import FeedStore
import Feeds

/// `freshet follow`.
struct FollowCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Follows a feed, by its address or name.",
        usage: "freshet follow ADDRESS [--name NAME] [--folder FOLDER] [OPTIONS]",
        discussion: """
            Checks that the feed exists, then adds it to the feeds whose unread items
            freshet shows. Its newest 20 items start as unread, or its first 20 if it is
            ranked. If you follow the feed already, its settings are updated. If an
            address leads to several feeds, you choose one; in a pipe, they are printed,
            and the exit status is 1.

            EXAMPLES
            \(examples)
            """)

    @Argument(help: ArgumentHelp("The address of a site, a page or a feed.", valueName: "address"))
    var address: String

    @Option(name: .long, help: ArgumentHelp("Your own name for the feed.", valueName: "name"))
    var name: String?

    @Option(
        name: .long, help: ArgumentHelp("The folder to put the feed in.", valueName: "folder"), completion: .folders)
    var folder: String?

    @Option(
        name: .long,
        help: ArgumentHelp("How often to refresh the feed: 30m, 1h, 1d, never or default.", valueName: "interval"))
    var every: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "What to keep of the feed at least: 5000 (items), 365d, 5000,365d, all or default.",
            valueName: "retention"))
    var keep: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Load the full text of an item when you open it, if the feed has only its beginning.")
    var fullText: Bool?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How the feed's items join others that tell the same story: joined, first (its headline comes first) or apart.",
            valueName: "how"))
    var stories: ChoiceArgument<FollowSettings.Stories>?

    @Option(
        name: .customLong("instead-of"),
        help: ArgumentHelp(
            "The web feed that you follow and whose address this is now. It keeps its settings, items and marks.",
            valueName: "feed"), completion: .feeds)
    var former: String?

    @OptionGroup var output: OutputOptions

    func validate() throws { _ = try settings() }

    func run(in context: CommandContext) throws {
        let context = context.with(output)
        let settings = try settings()
        try CommandRun(context, output).run { environment in
            try FollowRun(environment: environment, context: context, output: output, former: former)
                .run(address, settings)
        }
    }

    private func settings() throws -> FollowSettings {
        let interval = try every.map { words in
            guard let interval = FollowSettings.PollInterval(words: words) else {
                throw ValidationError(
                    "“\(words)” isn't an interval. Use one from 1m to 365d, such as 30m, 2h or 1d, or use never or default."
                )
            }
            return interval
        }
        let retention = try keep.map { words in
            guard let retention = ItemRetention(words: words) else {
                throw ValidationError("“\(words)” isn't a retention. \(ItemRetention.help)")
            }
            return retention
        }
        return FollowSettings(
            name: name, folder: folder, interval: interval, loadsFullTexts: fullText, retention: retention,
            stories: stories?.value)
    }

    private static var examples: String {
        let pages = FeedCatalog.all.exampleAddresses.map { "  freshet follow \($0)" }
        let own = ["  freshet follow \(FeedCatalog.all.exampleKey) --folder Morning --every 1h"]
        return (pages + own).joined(separator: "\n")
    }
}

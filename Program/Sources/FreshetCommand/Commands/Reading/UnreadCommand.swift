import ArgumentParser
import Catalog
import FeedStore
import Feeds

/// `freshet unread`.
struct UnreadCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "unread",
        abstract: "Unread items of the feeds you follow, or of one feed.",
        usage: "freshet unread [FEED] [OPTIONS]",
        discussion: """
            Prints stored items, newest first, without marking them as read. In a pipe
            the fields are date, feed, title, address and id, with --stories also how many
            others tell the story.

            EXAMPLES
              freshet unread
              freshet unread --refresh
              freshet unread \(FeedCatalog.all.exampleKey)
              freshet unread --limit 10 | freshet mark read -
            """)

    @Argument(help: ArgumentHelp("The key or address of a feed.", valueName: "feed"), completion: .feeds)
    var feed: String?

    @Option(name: .long, help: ArgumentHelp("Only feeds in this folder.", valueName: "name"), completion: .folders)
    var folder: String?

    @OptionGroup var options: UnreadOptions

    func validate() throws {
        if feed != nil, folder != nil {
            throw ValidationError("A feed and --folder can't be used together. Choose one.")
        }
    }

    func run(in context: CommandContext) throws {
        let context = context.with(options.list.output, options.list.format)
        let feed = try feed.map {
            try FeedCatalog.all.feed(argument: $0, among: StoredNames(context, options.list.output))
        }
        let selection = feed.map { ItemSelection.Feeds.feed($0.key) } ?? folder.map { .folder($0) } ?? .followed
        try UnreadRun(selection: selection, options: options, context: context).run()
    }
}

/// The options of `freshet` and `freshet unread`.
struct UnreadOptions: ParsableArguments {
    @Flag(name: .long, help: "Refresh the feeds first.")
    var refresh = false

    @Flag(name: .long, help: "Show only the items that rules hide.")
    var muted = false

    @OptionGroup var stories: StoryOption

    @OptionGroup var list: ListOptions
}

import ArgumentParser
import Catalog
import FeedStore
import Feeds

/// `freshet` and `freshet read`.
struct ReadCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Opens the reader on a terminal; prints unread items in a pipe.",
        usage: "freshet [read] [FEED] [OPTIONS]",
        discussion: """
            The reader shows feeds, their items and the item you read. Press ? for its
            keys. Items are marked as read when you open them. In a pipe, with TERM=dumb,
            and with --plain, --json, --format, --limit, --muted or --refresh, it prints
            unread items as freshet unread does.

            EXAMPLES
              freshet
              freshet read \(FeedCatalog.all.exampleKey)
              freshet read saved
              freshet --plain
            """)

    @Argument(
        help: ArgumentHelp(
            "The key or address of the feed to show first, or unread or saved.", valueName: "feed"),
        completion: .feeds)
    var feed: String?

    @Flag(name: .long, help: "Make no requests. Show stored items.")
    var offline = false

    @OptionGroup var options: UnreadOptions

    func validate() throws {
        if offline, options.refresh {
            throw ValidationError("--offline and --refresh can't be used together. Choose one.")
        }
        if options.muted || options.refresh, feed.flatMap({ ReaderSource(word: $0) }) == .saved {
            throw ValidationError("--muted and --refresh can't be used with saved items.")
        }
    }

    func run(in context: CommandContext) throws {
        let output = options.list.output
        let source = try feed.map {
            try ReaderSource(word: $0)
                ?? .feed(FeedCatalog.all.feed(argument: $0, among: StoredNames(context, output)))
        }
        let context = context.with(output, options.list.format)
        guard context.canRead, !output.json, !options.asksForLines else {
            return try write(source ?? .unread, context)
        }
        try CommandRun(context, output).run { environment in
            let shown = try source?.feed.map { ReaderSource.feed(try $0.description.shown(in: environment)) }
            return try ReaderRun(
                environment: environment, context: context, color: output.color, source: shown ?? source,
                isOffline: offline
            ).run()
        }
    }

    private func write(_ source: ReaderSource, _ context: CommandContext) throws {
        if source == .saved { return try SavedCommand.list(options.list, options.stories, context) }
        let selection = source.feed.map { .feed($0.key) } ?? ItemSelection.Feeds.followed
        try UnreadRun(selection: selection, options: options, context: context).run()
    }
}

extension UnreadOptions {
    /// True if an option is set that the reader doesn't have.
    fileprivate var asksForLines: Bool { list.limit != nil || muted || refresh }
}

import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Platform

/// `freshet mark`.
struct MarkCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Marks items as read, unread, saved or unsaved.",
        usage: """
            freshet mark MARK ID...|- [--feed FEED] [OPTIONS]
            freshet mark MARK --all|--feed FEED|--before DATE [OPTIONS]
            """,
        discussion: """
            IDs are those that --json prints. Use - to read from standard input: lines
            printed by unread, saved or search, or one id per line. If an id is unknown or
            matches items of several feeds, nothing is marked.

            EXAMPLES
              freshet mark read --all
              freshet mark read --feed \(FeedCatalog.all.exampleKey) --before 7d
              freshet mark saved 8863
              freshet unread | grep -i sports | freshet mark read -

            \(ExitStatus.help)
            """)

    @Argument(help: ArgumentHelp("read, unread, saved or unsaved.", valueName: "mark"))
    var mark: ChoiceArgument<Mark>

    @Argument(help: ArgumentHelp("Items to mark, or - for standard input.", valueName: "id"))
    var ids: [String] = []

    @Flag(name: .long, help: "Mark every stored item.")
    var all = false

    @Option(name: .long, help: ArgumentHelp("Mark items of this feed.", valueName: "feed"), completion: .feeds)
    var feed: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Mark items older than a date (2026-01-31) or an age (7d, 12h).", valueName: "date"))
    var before: PastDate?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if ids.isEmpty, !all, feed == nil, before == nil {
            throw ValidationError("Nothing to mark. Give item ids, --all, --feed FEED or --before DATE.")
        }
        if !ids.isEmpty, all || before != nil {
            throw ValidationError("Ids can't be used together with --all or --before. Choose one.")
        }
        if ids.count > 1, ids.contains("-") {
            throw ValidationError("- can't be used together with ids. Choose one.")
        }
        if all, feed != nil {
            throw ValidationError("--all and --feed can't be used together. Choose one.")
        }
    }

    func run(in context: CommandContext) throws {
        let feed = try feed.map {
            try FeedCatalog.all.feed(argument: $0, among: StoredNames(context, output))
        }
        try CommandRun(context, output).run { environment in
            let feed = try feed?.description.shown(in: environment)
            let changed: [ItemKey]
            if ids.isEmpty {
                let selection = ItemSelection(
                    feed.map { .feed($0.key) } ?? .all, before: before?.date(before: environment.now()))
                changed = try environment.mark(each: selection, as: mark.value)
            } else {
                let items = try StoredItemFinder(environment).items(try references(in: feed?.key))
                changed = try environment.mark(items, as: mark.value)
            }
            try report(changed, context)
            return .success
        }
    }

    private func references(in feed: FeedKey?) throws -> [ItemReference] {
        guard ids == ["-"] else { return ids.map { ItemReference(id: $0, feed: feed) } }
        let input = try InputFile(path: "-").read(atMost: 64 << 20)
        return try ItemLines(String(decoding: input, as: UTF8.self), in: feed).references
    }

    private func report(_ changed: [ItemKey], _ context: CommandContext) throws {
        if output.json {
            try context.output.writeLine(json: MarkDocument(mark.value, changed))
        } else {
            let items = changed.count == 1 ? "1 item" : "\(changed.count) items"
            context.output.writeLine("Marked \(items) as \(mark.value.rawValue).")
        }
    }
}

/// What `freshet mark` changed, for programs.
private struct MarkDocument: Encodable {
    private let mark: String
    private let changed: Int
    private let items: [ItemKey]

    init(_ mark: Mark, _ items: [ItemKey]) {
        self.mark = mark.rawValue
        changed = items.count
        self.items = items
    }
}

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
            freshet mark --undo NUMBER [OPTIONS]
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
              freshet mark --undo 48213

            \(ExitStatus.help)
            """)

    @Argument(help: ArgumentHelp("read, unread, saved or unsaved.", valueName: "mark"))
    var mark: ChoiceArgument<Mark>?

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

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Undo marking with --all, --feed or --before, by the number that it printed; within a day.",
            valueName: "number"))
    var undo: Int64?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if undo != nil {
            if mark == nil, ids.isEmpty, !all, feed == nil, before == nil { return }
            throw ValidationError("--undo can't be used together with a mark, ids, --all, --feed or --before.")
        }
        guard mark != nil else { throw ValidationError("Nothing to mark. Give read, unread, saved or unsaved.") }
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
        if let undo { return try self.undo(undo, context) }
        guard let mark = mark?.value else { return }
        let feed = try feed.map {
            try FeedCatalog.all.feed(argument: $0, among: StoredNames(context, output))
        }
        try CommandRun(context, output).run { environment in
            let feed = try feed?.description.shown(in: environment)
            let marking: Marking
            if ids.isEmpty {
                let selection = ItemSelection(
                    feed.map { .feed($0.key) } ?? .all, before: before?.date(before: environment.now()))
                marking = try environment.mark(each: selection, as: mark)
            } else {
                let items = try StoredItemFinder(environment).items(try references(in: feed?.key))
                marking = Marking(items: try environment.mark(items, as: mark))
            }
            if output.json {
                try context.output.writeLine(json: MarkDocument(mark, marking))
            } else {
                context.output.writeLine("Marked \(Self.count(marking.items)) as \(mark.rawValue).")
                if let number = marking.number { context.output.writeLine("To undo: freshet mark --undo \(number)") }
            }
            return .success
        }
    }

    private func undo(_ number: Int64, _ context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            guard let changed = try environment.undo([number]) else {
                context.complain("\(number) can't be undone. Only the last markings can, for a day.")
                return .failure
            }
            if output.json {
                try context.output.writeLine(json: UndoDocument(changed))
            } else {
                context.output.writeLine("Undone for \(Self.count(changed)).")
            }
            return .success
        }
    }

    private static func count(_ items: [ItemKey]) -> String { items.count == 1 ? "1 item" : "\(items.count) items" }

    private func references(in feed: FeedKey?) throws -> [ItemReference] {
        guard ids == ["-"] else { return ids.map { ItemReference(id: $0, feed: feed) } }
        let input = try InputFile(path: "-").read(atMost: 64 << 20)
        return try ItemLines(String(decoding: input, as: UTF8.self), in: feed).references
    }
}

/// What `freshet mark` changed, for programs.
private struct MarkDocument: Encodable {
    private let mark: String
    private let changed: Int
    private let items: [ItemKey]
    /// The value of `--undo` that undoes it; nil for ids, and if nothing changed.
    private let undo: Int64?

    init(_ mark: Mark, _ marking: Marking) {
        self.mark = mark.rawValue
        items = marking.items
        changed = items.count
        undo = marking.number
    }
}

/// The items that `freshet mark --undo` changed, for programs.
private struct UndoDocument: Encodable {
    private let changed: Int
    private let items: [ItemKey]

    init(_ items: [ItemKey]) {
        changed = items.count
        self.items = items
    }
}

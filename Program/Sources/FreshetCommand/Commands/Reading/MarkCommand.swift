import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Platform
import Search
import WebText

/// `freshet mark`.
struct MarkCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Marks items as read, unread, saved or unsaved.",
        usage: """
            freshet mark MARK ID...|- [--feed FEED] [OPTIONS]
            freshet mark MARK --all|--feed FEED|--folder NAME [--before DATE]
            freshet mark MARK --search QUERY [OPTIONS]
            freshet mark --undo NUMBER [OPTIONS]
            """,
        discussion: """
            IDs are those that --json prints. Use - to read from standard input: lines
            printed by unread, saved or search, or one id per line. If an id is unknown or
            matches items of several feeds, nothing is marked.

            EXAMPLES
              freshet mark read --all
              freshet mark read --feed \(FeedCatalog.all.exampleKey) --before 7d
              freshet mark read --search 'sports is:unread'
              freshet mark saved 8863
              freshet unread | grep -i sports | freshet mark read -
              freshet mark --undo 48213
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
        name: .long, help: ArgumentHelp("Mark items of the feeds in this folder.", valueName: "name"),
        completion: .folders)
    var folder: String?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Mark the items that this search finds.", valueName: "query"),
        completion: .terms(in: .search))
    var search: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Mark items older than a date (2026-01-31) or an age (7d, 12h).", valueName: "date"))
    var before: PastDate?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Undo a marking by the number that it printed; within a day.",
            valueName: "number"))
    var undo: Int64?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if undo != nil {
            if mark == nil, ids.isEmpty, chosen.isEmpty, before == nil { return }
            throw ValidationError("--undo can't be used together with a mark, ids or other options that choose items.")
        }
        guard mark != nil else { throw ValidationError("Nothing to mark. Give read, unread, saved or unsaved.") }
        if ids.isEmpty, chosen.isEmpty, before == nil {
            throw ValidationError(
                "Nothing to mark. Give item ids, --all, --feed FEED, --folder NAME, --search QUERY or --before DATE.")
        }
        if chosen.count > 1 {
            throw ValidationError("\(chosen[0]) and \(chosen[1]) can't be used together. Choose one.")
        }
        if !ids.isEmpty, let option = chosen.first(where: { $0 != "--feed" }) ?? before.map({ _ in "--before" }) {
            throw ValidationError("Ids can't be used together with \(option). Choose one.")
        }
        if ids.count > 1, ids.contains("-") {
            throw ValidationError("- can't be used together with ids. Choose one.")
        }
        if let search {
            if before != nil {
                throw ValidationError(
                    "--before can't be used together with --search. Add an age to the search, such as -since:7d.")
            }
            do { _ = try FeedCatalog.all.query(search) } catch { throw ValidationError(error.description) }
        }
    }

    /// The options that choose items.
    private var chosen: [String] {
        [
            all ? "--all" : nil, feed.map { _ in "--feed" }, folder.map { _ in "--folder" },
            search.map { _ in "--search" },
        ].compactMap(\.self)
    }

    func run(in context: CommandContext) throws {
        if let undo { return try self.undo(undo, context) }
        guard let mark = mark?.value else { return }
        let feed = try feed.map {
            try FeedCatalog.all.feed(argument: $0, among: StoredNames(context, output))
        }
        try CommandRun(context, output).run { environment in
            let feed = try feed?.description.shown(in: environment)
            let marking = try self.marking(mark, feed, environment, context)
            if output.json {
                try context.output.writeLine(json: MarkDocument(mark, marking))
            } else {
                context.output.writeLine("Marked \(marking.items.count.counted("item")) as \(mark.rawValue).")
                if let number = marking.number { context.output.writeLine("To undo: freshet mark --undo \(number)") }
            }
            return .success
        }
    }

    private func marking(
        _ mark: Mark, _ feed: Feed?, _ environment: FeedEnvironment, _ context: CommandContext
    ) throws -> Marking {
        if let search { return try environment.mark(each: try environment.items(foundBy: search, context), as: mark) }
        if ids.isEmpty {
            if let folder { try environment.checkFolder(folder) }
            let feeds = feed.map { ItemSelection.Feeds.feed($0.key) } ?? folder.map { .folder($0) } ?? .all
            let date = before?.date(before: environment.now())
            return try environment.mark(each: ItemSelection(feeds, before: date, groupsStories: true), as: mark)
        }
        let items = try StoredItemFinder(environment).items(try ItemReference.all(ids, in: feed?.key))
        // Ids that were typed can be typed again.
        return ids == ["-"]
            ? try environment.mark(each: items, as: mark) : Marking(items: try environment.mark(items, as: mark))
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
                context.output.writeLine("Undone for \(changed.count.counted("item")).")
            }
            return .success
        }
    }
}

/// The outcome of `freshet mark`, for programs.
private struct MarkDocument: Encodable {
    private let mark: String
    private let changed: Int
    private let items: [ItemKey]
    /// The value of `--undo` that undoes it; nil for ids that were typed, and if nothing changed.
    private let undo: Int64?

    init(_ mark: Mark, _ marking: Marking) {
        self.mark = mark.rawValue
        items = marking.items
        changed = items.count
        undo = marking.number
    }
}

/// The outcome of `freshet mark --undo`, for programs.
private struct UndoDocument: Encodable {
    private let changed: Int
    private let items: [ItemKey]

    init(_ items: [ItemKey]) {
        changed = items.count
        self.items = items
    }
}

import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Search
import WebText

/// `freshet label`.
struct LabelCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "label",
        abstract: "Adds labels to items and removes them.",
        usage: """
            freshet label ID...|- --add|--remove NAME [--feed FEED] [OPTIONS]
            freshet label --search QUERY --add|--remove NAME [OPTIONS]
            """,
        discussion: """
            A label that doesn't exist is added. An item with a label stays stored, even if
            its feed no longer lists it. --add and --remove can be repeated.

            IDs are those that --json prints. Use - to read from standard input: lines
            printed by unread, saved or search, or one id per line. If an id is unknown or
            matches items of several feeds, nothing changes.

            EXAMPLES
              freshet label 8863 --add Recipes --add 'To read'
              freshet label --search pancake --add Recipes
              freshet search label:Recipes
              freshet search label:Recipes | freshet label - --remove 'To read'
            """)

    @Argument(help: ArgumentHelp("Items to change, or - for standard input.", valueName: "id"))
    var ids: [String] = []

    @Option(name: .long, help: ArgumentHelp("Add this label.", valueName: "name"), completion: .labels)
    var add: [String] = []

    @Option(name: .long, help: ArgumentHelp("Remove this label.", valueName: "name"), completion: .labels)
    var remove: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("The feed of the items, if an id isn't enough.", valueName: "feed"),
        completion: .feeds)
    var feed: String?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Change the items that this search finds.", valueName: "query"),
        completion: .terms(in: .search))
    var search: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if add.isEmpty, remove.isEmpty { throw ValidationError("Nothing to change. Give --add NAME or --remove NAME.") }
        for name in add + remove where LabelName.checked(name) == nil {
            throw ValidationError(LabelError.badName(name).description)
        }
        if ids.isEmpty, search == nil { throw ValidationError("Nothing to label. Give item ids or --search QUERY.") }
        if search != nil, !ids.isEmpty || feed != nil {
            throw ValidationError("--search can't be used together with ids or --feed. Choose one.")
        }
        if ids.count > 1, ids.contains("-") {
            throw ValidationError("- can't be used together with ids. Choose one.")
        }
        if let search {
            do { _ = try FeedCatalog.all.query(search) } catch { throw ValidationError(error.description) }
        }
    }

    func run(in context: CommandContext) throws {
        let feed = try feed.map {
            try FeedCatalog.all.feed(argument: $0, among: StoredNames(context, output))
        }
        try CommandRun(context, output).run { environment in
            let feed = try feed?.description.shown(in: environment)
            let items =
                try search.map { try environment.items(foundBy: $0, context) }
                ?? StoredItemFinder(environment).items(try ItemReference.all(ids, in: feed?.key))
            let changed = try LabelRun.run { try environment.changeLabels(of: items, adding: add, removing: remove) }
            if output.json {
                try context.output.writeLine(json: LabeledDocument(changed: changed.count, items: changed))
            } else {
                context.output.writeLine("Changed the labels of \(changed.count.counted("item")).")
            }
            return .success
        }
    }
}

/// The changed items, as JSON.
private struct LabeledDocument: Encodable {
    let changed: Int
    let items: [ItemKey]
}

/// Changes labels, and words the errors.
enum LabelRun {
    static func run<T>(_ work: () throws -> T) throws -> T {
        do { return try work() } catch let error as LabelError {
            throw CommandFailure(error.description, error.isUsage ? .usage : .failure)
        }
    }
}

extension LabelError {
    /// True if the command line is at fault.
    fileprivate var isUsage: Bool {
        switch self {
        case .badName, .unknown: true
        case .tooMany, .tooManyOfItem: false
        }
    }
}

import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Search
import WebText

/// `freshet labels`.
struct LabelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "labels",
        abstract: "Manages the labels of items.",
        usage: "freshet labels list|rename NAME NEW-NAME|remove NAME [OPTIONS]",
        discussion: """
            To give items labels, run freshet label. To list the items with a label, run
            freshet search label:NAME.

            EXAMPLES
              freshet labels
              freshet labels rename Food Recipes
              freshet labels remove 'To read'
            """,
        subcommands: [LabelsListCommand.self, LabelsRenameCommand.self, LabelsRemoveCommand.self],
        defaultSubcommand: LabelsListCommand.self)
}

/// `freshet labels list`.
struct LabelsListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists labels, with the numbers of their items.",
        usage: "freshet labels list [OPTIONS]",
        discussion: "In a pipe the fields are the name and the number of items.")

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            let labels = try environment.labels()
            if output.json {
                context.output.writeLine(document: try LabelsDocument(labels).json())
            } else if labels.isEmpty {
                context.writeInPlaceOfItems("No labels yet. To add one: freshet label ID --add NAME")
            } else {
                Table(labels).write(context, output.color)
            }
            return .success
        }
    }
}

/// `freshet labels rename`.
struct LabelsRenameCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Renames a label, or merges it into the one that has the new name.",
        usage: "freshet labels rename NAME NEW-NAME [OPTIONS]")

    @Argument(help: ArgumentHelp("The label.", valueName: "name"), completion: .labels)
    var name: String

    @Argument(help: ArgumentHelp("Its new name.", valueName: "new-name"), completion: .labels)
    var newName: String

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            let isRenamed = try LabelRun.run {
                guard try environment.renameLabel(name, to: newName) else { throw LabelError.unknown(name) }
                return LabelName.checked(newName) ?? newName
            }
            if output.json {
                try context.output.writeLine(json: ["renamed": isRenamed])
            } else {
                context.output.writeLine("Renamed: \(TerminalText(isRenamed).string)")
            }
            return .success
        }
    }
}

/// `freshet labels remove`.
struct LabelsRemoveCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes a label from all items.",
        usage: "freshet labels remove NAME [OPTIONS]")

    @Argument(help: ArgumentHelp("The label.", valueName: "name"), completion: .labels)
    var name: String

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            try LabelRun.run { if try !environment.removeLabel(name) { throw LabelError.unknown(name) } }
            if output.json {
                try context.output.writeLine(json: ["removed": name])
            } else {
                context.output.writeLine("Removed: \(TerminalText(name).string)")
            }
            return .success
        }
    }
}

extension Table {
    /// Labels, one a row.
    fileprivate init(_ labels: [Label]) {
        self.init(
            columns: [
                .init(header: "LABEL", minimum: 8, isFlexible: true), .init(header: "ITEMS", alignment: .trailing),
            ],
            rows: labels.map { label in
                [.init(StyledText(untrusted: label.name, .bold)), .init(StyledText(untrusted: String(label.count)))]
            })
    }
}

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

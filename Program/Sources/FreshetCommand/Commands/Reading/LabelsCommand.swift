import ArgumentParser
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

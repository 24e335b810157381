import ArgumentParser
import Catalog
import FeedStore
import Feeds
import WebText

/// `freshet stories`.
struct StoriesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stories",
        abstract: "Says which items are one story.",
        usage: """
            freshet stories [--unread WHEN] [OPTIONS]
            freshet stories on|off [--folder NAME] [OPTIONS]
            freshet stories split|join ID... [--feed FEED] [OPTIONS]
            freshet stories undo CHANGE [OPTIONS]
            """,
        discussion: """
            Items of several feeds that tell the same story are one row of the lists. For
            one feed, use freshet follow FEED --stories.

            EXAMPLES
              freshet stories
              freshet stories off --folder Tech
              freshet stories --unread sources
              freshet stories split 8863
            """,
        subcommands: [
            StoriesShowCommand.self, StoriesOnCommand.self, StoriesOffCommand.self, StoriesSplitCommand.self,
            StoriesJoinCommand.self, StoriesUndoCommand.self,
        ],
        defaultSubcommand: StoriesShowCommand.self)
}

/// `freshet stories show`.
struct StoriesShowCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows the settings, or changes when a story becomes unread again.",
        usage: "freshet stories [show] [--unread WHEN] [OPTIONS]")

    @Option(
        name: .long,
        help: ArgumentHelp(
            "When a new voice makes a story unread that you have read: never, sources (another feed tells it) "
                + "or facts (its title has new numbers or names).",
            valueName: "when"))
    var unread: ChoiceArgument<StoryPreferences.Renewal>?

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            if let unread {
                var preferences = try environment.storyPreferences()
                preferences.renewal = unread.value
                try environment.change(preferences)
            }
            try context.write(try environment.storyPreferences(), isJSON: output.json)
            return .success
        }
    }
}

/// `freshet stories on`.
struct StoriesOnCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "on", abstract: "Shows a story once, of all feeds or of those in a folder.",
        usage: "freshet stories on [--folder NAME] [OPTIONS]")

    @OptionGroup var scope: StoryScope

    func run(in context: CommandContext) throws { try scope.turn(isOn: true, context) }
}

/// `freshet stories off`.
struct StoriesOffCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "off", abstract: "Shows each item by itself, of all feeds or of those in a folder.",
        usage: "freshet stories off [--folder NAME] [OPTIONS]")

    @OptionGroup var scope: StoryScope

    func run(in context: CommandContext) throws { try scope.turn(isOn: false, context) }
}

/// The feeds whose stories are turned on or off.
struct StoryScope: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Only feeds in this folder.", valueName: "name"), completion: .folders)
    var folder: String?

    @OptionGroup var output: OutputOptions

    fileprivate func turn(isOn: Bool, _ context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            guard let folder else {
                var preferences = try environment.storyPreferences()
                preferences.isOn = isOn
                try environment.change(preferences)
                try context.write(preferences, isJSON: output.json)
                return .success
            }
            try environment.checkFolder(folder)
            let feeds = try environment.followed().filter { followed in
                followed.isIn(folder: folder) && (followed.settings.stories == .apart) == isOn
            }
            for followed in feeds {
                try environment.follow(followed.feed, FollowSettings(stories: isOn ? .joined : .apart))
            }
            if output.json {
                try context.output.writeLine(json: ["changed": feeds.map(\.feed.key.rawValue)])
            } else {
                let verb = isOn ? ("joins", "join") : ("stays", "stay")
                context.output.writeLine(
                    "\(feeds.count.counted("feed")) in \(TerminalText(folder.inQuotes).string) "
                        + "\(feeds.count == 1 ? verb.0 : verb.1) \(isOn ? "others" : "apart") now.")
            }
            return .success
        }
    }
}

/// `freshet stories split`.
struct StoriesSplitCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "split", abstract: "Takes items out of their stories for good.",
        usage: "freshet stories split ID...|- [--feed FEED] [OPTIONS]",
        discussion: "Each item gets a row of its own. Prints the command that undoes the change.")

    @OptionGroup var items: StoryItems

    func run(in context: CommandContext) throws {
        try items.change(context, atLeast: 1, unchanged: "The items aren't part of a story.") {
            try $0.takeApart($1)
        }
    }
}

/// `freshet stories join`.
struct StoriesJoinCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Makes items and their stories one story.",
        usage: "freshet stories join ID ID...|- [--feed FEED] [OPTIONS]",
        discussion: "Prints the command that undoes the change.")

    @OptionGroup var items: StoryItems

    func run(in context: CommandContext) throws {
        try items.change(
            context, atLeast: 2,
            unchanged: "Nothing was changed. The items are one story already, or their feeds aren't followed "
                + "or never join."
        ) { try $0.join($1) }
    }
}

/// The items that a decision is about.
struct StoryItems: ParsableArguments {
    @Argument(help: ArgumentHelp("Items to change, or - for standard input.", valueName: "id"))
    var ids: [String]

    @Option(
        name: .long, help: ArgumentHelp("The feed of the items, if an id isn't enough.", valueName: "feed"),
        completion: .feeds)
    var feed: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if ids.count > 1, ids.contains("-") {
            throw ValidationError("- can't be used together with ids. Choose one.")
        }
    }

    /// - Parameters:
    ///   - count: the least number of items.
    ///   - unchanged: the message if nothing has changed.
    fileprivate func change(
        _ context: CommandContext, atLeast count: Int, unchanged: String,
        _ change: (FeedEnvironment, [ItemKey]) throws -> StoryChange?
    ) throws {
        let feed = try feed.map { try FeedCatalog.all.feed(argument: $0, among: StoredNames(context, output)) }
        try CommandRun(context, output).run { environment in
            let feed = try feed?.description.shown(in: environment)
            let references = try ItemReference.all(ids, in: feed?.key)
            guard references.count >= count else {
                throw CommandFailure("Name at least \(count.counted("item")). Nothing was changed.", .usage)
            }
            guard references.count <= StoryChange.maximum else {
                throw CommandFailure("Name at most \(StoryChange.maximum) items. Nothing was changed.", .usage)
            }
            guard try environment.storyPreferences().isOn else {
                throw CommandFailure("Stories are off. To turn them on: freshet stories on. Nothing was changed.")
            }
            let change = try change(environment, try StoredItemFinder(environment).items(references))
            if output.json {
                try context.output.writeLine(json: StoryChangeDocument(change))
            } else if let change {
                context.output.writeLine("Changed. To undo: freshet stories undo \(change.text.inShell)")
            } else {
                context.output.writeLine(unchanged)
            }
            return .success
        }
    }
}

/// `freshet stories undo`.
struct StoriesUndoCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undoes a split or a join.",
        usage: "freshet stories undo CHANGE [OPTIONS]",
        discussion: "Later splits and joins of the same items stay.")

    @Argument(help: ArgumentHelp("The change that split or join printed.", valueName: "change"))
    var change: String

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if StoryChange(text: change) == nil {
            throw ValidationError("“\(change)” isn't a change. Use what freshet stories split or join printed.")
        }
    }

    func run(in context: CommandContext) throws {
        guard let change = StoryChange(text: change) else { return }
        try CommandRun(context, output).run { environment in
            guard try environment.undo(change) else {
                context.complain(StoryChange.notUndone)
                return .failure
            }
            if output.json {
                try context.output.writeLine(json: ["undone": true])
            } else {
                context.output.writeLine("Undone.")
            }
            return .success
        }
    }
}

extension StoryChange {
    static let notUndone = "Nothing was undone. The change is no longer in effect."
}

/// The account's settings for stories, for programs.
private struct StoryPreferencesDocument: Encodable {
    let isOn: Bool
    let unread: String
}

extension CommandContext {
    fileprivate func write(_ preferences: StoryPreferences, isJSON: Bool) throws {
        if isJSON {
            let document = StoryPreferencesDocument(isOn: preferences.isOn, unread: preferences.renewal.rawValue)
            return try output.writeLine(json: document)
        }
        output.writeLine(
            "Stories: " + (preferences.isOn ? "on. Lists show a story once." : "off. Lists show each item."))
        if preferences.isOn { output.writeLine(preferences.renewal.sentence) }
    }
}

extension StoryPreferences.Renewal {
    /// The condition under which a story becomes unread again, with the value of `--unread`.
    fileprivate var sentence: String {
        let when =
            switch self {
            case .never: "A story that you have read stays read."
            case .sources: "A story that you have read becomes unread when another feed tells it."
            case .facts: "A story that you have read becomes unread when a title has new numbers or names."
            }
        return "Unread: \(rawValue). \(when)"
    }
}

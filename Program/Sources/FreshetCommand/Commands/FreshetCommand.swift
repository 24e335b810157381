import ArgumentParser
import Catalog
import Feeds

/// The program. Without a subcommand it opens the reader, or prints unread items in a pipe.
struct FreshetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "freshet",
        abstract: "Follows live feeds: shows stored items immediately, then new ones.",
        usage: "freshet [OPTIONS]\nfreshet SUBCOMMAND",
        discussion: ProgramHelp(FeedCatalog.all).discussion,
        version: Version.current,
        groupedSubcommands: groups,
        // Options of the program itself would hide its subcommands' options of the same names.
        defaultSubcommand: ReadCommand.self)

    private static let groups = [
        CommandGroup(name: "Feeds", subcommands: FeedCatalog.all.upstreams.map(\.subcommand)),
        CommandGroup(
            name: "Following",
            subcommands: [
                FollowCommand.self, UnfollowCommand.self, FollowingCommand.self, ExportCommand.self,
                ImportCommand.self,
            ]),
        CommandGroup(
            name: "Reading",
            subcommands: [
                ReadCommand.self, UnreadCommand.self, SavedCommand.self, MarkCommand.self, LabelCommand.self,
                LabelsCommand.self, StoriesCommand.self, SearchCommand.self, RulesCommand.self, DigestCommand.self,
            ]),
        CommandGroup(
            name: "Other",
            subcommands: [
                ConfigCommand.self, DestinationsCommand.self, ServeCommand.self, AccountsCommand.self,
                SessionsCommand.self,
                BackupCommand.self, StoreCommand.self, StatusCommand.self, DemoCommand.self, CompletionCommand.self,
            ]),
    ]

    /// The commands that other programs run: no subcommands, so that help, completions and the manual page don't list them.
    static let hidden: [any ParsableCommand.Type] = [SampleUpstreamsCommand.self, HealthCommand.self]

    /// The command that the arguments name, with its options.
    ///
    /// Building the parser of every subcommand takes longer than showing stored items does. So only the named subcommand parses its
    /// arguments; if that fails, the whole program parses them again and reports the error.
    static func command(_ typed: [String]) throws -> any ParsableCommand {
        if let help = ProgramHelp.text(for: typed, groups) { throw CleanExit.message(help) }
        let arguments = TypedArguments(typed).withEscapedTerms
        if arguments.count == 2, arguments[0] == "help", let command = hidden.first(named: arguments[1]) {
            throw CleanExit.message(command.helpMessage())
        }
        if let command = hidden.first(named: arguments.first) {
            return try command.parseAsRoot(Array(arguments.dropFirst()))
        }
        if let subcommand = leaf(named: arguments.first),
            // The error is reported by the parser below, which knows the subcommand's parents.
            let command = try? subcommand.parseAsRoot(Array(arguments.dropFirst()))
        {
            return command
        }
        try check(arguments)
        // The shells' requests for completions are parsed here.
        FollowedCompletions.take(from: { StoredNames.followedFeeds($0) })
        return try parseAsRoot(arguments)
    }

    /// The subcommand of that name, unless it has subcommands of its own.
    private static func leaf(named name: String?) -> (any ParsableCommand.Type)? {
        guard let name else { return nil }
        if let upstream = FeedCatalog.all.upstreams.first(where: { $0.id == name }) {
            return upstream.subcommand
        }
        return groups.dropFirst().lazy.flatMap(\.subcommands).first {
            $0.configuration.commandName == name && $0.configuration.subcommands.isEmpty
        }
    }

    /// Rejects an unknown subcommand, and suggests the nearest one.
    private static func check(_ arguments: [String]) throws {
        let names = configuration.subcommands
            .compactMap { $0.configuration.commandName }
        if let words = TypedArguments(arguments).reordered(commands: names) {
            throw ValidationError("Put options after the command: \(words)")
        }
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        guard let word = words.first, !word.hasPrefix("-"), word != "help" else { return }
        if let hint = CommandHint(word, Array(words.dropFirst())) { throw ValidationError(hint.description) }
        let command = configuration.subcommands.first {
            $0.configuration.commandName == word || $0.configuration.aliases.contains(word)
        }
        if let command {
            return try check(words.dropFirst().first, below: command.configuration)
        }
        if FeedCatalog.all.feed(pasted: word) != nil {
            throw ValidationError("“\(word)” is a feed. To follow it: freshet follow \(word)")
        }
        throw UnknownWord(word, is: "command", among: names).error
    }

    /// Rejects an unknown subcommand of a command that has some.
    private static func check(_ word: String?, below command: CommandConfiguration) throws {
        let names = command.subcommands.compactMap { $0.configuration.commandName }
        guard let word, !names.isEmpty, !word.hasPrefix("-"), word != "help", !names.contains(word) else { return }
        throw UnknownWord(word, is: "\(command.commandName ?? "") command", among: names).error
    }
}

extension [any ParsableCommand.Type] {
    fileprivate func first(named name: String?) -> (any ParsableCommand.Type)? {
        first { $0.configuration.commandName == name }
    }
}

/// A command that can run in another context than the process's.
protocol Subcommand: ParsableCommand {
    /// Runs the command; throws an ``ExitStatus`` or a ``CommandFailure`` unless it succeeds.
    mutating func run(in context: CommandContext) throws
}

extension Subcommand {
    mutating func run() throws { try run(in: CommandContext.process.configured()) }
}

import ArgumentParser
import Catalog
import Feeds

/// The program. Without a subcommand it opens the reader, or prints unread items in a pipe.
struct FreshetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "freshet",
        abstract: "Follows live feeds: shows stored items at once, then new ones.",
        usage: "freshet [OPTIONS]\nfreshet SUBCOMMAND",
        discussion: ProgramHelp(FeedCatalog.all).discussion,
        version: Version.current,
        groupedSubcommands: [
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
                    ReadCommand.self, UnreadCommand.self, SavedCommand.self, MarkCommand.self, SearchCommand.self,
                    RulesCommand.self, DigestCommand.self,
                ]),
            CommandGroup(
                name: "Other",
                subcommands: [
                    SinksCommand.self, ServeCommand.self, SessionsCommand.self, StatusCommand.self, DemoCommand.self,
                    UpstreamsCommand.self,
                    CompletionCommand.self,
                ]),
        ],
        // Options of the program's own would take those of the same names from its subcommands.
        defaultSubcommand: ReadCommand.self)

    /// Refuses a first word that is no subcommand, and names the nearest one.
    static func check(_ arguments: [String]) throws {
        let names = configuration.subcommands
            .compactMap { $0.configuration.commandName }
        let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
        guard let word, !word.hasPrefix("-"), word != "help", !names.contains(word) else { return }
        if FeedCatalog.all.feed(pasted: word) != nil {
            throw ValidationError("“\(word)” is a feed. To follow it: freshet follow \(word)")
        }
        throw UnknownWord(word, is: "command", among: names).error
    }
}

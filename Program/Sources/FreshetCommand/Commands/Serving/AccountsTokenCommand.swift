import ArgumentParser
import Catalog
import FeedStore
import Feeds

/// `freshet accounts token`.
struct AccountsTokenCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Sets an account's own token for \(names).",
        usage: "freshet accounts token NAME [--remove] [OPTIONS]",
        discussion: """
            With a token of its own an account follows what only that token opens: its
            notifications, its dashboard and its private repositories. No other account
            sees them. Other feeds are requested with the server's token. The token is
            asked for; if standard input isn't a terminal, its first line is the token. It
            is stored as it is, and never shown.

            EXAMPLES
              freshet accounts token anna
              freshet accounts token anna --remove
            """)

    private static let names = FeedCatalog.all.tokenUpstreams.map(\.name).joined(separator: " or ")

    @Argument(help: ArgumentHelp("The name of the account.", valueName: "name"), completion: .accounts)
    var name: String

    @Flag(name: .long, help: "Remove the account's token.")
    var remove = false

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store, catalog in
            let account = try store.account(named: name)
            let own = store.of(account.id)
            for upstream in catalog.tokenUpstreams {
                if !remove {
                    let token = try TypedPassword(context).readToken(of: upstream.name)
                    try own.keepOwnToken(token, for: upstream.id, named: upstream.name)
                } else if try own.ownToken(for: upstream.id) != nil {
                    try own.setOwnToken(nil, for: upstream.id)
                } else {
                    throw CommandFailure("\(account.name) has no \(upstream.name) token of its own.", .usage)
                }
                let name = TerminalText(account.name).string
                if output.json {
                    try context.output.writeLine(json: [remove ? "removed" : "set": upstream.id])
                } else {
                    let verb = remove ? "Removed" : "Set"
                    context.output.writeLine("\(verb) the \(upstream.name) token of \(name).")
                }
            }
        }
    }
}

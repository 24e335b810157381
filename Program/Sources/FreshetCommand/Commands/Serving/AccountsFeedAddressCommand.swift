import ArgumentParser
import FeedStore
import Feeds
import FreshetServer
import Platform
import WebText

/// `freshet accounts feed-address`.
struct AccountsFeedAddressCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "feed-address", abstract: "Shows the secret addresses of an account's lists as feeds.",
        usage: "freshet accounts feed-address [NAME] [--renew] [OPTIONS]",
        discussion: """
            Other programs can follow an account's unread and saved items, its folders and
            searches at freshet serve. Anyone who has an address can read these lists
            without a password. The first call makes the addresses; --renew makes other
            ones, and the former ones stop working at once. The server is that of
            serve.public-url in the configuration, or else of serve.host and serve.port.
            Replace NAME with the name of a folder, and WORDS with what to search for. In
            a pipe the fields are list and address.

            EXAMPLES
              freshet accounts feed-address
              freshet accounts feed-address anna
              freshet accounts feed-address anna --renew
            """)

    @Argument(
        help: ArgumentHelp("The name of the account; yours if you give none.", valueName: "name"), completion: .accounts
    )
    var name: String?

    @Flag(name: .long, help: "Make other addresses. The former ones stop working.")
    var renew = false

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            let own = try name.map { store.of(try store.account(named: $0).id) } ?? store
            let secret = try renew ? own.renewFeedSecret(.make(), at: .now) : own.addFeedSecret(.make(), at: .now)
            let addresses = PersonalFeedAddresses(secret, origin: context.settings.serve.origin)
            if output.json {
                try context.output.writeLine(
                    json: ["feeds": Dictionary(uniqueKeysWithValues: addresses.byList)])
            } else {
                for (list, address) in addresses.byList {
                    // Whole, so that it can be copied from a narrow terminal.
                    let name = context.isInteractive ? TerminalText(list).padded(to: 8).string : list + "\t"
                    context.output.writeLine(name + TerminalText(address).string)
                }
            }
        }
    }
}

extension Settings.Serve {
    /// The address of `freshet serve` as the configuration has it, without a slash at its end.
    var origin: String {
        if let address = publicURL { return address.hasSuffix("/") ? String(address.dropLast()) : address }
        return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}

extension PersonalFeedAddresses {
    fileprivate var byList: [(list: String, address: String)] {
        [("unread", unread), ("saved", saved), ("folder", folder), ("search", search)]
    }
}

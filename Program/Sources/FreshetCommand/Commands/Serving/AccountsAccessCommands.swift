import ArgumentParser
import Catalog
import FeedStore
import Feeds
import FreshetServer
import Platform
import WebText

/// The option of the commands that print a link to the server.
struct LinkOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("The address of the server in the link (default: the configured one).", valueName: "url"))
    var server: String?

    func validate() throws {
        guard let server else { return }
        do { try ServerOptions(publicURL: server).checkAddresses() } catch {
            throw ValidationError(error.description)
        }
    }
}

/// `freshet accounts reset`.
struct AccountsResetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Prints a link with which an account's password can be set once.",
        usage: "freshet accounts reset NAME [--days DAYS] [OPTIONS]",
        discussion: """
            Give the link to the owner of the account, who chooses a new password on its
            page at freshet serve and is signed in. The former password works until then;
            afterwards, other browsers are signed out. The link is shown once, is valid
            for 3 days unless --days says otherwise, and voids the one before. The server
            is that of --server, or else of serve.public-url in the configuration, or else
            of serve.host and serve.port. The first password of a server is chosen with
            such a link, too: from then on, everybody signs in.

            EXAMPLES
              freshet accounts reset anna
              freshet accounts reset anna --days 1
              freshet accounts reset admin --server http://127.0.0.1:9000
            """)

    @Argument(help: ArgumentHelp("The name of the account.", valueName: "name"), completion: .accounts)
    var name: String

    @Option(name: .long, help: ArgumentHelp("For how many days the link is valid (default: 3).", valueName: "days"))
    var days: Int?

    @OptionGroup var link: LinkOptions

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            let account = try store.account(named: name)
            let secret = Secret.make()
            let expiry = try store.makeResetLink(
                for: account, secret: secret, days: days ?? AccountLink.resetDays, at: .now)
            try context.write(link: .reset, secret, expiry, link, output)
            if let hint = try ServiceStore.installed.hint(context, output) {
                context.complain(hint + "accounts reset \(name.inShell)")
            }
        }
    }
}

/// `freshet accounts invite`.
struct AccountsInviteCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Prints a link with which one person adds their account.",
        usage: "freshet accounts invite [NAME] [--administrator] [--days DAYS] [OPTIONS]",
        discussion: """
            Give the link to the person, who chooses a name and a password on its page at
            freshet serve and is signed in. NAME is only suggested. The link is shown
            once, works once, and is valid for 7 days unless --days says otherwise. The
            server is that of --server, or else of serve.public-url in the configuration,
            or else of serve.host and serve.port.

            EXAMPLES
              freshet accounts invite
              freshet accounts invite otto --administrator --days 1
              freshet accounts invitations
            """)

    @Argument(help: ArgumentHelp("A suggested name.", valueName: "name"))
    var name: String?

    @Flag(name: .long, help: "Let the account manage accounts on the page, and see the status of the server.")
    var administrator = false

    @Option(name: .long, help: ArgumentHelp("For how many days the link is valid (default: 7).", valueName: "days"))
    var days: Int?

    @OptionGroup var link: LinkOptions

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            let secret = Secret.make()
            let invitation = try store.of(Account.first).invite(
                named: name, isAdministrator: administrator, secret: secret,
                days: days ?? AccountLink.invitationDays, at: .now)
            try context.write(link: .invitation, secret, invitation.expiresAt, link, output)
        }
    }
}

/// `freshet accounts invitations`.
struct AccountsInvitationsCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations", abstract: "Lists open invitations, and revokes them.",
        usage: "freshet accounts invitations [--revoke NUMBER] [OPTIONS]",
        discussion: """
            In a pipe the fields are number, suggested name, role, the administrator who
            made it, and the time at which it expires.

            EXAMPLES
              freshet accounts invitations
              freshet accounts invitations --revoke 3
            """)

    @Option(name: .long, help: ArgumentHelp("Revoke the invitation with this number.", valueName: "number"))
    var revoke: Invitation.ID?

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            if let revoke {
                try store.revokeInvitation(revoke, at: .now)
                if output.json {
                    try context.output.writeLine(json: ["revoked": revoke])
                } else {
                    context.output.writeLine("Revoked the invitation \(revoke).")
                }
                return
            }
            let invitations = try store.invitations(at: .now)
            let names = Dictionary(try store.accounts().map { ($0.id, $0.name) }) { first, _ in first }
            if output.json {
                try context.output.writeLine(json: [
                    "invitations": invitations.map { InvitationFields($0, by: names[$0.account]) }
                ])
            } else if invitations.isEmpty {
                context.writeInPlaceOfItems("No open invitations. To make one: freshet accounts invite")
            } else {
                Table(invitations, names).write(context, output.color)
            }
        }
    }
}

extension CommandContext {
    /// Writes a link, and the time until which it is valid.
    fileprivate func write(
        link kind: AccountLinkKind, _ secret: Secret, _ expiry: Date, _ link: LinkOptions, _ options: OutputOptions
    ) throws {
        var serve = settings.serve
        if let server = link.server { serve.publicURL = server }
        let address = kind.address(secret, origin: serve.origin)
        if options.json {
            try output.writeLine(json: ["link": address, "expiresAt": expiry.internetDateTime])
        } else {
            output.writeLine(TerminalText(address).string)
            errors.writeLine("The link works once, until \(expiry.internetDateTime). It isn't shown again.")
        }
    }
}

/// `freshet accounts app-password`.
struct AccountsAppPasswordCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "app-password", abstract: "Adds, lists and revokes passwords for single programs.",
        usage: "freshet accounts app-password NAME [LABEL] [--scope SCOPE|--revoke]",
        discussion: """
            A program sends its app password as a bearer token, or as the password of Basic
            authentication. It opens the API, not the page. It is shown once: only its hash
            is stored. Without a label, the account's app passwords are listed; in a pipe
            the fields are label, scope, last use and the time at which it was added.

            SCOPES
              reader       what reader apps need: items, marks, follows and folders
              everything   also rules, destinations, exports and imports, for scripts

            EXAMPLES
              freshet accounts app-password anna "Phone"
              freshet accounts app-password anna "Backup" --scope everything
              freshet accounts app-password anna
              freshet accounts app-password anna "Phone" --revoke
            """)

    @Argument(help: ArgumentHelp("The name of the account.", valueName: "name"), completion: .accounts)
    var name: String

    @Argument(help: ArgumentHelp("The program that it is for.", valueName: "label"))
    var label: String?

    @Option(name: .long, help: ArgumentHelp("reader or everything (default: reader).", valueName: "scope"))
    var scope: ChoiceArgument<AppPassword.Scope>?

    @Flag(name: .long, help: "Revoke the app password with this label.")
    var revoke = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if revoke, label == nil { throw ValidationError("Give the label of the app password to revoke.") }
        if scope != nil, revoke || label == nil {
            throw ValidationError("--scope is for a new app password. Give its label, without --revoke.")
        }
    }

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            let account = try store.account(named: name)
            let own = store.of(account.id)
            guard let label else { return try list(own, account, context) }
            if revoke { return try revoke(label, own, account, context) }
            let secret = try own.issueAppPassword(named: label, scope: scope?.value ?? .reader, at: .now)
            if output.json {
                try context.output.writeLine(json: ["appPassword": secret.text])
            } else {
                context.output.writeLine(secret.text)
                context.errors.writeLine("This is the only time that the app password is shown.")
            }
        }
    }

    private func list(_ store: FeedStore, _ account: Account, _ context: CommandContext) throws {
        let passwords = try store.appPasswords()
        if output.json {
            try context.output.writeLine(json: ["appPasswords": passwords.map(AppPasswordFields.init)])
        } else if passwords.isEmpty {
            let line = TerminalText("\(account.name) has no app passwords.").string
            context.writeInPlaceOfItems(line)
        } else {
            Table(passwords).write(context, output.color)
        }
    }

    private func revoke(
        _ label: String, _ store: FeedStore, _ account: Account, _ context: CommandContext
    ) throws {
        guard try store.removeAppPassword(named: label) else {
            throw CommandFailure(
                "\(account.name) has no app password “\(label)”. To list them: freshet accounts app-password \(account.name)",
                .usage)
        }
        if output.json {
            try context.output.writeLine(json: ["revoked": label])
        } else {
            context.output.writeLine("Revoked the app password \(TerminalText(label).string).")
        }
    }
}

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
        return Self.address(host, port)
    }

    /// The address that a browser on the server's computer opens, without a slash at its end.
    static func address(_ host: String, _ port: Int) -> String {
        // A wildcard address can't be opened.
        let name = ["0.0.0.0", "::"].contains(host) ? "localhost" : host.contains(":") ? "[\(host)]" : host
        return "http://\(name):\(port)"
    }
}

extension PersonalFeedAddresses {
    fileprivate var byList: [(list: String, address: String)] {
        [("unread", unread), ("saved", saved), ("folder", folder), ("search", search)]
    }
}

import ArgumentParser
import FeedStore
import Feeds
import Platform

/// `freshet accounts`.
struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Manages the people who use this store.",
        usage: """
            freshet accounts list|add NAME|remove NAME|password NAME [OPTIONS]
            freshet accounts invite [NAME]|invitations|reset NAME
            freshet accounts role NAME ROLE|rename NAME NEW|disable NAME|enable NAME
            freshet accounts app-password NAME|token NAME|feed-address [NAME]
            """,
        discussion: """
            Each account has its own follows, marks, rules and destinations. Feeds that
            several accounts follow are fetched once. The first account exists from the
            start and needs no password as long as it is the only one. With a second
            account, everybody signs in to freshet serve. Other commands use the first
            account unless --account or the configuration names another one.

            EXAMPLES
              freshet accounts password admin
              freshet accounts add anna
              freshet accounts invite otto
              freshet accounts reset anna
              freshet accounts disable anna
              freshet accounts app-password anna "Phone"
              freshet unread --account anna
            """,
        subcommands: [
            AccountsListCommand.self, AccountsAddCommand.self, AccountsRemoveCommand.self,
            AccountsPasswordCommand.self, AccountsResetCommand.self, AccountsInviteCommand.self,
            AccountsInvitationsCommand.self, AccountsRoleCommand.self, AccountsRenameCommand.self,
            AccountsDisableCommand.self, AccountsEnableCommand.self, AccountsAppPasswordCommand.self,
            AccountsTokenCommand.self,
            AccountsFeedAddressCommand.self,
        ],
        defaultSubcommand: AccountsListCommand.self)
}

/// `freshet accounts list`.
struct AccountsListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists accounts, oldest first.", usage: "freshet accounts list [OPTIONS]",
        discussion: """
            In a pipe the fields are name, whether it is an administrator, the number of
            followed feeds, whether it has a password, the last use through freshet serve,
            whether it is disabled, and the numbers of saved items, of items with marks,
            and of bytes that the account uses. That number is an estimate: 64 bytes for
            each mark, and the contents of items that no other account keeps, since nobody
            else follows a feed that lists them or saved them. Indexes aren't counted, nor
            is anything that accounts share.

            EXAMPLES
              freshet accounts list
              freshet accounts list --json
            """)

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            let usage = try store.accountUsage()
            let accounts = try store.accounts().map {
                ListedAccount(account: $0, usage: usage[$0.id] ?? AccountUsage())
            }
            if output.json {
                try context.output.writeLine(json: ["accounts": accounts.map(AccountFields.init)])
            } else {
                Table(accounts).write(context, output.color)
            }
        }
    }
}

/// `freshet accounts add`.
struct AccountsAddCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds an account that signs in with a password.",
        usage: "freshet accounts add NAME [--administrator] [OPTIONS]",
        discussion: """
            The password is asked for. If standard input isn't a terminal, its first line
            is the password.
            """)

    @Argument(help: ArgumentHelp("A name to sign in with.", valueName: "name"))
    var name: String

    @Flag(name: .long, help: "Let it manage accounts on the page, and see the status of the server.")
    var administrator = false

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            try store.checkAdmission(of: name)
            let password = try TypedPassword(context).readNew(for: name)
            let account = try store.admit(name, password: password, isAdministrator: administrator, at: .now)
            if output.json {
                try context.output.writeLine(
                    json: AccountFields(ListedAccount(account: account, usage: AccountUsage())))
            } else {
                context.output.writeLine("Added the account \(TerminalText(account.name).string).")
            }
        }
    }
}

/// `freshet accounts remove`.
struct AccountsRemoveCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes an account with its follows, marks, rules and destinations.",
        usage: "freshet accounts remove NAME [--yes] [OPTIONS]",
        discussion: "On a terminal it asks first: what is removed can't be restored.")

    @Argument(help: ArgumentHelp("The name of the account.", valueName: "name"), completion: .accounts)
    var name: String

    @Flag(name: .shortAndLong, help: "Don't ask.")
    var yes = false

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            let account = try store.account(named: name)
            if account.id == Account.first { throw AccountError.firstStays(account.name) }
            if !yes, isTerminal(STDIN_FILENO) {
                let name = TerminalText(account.name).string
                context.errors.write(
                    "Remove the account \(name) with its follows, marks, rules and destinations? [y/N] ")
                guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
                    throw CommandFailure("The account \(name) wasn't removed.", .usage)
                }
            }
            guard try store.removeAccount(account.id) else { throw AccountError.unknown(name) }
            if output.json {
                try context.output.writeLine(json: ["removed": account.name])
            } else {
                context.output.writeLine("Removed the account \(TerminalText(account.name).string).")
            }
        }
    }
}

/// `freshet accounts password`.
struct AccountsPasswordCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Sets an account's password, and signs out its browsers.",
        usage: "freshet accounts password NAME [OPTIONS]",
        discussion: """
            The password is asked for. If standard input isn't a terminal, its first line
            is the password.
            """)

    @Argument(help: ArgumentHelp("The name of the account.", valueName: "name"), completion: .accounts)
    var name: String

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            let account = try store.account(named: name)
            let password = try TypedPassword(context).readNew(for: account.name)
            try store.of(account.id).setPassword(password, keeping: nil)
            if output.json {
                try context.output.writeLine(json: ["changed": account.name])
            } else {
                context.output.writeLine("Set the password of \(TerminalText(account.name).string).")
            }
        }
    }
}

/// The role of an account on the page.
enum AccountRole: String, CaseIterable, Sendable {
    case administrator, member
}

/// `freshet accounts role`.
struct AccountsRoleCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "role", abstract: "Makes an account an administrator or a member.",
        usage: "freshet accounts role NAME administrator|member [OPTIONS]",
        discussion: """
            Administrators manage accounts on the page, see the status of the server, and
            have no limits. The first account stays an administrator, and so does the last
            one with a password.

            EXAMPLES
              freshet accounts role anna administrator
              freshet accounts role anna member
            """)

    @Argument(help: ArgumentHelp("The name of the account.", valueName: "name"), completion: .accounts)
    var name: String

    @Argument(help: ArgumentHelp("administrator or member.", valueName: "role"))
    var role: ChoiceArgument<AccountRole>

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            let account = try store.account(named: name)
            try store.changeRole(isAdministrator: role.value == .administrator, of: account)
            let what = role.value == .administrator ? "an administrator" : "a member"
            try context.writeChanged(account.name, "is now \(what)", output)
        }
    }
}

/// `freshet accounts rename`.
struct AccountsRenameCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Gives an account another name to sign in with.",
        usage: "freshet accounts rename NAME NEW [OPTIONS]",
        discussion: """
            Everything that the account has stays. Apps that send the name need the new
            one, and so does "account" in the configuration.

            EXAMPLE
              freshet accounts rename anna anna.b
            """)

    @Argument(help: ArgumentHelp("The name of the account.", valueName: "name"), completion: .accounts)
    var name: String

    @Argument(help: ArgumentHelp("The new name.", valueName: "new"))
    var new: String

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            let account = try store.account(named: name)
            let stored = try store.rename(account, to: new)
            try context.writeChanged(stored, "is the new name of \(account.name)", output)
        }
    }
}

/// `freshet accounts disable`.
struct AccountsDisableCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Disables an account, and keeps everything that it has.",
        usage: "freshet accounts disable NAME [OPTIONS]",
        discussion: """
            Its browsers are signed out, and its app passwords and the addresses of its
            feeds stop working. Nothing is fetched for it and no notifications are sent.
            Links to set its password and invitations that it made are revoked. The first
            account can't be disabled, and neither can the last administrator with a
            password.

            EXAMPLES
              freshet accounts disable anna
              freshet accounts enable anna
            """)

    @Argument(help: ArgumentHelp("The name of the account.", valueName: "name"), completion: .accounts)
    var name: String

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            let account = try store.account(named: name)
            try store.disable(account, at: .now)
            try context.writeChanged(account.name, "is disabled", output)
        }
    }
}

/// `freshet accounts enable`.
struct AccountsEnableCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Enables a disabled account.",
        usage: "freshet accounts enable NAME [OPTIONS]",
        discussion: """
            It signs in with its password again, and its app passwords and the addresses
            of its feeds work again.

            EXAMPLE
              freshet accounts enable anna
            """)

    @Argument(help: ArgumentHelp("The name of the account.", valueName: "name"), completion: .accounts)
    var name: String

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            let account = try store.account(named: name)
            try store.enable(account)
            try context.writeChanged(account.name, "is enabled", output)
        }
    }
}

extension CommandContext {
    /// Writes that an account was changed.
    fileprivate func writeChanged(_ name: String, _ what: String, _ options: OutputOptions) throws {
        if options.json {
            try output.writeLine(json: ["changed": name])
        } else {
            output.writeLine(TerminalText("\(name) \(what).").string)
        }
    }
}

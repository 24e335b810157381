import ArgumentParser
import FeedStore
import Feeds
import Platform

/// What an account may do on the page.
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

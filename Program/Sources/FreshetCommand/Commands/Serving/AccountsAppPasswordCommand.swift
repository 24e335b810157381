import ArgumentParser
import FeedStore
import Feeds
import Platform

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

import ArgumentParser
import FeedStore
import Feeds
import FreshetServer
import Platform
import WebText

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
            is that of serve.public-url in the configuration, or else of serve.host and
            serve.port.

            EXAMPLES
              freshet accounts reset anna
              freshet accounts reset anna --days 1
            """)

    @Argument(help: ArgumentHelp("The name of the account.", valueName: "name"), completion: .accounts)
    var name: String

    @Option(name: .long, help: ArgumentHelp("For how many days the link is valid (default: 3).", valueName: "days"))
    var days: Int?

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            let account = try store.account(named: name)
            let secret = Secret.make()
            let expiry = try store.makeResetLink(
                for: account, secret: secret, days: days ?? AccountLink.resetDays, at: .now)
            try context.write(link: .reset, secret, expiry, output)
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
            server is that of serve.public-url in the configuration, or else of serve.host
            and serve.port.

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

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try AccountRun(context, output).run { store in
            let secret = Secret.make()
            let invitation = try store.of(Account.first).invite(
                named: name, isAdministrator: administrator, secret: secret,
                days: days ?? AccountLink.invitationDays, at: .now)
            try context.write(link: .invitation, secret, invitation.expiresAt, output)
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
    /// Writes a link, and beside it how long it is valid.
    fileprivate func write(
        link kind: AccountLinkKind, _ secret: Secret, _ expiry: Date, _ options: OutputOptions
    ) throws {
        let address = kind.address(secret, origin: settings.serve.origin)
        if options.json {
            try output.writeLine(json: ["link": address, "expiresAt": expiry.internetDateTime])
        } else {
            output.writeLine(TerminalText(address).string)
            errors.writeLine("The link works once, until \(expiry.internetDateTime). It isn't shown again.")
        }
    }
}

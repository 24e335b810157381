import FeedStore
import Feeds
import FreshetServer
import Platform
import WebText

extension Table {
    /// Writes the table to standard output: with its header on a terminal, as fields in a pipe.
    ///
    /// - Parameter piped: the table for a pipe, if it has other columns.
    func write(_ context: CommandContext, _ color: ColorChoice?, piped: Table? = nil) {
        let output = context.output
        let rendering = Rendering(context, color, output.descriptor)
        guard context.isInteractive else {
            for line in (piped ?? self).plainLines(rendering) { output.writeLine(line) }
            return
        }
        let width = context.terminalSize.columns
        for line in allLines(width: width) { output.writeLine(rendering.render(line.truncated(to: width))) }
    }
}

/// An account with its usage.
struct ListedAccount {
    let account: Account
    let usage: AccountUsage
}

extension Table {
    /// Accounts, one a row.
    init(_ accounts: [ListedAccount]) {
        let clock = Clock()
        self.init(
            columns: [
                .init(header: "ACCOUNT", minimum: 8, isFlexible: true), .init(header: "ADMINISTRATOR", dropOrder: 2),
                .init(header: "FOLLOWS", alignment: .trailing), .init(header: "PASSWORD", dropOrder: 1),
                .init(header: "USED"), .init(header: "DISABLED", dropOrder: 3),
                .init(header: "SAVED", alignment: .trailing, dropOrder: 4),
                .init(header: "MARKS", alignment: .trailing, dropOrder: 5),
                .init(header: "DISK", alignment: .trailing, dropOrder: 6),
            ],
            rows: accounts.map { listed in
                [
                    .init(StyledText(untrusted: listed.account.name, .bold)),
                    .init(StyledText(untrusted: listed.account.isAdministrator ? "yes" : "no", .dim)),
                    .init(StyledText(untrusted: String(listed.usage.follows))),
                    .init(StyledText(untrusted: listed.account.hasPassword ? "set" : "none", .dim)),
                    clock.cell(listed.account.usedAt),
                    .init(StyledText(untrusted: listed.account.isDisabled ? "yes" : "no", .dim)),
                    .init(StyledText(untrusted: String(listed.usage.saved))),
                    .init(StyledText(untrusted: String(listed.usage.marks))),
                    .init(
                        StyledText(untrusted: listed.usage.size), plain: TerminalText(String(listed.usage.bytes))),
                ]
            })
    }

    /// An account's app passwords, one a row.
    init(_ passwords: [AppPassword]) {
        let clock = Clock()
        self.init(
            columns: [
                .init(header: "APP PASSWORD", minimum: 8, isFlexible: true), .init(header: "SCOPE"),
                .init(header: "USED"),
                .init(header: "ADDED", dropOrder: 1),
            ],
            rows: passwords.map { password in
                [
                    .init(StyledText(untrusted: password.name, .bold)),
                    .init(StyledText(untrusted: password.scope.rawValue)), clock.cell(password.usedAt),
                    clock.cell(password.createdAt),
                ]
            })
    }
}

extension Table {
    /// Open invitations, one a row.
    init(_ invitations: [Invitation], _ names: [Account.ID: String]) {
        let clock = Clock()
        self.init(
            columns: [
                .init(header: "NUMBER", alignment: .trailing), .init(header: "NAME", minimum: 8, isFlexible: true),
                .init(header: "ROLE"), .init(header: "BY", dropOrder: 1), .init(header: "EXPIRES"),
            ],
            rows: invitations.map { invitation in
                [
                    .init(StyledText(untrusted: String(invitation.id))),
                    .init(StyledText(untrusted: invitation.name ?? "", .bold)),
                    .init(
                        StyledText(untrusted: invitation.isAdministrator ? "administrator" : "member")),
                    .init(StyledText(untrusted: names[invitation.account] ?? "", .dim)),
                    .init(
                        StyledText(untrusted: clock.time(invitation.expiresAt), .dim),
                        plain: TerminalText(invitation.expiresAt.internetDateTime)),
                ]
            })
    }
}

/// An invitation for programs, without its secret.
struct InvitationFields: Encodable {
    private let number: Invitation.ID
    private let name: String?
    private let isAdministrator: Bool
    private let by: String?
    private let createdAt, expiresAt: String

    init(_ invitation: Invitation, by administrator: String?) {
        number = invitation.id
        name = invitation.name
        isAdministrator = invitation.isAdministrator
        by = administrator
        createdAt = invitation.createdAt.internetDateTime
        expiresAt = invitation.expiresAt.internetDateTime
    }
}

/// An account for programs.
struct AccountFields: Encodable {
    private let name: String
    private let isAdministrator: Bool
    private let follows, saved, marks, bytes: Int
    private let hasPassword: Bool
    private let createdAt: String
    private let usedAt, disabledAt: String?

    init(_ listed: ListedAccount) {
        name = listed.account.name
        isAdministrator = listed.account.isAdministrator
        follows = listed.usage.follows
        saved = listed.usage.saved
        marks = listed.usage.marks
        bytes = listed.usage.bytes
        hasPassword = listed.account.hasPassword
        createdAt = listed.account.createdAt.internetDateTime
        usedAt = listed.account.usedAt?.internetDateTime
        disabledAt = listed.account.disabledAt?.internetDateTime
    }
}

/// An app password for programs, without its secret.
struct AppPasswordFields: Encodable {
    private let name, scope, createdAt: String
    private let usedAt: String?

    init(_ password: AppPassword) {
        name = password.name
        scope = password.scope.rawValue
        createdAt = password.createdAt.internetDateTime
        usedAt = password.usedAt?.internetDateTime
    }
}

extension Table {
    /// Sessions, one a row.
    init(_ sessions: [SignedInBrowser]) {
        let clock = Clock()
        self.init(
            columns: [
                .init(header: "SESSION"), .init(header: "ACCOUNT"), .init(header: "USED"),
                .init(header: "SIGNED IN", dropOrder: 2),
                .init(header: "ADDRESS", dropOrder: 1), .init(header: "BROWSER", minimum: 12, isFlexible: true),
            ],
            rows: sessions.map { session in
                [
                    .init(StyledText(untrusted: session.id, .bold)),
                    .init(StyledText(untrusted: session.account ?? "")),
                    clock.cell(session.usedAt), clock.cell(session.createdAt),
                    .init(StyledText(untrusted: session.address ?? "", .dim)),
                    .init(StyledText(untrusted: session.browser ?? "")),
                ]
            })
    }
}

/// A session for programs.
struct SessionFields: Encodable {
    private let id, usedAt, createdAt: String
    private let account, address, browser: String?

    init(_ session: SignedInBrowser) {
        id = session.id
        account = session.account
        usedAt = session.usedAt.internetDateTime
        createdAt = session.createdAt.internetDateTime
        address = session.address
        browser = session.browser
    }
}

extension Table {
    /// Destinations, one a row.
    init(_ destinations: [NamedDestination]) {
        let clock = Clock()
        self.init(
            columns: [
                .init(header: "DESTINATION", minimum: 8, isFlexible: true), .init(header: "KIND"),
                .init(header: "TARGET", minimum: 12, isFlexible: true, dropOrder: 1),
                .init(header: "QUEUED", alignment: .trailing),
                .init(header: "QUIET", dropOrder: 4), .init(header: "DIGEST", dropOrder: 3),
                .init(header: "NEXT ATTEMPT", dropOrder: 2),
                .init(header: "ERROR", minimum: 12, isFlexible: true),
            ],
            rows: destinations.map { destination in
                [
                    .init(StyledText(untrusted: destination.name, .bold)),
                    .init(StyledText(untrusted: destination.destination.kind.rawValue)),
                    .init(StyledText(untrusted: destination.destination.target, .dim)),
                    .init(
                        StyledText(
                            untrusted: String(destination.stored.waiting),
                            destination.stored.waiting == 0 ? .dim : .plain)),
                    .init(StyledText(untrusted: destination.destination.quiet?.words ?? "", .dim)),
                    .init(
                        StyledText(
                            untrusted: destination.destination.digest.map { TimeOfDay.words($0.minute) } ?? "", .dim)),
                    clock.cell(destination.stored.retryAt),
                    .init(
                        StyledText(
                            untrusted: destination.pause?.description ?? destination.stored.error ?? "", .color(.red))),
                ]
            })
    }
}

import FeedStore
import Platform
import WebText

/// An account with what the list says about it.
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

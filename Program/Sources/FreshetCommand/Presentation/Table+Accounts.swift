import FeedStore
import Platform
import WebText

/// An account with what the list says about it.
struct ListedAccount {
    let account: Account
    let follows: Int
}

extension Table {
    /// Accounts, one a row.
    init(_ accounts: [ListedAccount]) {
        let clock = Clock()
        self.init(
            columns: [
                .init(header: "ACCOUNT", minimum: 8, isFlexible: true), .init(header: "ADMINISTRATOR", dropOrder: 2),
                .init(header: "FOLLOWS", alignment: .trailing), .init(header: "PASSWORD", dropOrder: 1),
                .init(header: "USED"),
            ],
            rows: accounts.map { listed in
                [
                    .init(StyledText(untrusted: listed.account.name, .bold)),
                    .init(StyledText(untrusted: listed.account.isAdministrator ? "yes" : "no", .dim)),
                    .init(StyledText(untrusted: String(listed.follows))),
                    .init(StyledText(untrusted: listed.account.hasPassword ? "set" : "none", .dim)),
                    clock.cell(listed.account.usedAt),
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

/// An account for programs.
struct AccountFields: Encodable {
    private let name: String
    private let isAdministrator: Bool
    private let follows: Int
    private let hasPassword: Bool
    private let createdAt: String
    private let usedAt: String?

    init(_ listed: ListedAccount) {
        name = listed.account.name
        isAdministrator = listed.account.isAdministrator
        follows = listed.follows
        hasPassword = listed.account.hasPassword
        createdAt = listed.account.createdAt.internetDateTime
        usedAt = listed.account.usedAt?.internetDateTime
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

import FeedStore

/// The account that a request is from, and how that is known.
struct AccountAdmission: Sendable, Hashable {
    /// What the request has sent.
    enum Credential: Sendable, Hashable {
        /// The cookie of a browser.
        case session(AccountSession.ID)
        /// The password of a program, and what it opens.
        case appPassword(AppPassword.ID, AppPassword.Scope)
        /// A header of a proxy, which names the account.
        case proxy(Account.ID)
        /// The server's token, which stands for the first account.
        case token
    }

    let account: Account.ID
    let credential: Credential

    /// Whether a person uses a browser: programs may not see pages, nor change what an account signs in with.
    var isBrowser: Bool {
        switch credential {
        case .session, .proxy: true
        case .appPassword, .token: false
        }
    }

    /// Whether a proxy names the account, so that the browser needs no cookie of this server.
    var isByProxy: Bool { if case .proxy = credential { true } else { false } }

    /// Whether only what reader apps need is open.
    var isReaderApp: Bool { if case .appPassword(_, .reader) = credential { true } else { false } }

    /// The browser's session.
    var session: AccountSession.ID? { if case .session(let id) = credential { id } else { nil } }
}

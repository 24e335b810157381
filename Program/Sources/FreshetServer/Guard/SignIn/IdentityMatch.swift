import FeedStore
import Platform

/// Finds the account of an identity, or links or adds one as configured. Blocks the calling thread.
struct IdentityMatch {
    enum Outcome: Sendable, Hashable {
        /// The account to sign in to; and what happened to it, for the log.
        case account(Account.ID, event: String?)
        case linked(Account.ID)
        /// The reason, for the reader.
        case refused(String)
    }

    private let settings: ServerOptions.OpenIDSignIn
    private let store: FeedStore
    private let now: Date

    init(_ settings: ServerOptions.OpenIDSignIn, _ store: FeedStore, now: Date) {
        (self.settings, self.store, self.now) = (settings, store, now)
    }

    /// The account to sign in to.
    func account(_ claims: OpenIDClaims) throws -> Outcome {
        let outcome = try match(claims)
        guard case .account(let id, _) = outcome,
            let account = try store.accounts().first(where: { $0.id == id }), account.isDisabled
        else { return outcome }
        return .refused(AccountError.disabled(account.name).description)
    }

    private func match(_ claims: OpenIDClaims) throws -> Outcome {
        if let known = try store.identity(issuer: settings.issuer, subject: claims.subject) {
            return .account(known.account, event: nil)
        }
        guard let claim = settings.nameClaim ?? (settings.addsAccounts ? .preferredUsername : nil) else {
            return .refused(
                "No account is linked to this identity. Sign in with a password, and link it on the page “Account”.")
        }
        guard let name = claims.name(claim) else {
            return .refused(
                "\(settings.name) didn't give \(claim == .email ? "a verified email address" : "a user name"), which finds the account."
            )
        }
        let accounts = try store.accounts()
        guard let account = accounts.first(where: { $0.isNamed(name) }) else { return try added(claims, name) }
        if let reason = try refusal(of: account) { return .refused(reason) }
        return try linked(claims, to: account.id) ?? .account(account.id, event: "identity linked")
    }

    /// The reason why the name isn't enough to open an account; nil if it is.
    private func refusal(of account: Account) throws -> String? {
        let byHand = "Sign in to it with a password, and link this identity on the page “Account”."
        if settings.nameClaim == nil { return "There is an account “\(account.name)” already. \(byHand)" }
        // A user who may choose a name at the provider must not become an administrator here.
        if account.isAdministrator { return "The account “\(account.name)” is an administrator's. \(byHand)" }
        if try store.of(account.id).identities().contains(where: { $0.issuer == settings.issuer }) {
            return "The account “\(account.name)” is linked to another identity. \(byHand)"
        }
        return nil
    }

    private func added(_ claims: OpenIDClaims, _ name: String) throws -> Outcome {
        guard settings.addsAccounts else {
            return .refused("No account here has the name “\(name.prefix(100))”. An administrator can add it.")
        }
        do {
            guard try store.admitWithoutPassword(name, at: now) else {
                return .refused("There is an account “\(name)” already. Try again.")
            }
        } catch let error as AccountError {
            return .refused(error.description)
        }
        let account = try store.account(named: name).id
        return try linked(claims, to: account) ?? .account(account, event: "account added")
    }

    /// Links an identity to the account that asked for it.
    func link(_ claims: OpenIDClaims, to link: SignInAttempt.Link) throws -> Outcome {
        guard try store.of(link.account).sessions(at: now).contains(where: { $0.id == link.session }) else {
            return .refused("This browser is no longer signed in to the account.")
        }
        if let known = try store.identity(issuer: settings.issuer, subject: claims.subject) {
            return known.account == link.account
                ? .linked(link.account) : .refused("This identity is linked to another account.")
        }
        return try linked(claims, to: link.account) ?? .linked(link.account)
    }

    /// Links an identity; returns the refusal if another request was faster.
    private func linked(_ claims: OpenIDClaims, to account: Account.ID) throws -> Outcome? {
        let name = claims.preferredUsername ?? claims.email
        let isNew = try store.of(account).link(
            issuer: settings.issuer, subject: claims.subject, name: name.map { String($0.prefix(200)) }, at: now)
        return isNew ? nil : .refused("This identity was just linked. Try again.")
    }
}

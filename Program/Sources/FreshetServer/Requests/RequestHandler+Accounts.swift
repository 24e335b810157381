import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Platform

/// The page where administrators manage the accounts.
extension RequestHandler {
    func accounts(_ incoming: IncomingRequest) -> Handling {
        guard isAdministrator(incoming) else { return .now(refuseMember(incoming)) }
        return .later(incoming) { try await accountsPage(.none, incoming) }
    }

    func changeAccounts(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        guard isAdministrator(incoming) else { return refuseMember(incoming) }
        do {
            return try await changeAccountsChecked(form, incoming)
        } catch let error as AccountError {
            if wantsDocument(incoming) { throw BadRequest(message: error.description) }
            let field: String? =
                switch (form["do"], error) {
                case ("add", _): error.isOfPassword ? "password" : "name"
                case ("invite", _): error == .badLifetime ? "days" : "invited"
                default: nil
                }
            let outcome = AccountsPage.Outcome.refused(
                field: field, account: form["account"].flatMap(Account.ID.init), error.description)
            return try await accountsPage(outcome, typed: form["name"] ?? "", incoming, .badRequest)
        }
    }

    private func refuseMember(_ incoming: IncomingRequest) -> ServerResponse {
        problem(.forbidden, "Not allowed", "Only administrators manage accounts.", incoming)
    }

    private func changeAccountsChecked(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let (context, store, now) = (context, context.environment.store, context.environment.now())
        switch form["do"] {
        case "add": return try await addAccount(form, incoming)
        case "invite": return try await invite(form, incoming)
        case "revoke":
            guard let id = form["invitation"].flatMap(Invitation.ID.init) else {
                throw BadRequest(message: "Set “invitation” to the number of an open invitation.")
            }
            try await context.blocking { try store.revokeInvitation(id, at: now) }
            return try await changed(.notice("Revoked the invitation."), "invitation revoked", nil, form, incoming)
        default: break
        }
        guard let id = form["account"].flatMap(Account.ID.init) else {
            throw BadRequest(message: "The form doesn't say which account to change.")
        }
        let found = try await context.blocking { try store.accounts().first { $0.id == id } }
        guard let account = found else {
            return try await accountsPage(.notice("There is no such account."), incoming)
        }
        if form["do"] == "save" { return try await save(account, form, incoming) }
        if id == store.account {
            throw BadRequest(
                message: "To change your own password, open the page /account. Only others remove your account.")
        }
        switch form["do"] {
        case "reset":
            let secret = Secret.make()
            let expiry = try await context.blocking { try store.makeResetLink(for: account, secret: secret, at: now) }
            let link = AccountLinkKind.reset.address(secret, origin: origin(for: incoming))
            return try await changed(
                .link("The link to set the password of \(account.name)", link, expiry), "reset link made", account.name,
                form,
                incoming)
        case "remove":
            if id == Account.first { throw AccountError.firstStays(account.name) }
            guard try await context.blocking({ try store.removeAccount(id) }) else {
                return try await accountsPage(.notice("There is no such account."), incoming)
            }
            return try await changed(
                .notice("Removed the account \(account.name)."), "account removed", account.name, form, incoming)
        default:
            throw BadRequest(message: "Set “do” to add, invite, revoke, save, reset or remove.")
        }
    }

    /// Changes the name, the role and the state of an account: those that the form has and that differ.
    private func save(_ account: Account, _ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let (store, now) = (context.environment.store, context.environment.now())
        let (isAdministrator, isDisabled) = (try form.flag("administrator"), try form.flag("disabled"))
        if account.id == store.account, isAdministrator == false || isDisabled == true {
            throw BadRequest(message: "Only another administrator changes your role or disables your account.")
        }
        var account = account
        var isChanged = false
        // Each is logged, also if a later one is refused.
        func note(_ event: String) {
            log(.changed(event, by: ownName, account: account.name), incoming)
            isChanged = true
        }
        if let isAdministrator, isAdministrator != account.isAdministrator {
            try await context.blocking { [account] in
                try store.changeRole(isAdministrator: isAdministrator, of: account)
            }
            note(isAdministrator ? "administrator rights given" : "administrator rights taken")
        }
        if let isDisabled, isDisabled != account.isDisabled {
            try await context.blocking { [account] in
                try isDisabled ? store.disable(account, at: now) : store.enable(account)
            }
            note(isDisabled ? "account disabled" : "account enabled")
        }
        if let name = form["name"], name.lowercased() != account.name {
            let stored = try await context.blocking { [account] in try store.rename(account, to: name) }
            note("account renamed")
            account = try await context.blocking { [account] in
                try store.accounts().first { $0.id == account.id } ?? account
            }
            return try await shown(.notice("The account is now named \(stored)."), form, incoming)
        }
        return try await shown(
            .notice(isChanged ? "Changed the account \(account.name)." : "Nothing was changed."), form, incoming)
    }

    private func addAccount(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let (store, now) = (context.environment.store, context.environment.now())
        let (name, password) = (form["name"] ?? "", form["password"] ?? "")
        let isAdministrator = try form.flag("administrator") ?? false
        let account = try await context.shared.passwords.run(for: incoming.client.network) { _ in
            try store.checkAdmission(of: name)
            return try store.admit(
                name, password: try PasswordHash(of: password), isAdministrator: isAdministrator, at: now)
        }
        return try await changed(
            .notice("Added the account \(account.name)."), isAdministrator ? "administrator added" : "account added",
            account.name, form, incoming)
    }

    private func invite(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let (store, now) = (context.environment.store, context.environment.now())
        let (name, secret) = (form["name"], Secret.make())
        let isAdministrator = try form.flag("administrator") ?? false
        guard let days = form["days"].map(Int.init) ?? AccountLink.invitationDays else {
            throw AccountError.badLifetime
        }
        let invitation = try await context.blocking {
            try store.invite(named: name, isAdministrator: isAdministrator, secret: secret, days: days, at: now)
        }
        let link = AccountLinkKind.invitation.address(secret, origin: origin(for: incoming))
        return try await changed(
            .link("The link of the invitation", link, invitation.expiresAt), "invitation made", nil, form, incoming)
    }

    /// The page after a change, which is logged.
    ///
    /// - Parameters:
    ///   - event: the name of the event, for the log.
    ///   - account: the name of the account that it happened to; nil for none.
    private func changed(
        _ outcome: AccountsPage.Outcome, _ event: String, _ account: String?, _ form: Form, _ incoming: IncomingRequest
    ) async throws -> ServerResponse {
        log(.changed(event, by: ownName, account: account), incoming)
        return try await shown(outcome, form, incoming)
    }

    private func shown(
        _ outcome: AccountsPage.Outcome, _ form: Form, _ incoming: IncomingRequest
    ) async throws -> ServerResponse {
        let contexts = contexts
        try await context.blocking { try contexts.refreshAccounts() }
        if incoming.request.headers.wantsJSON { return done(form, otherwise: "/accounts", incoming) }
        return try await accountsPage(outcome, incoming)
    }

    private func accountsPage(
        _ outcome: AccountsPage.Outcome, typed: String = "", _ incoming: IncomingRequest,
        _ status: HTTPResponse.Status = .ok
    ) async throws -> ServerResponse {
        let context = context
        let page = try await context.blocking {
            try context.recheck()
            let store = context.environment.store
            var page = AccountsPage(
                own: try self.own(store), accounts: try store.accounts(),
                invitations: try store.invitations(at: context.environment.now()), usage: try store.accountUsage(),
                site: self.site(for: incoming))
            (page.outcome, page.typed) = (outcome, typed)
            return page
        }
        var response = ServerResponse.content(EncodedBody(html: page.html), status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

/// The kinds of links that an administrator gives to one person.
package enum AccountLinkKind: Sendable, Hashable, CaseIterable {
    /// Sets an account's password.
    case reset
    /// Adds an account.
    case invitation

    /// The address of a link on a server.
    package func address(_ secret: Secret, origin: String) -> String { "\(origin)/\(root)/\(secret.text)" }

    var root: String {
        switch self {
        case .reset: Route.resetRoot
        case .invitation: Route.invitationRoot
        }
    }
}

/// The pages of links that are valid once. The secret in the address is the only credential.
extension RequestHandler {
    /// The purpose of a valid link.
    private enum Opened: Sendable {
        case reset(Account)
        case invitation(Invitation)
    }

    /// The form of a link. Opening it changes nothing.
    func openLink(_ kind: AccountLinkKind, _ incoming: IncomingRequest) -> Handling {
        .later(incoming) {
            guard let opened = try await opened(kind, incoming) else { return invalidLink(incoming) }
            return page(opened, incoming)
        }
    }

    /// Sets the password or adds the account, consumes the link, and signs the browser in.
    func useLink(_ kind: AccountLinkKind, _ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        guard let opened = try await opened(kind, incoming) else { return invalidLink(incoming) }
        let (environment, secret) = (contexts.first.environment, Secret(incoming.path["secret"]))
        let (store, now) = (environment.store, environment.now())
        let (name, password) = (form["name"] ?? "", form["password"] ?? "")
        do {
            let account = try await context.shared.passwords.run(for: incoming.client.network) { _ in
                switch opened {
                case .reset: return try store.resetPassword(try PasswordHash(of: password), by: secret, at: now)
                case .invitation:
                    try store.checkAdmission(of: name)
                    return try store.accept(secret, name: name, password: try PasswordHash(of: password), at: now)
                }
            }
            let event = kind == .reset ? "password reset" : "invitation accepted"
            log(.changed(event, by: account.name, account: nil), incoming)
            return try await startSession(of: account.id, named: account.name, form.without("return"), incoming)
        } catch AccountError.badLink {
            return invalidLink(incoming)
        } catch let error as AccountError {
            if wantsDocument(incoming) { throw BadRequest(message: error.description) }
            return page(opened, refusing: error, name: name, incoming, .badRequest)
        }
    }

    private func opened(_ kind: AccountLinkKind, _ incoming: IncomingRequest) async throws -> Opened? {
        let (environment, secret) = (contexts.first.environment, Secret(incoming.path["secret"]))
        return try await context.blocking {
            switch kind {
            case .reset: try environment.store.account(resetBy: secret, at: environment.now()).map(Opened.reset)
            case .invitation:
                try environment.store.invitation(for: secret, at: environment.now()).map(Opened.invitation)
            }
        }
    }

    private func page(
        _ opened: Opened, refusing error: AccountError? = nil, name: String? = nil, _ incoming: IncomingRequest,
        _ status: HTTPResponse.Status = .ok
    ) -> ServerResponse {
        var page = AccountLinkPage(path: incoming.target.path, site: site(for: incoming))
        switch opened {
        case .reset(let account): (page.account, page.isFirstPassword) = (account.name, !account.hasPassword)
        case .invitation(let invitation): page.name = name ?? invitation.name ?? ""
        }
        page.refusal = error
        return ServerResponse.content(EncodedBody(html: page.html), status: status).withoutTraces
    }

    /// Refuses a wrong link, and one that was used or has expired, with the same words. Valid ones are accepted regardless.
    private func invalidLink(_ incoming: IncomingRequest) -> ServerResponse {
        let isLimited = context.shared.wrongSecretAddresses.note(incoming.client.network)
        log(.secretRefused(isLimited: isLimited), incoming)
        if isLimited {
            return tooManyAttempts(incoming, "Too many wrong links came from your address. Wait a minute.")
                .withoutTraces
        }
        return problem(.notFound, "Link not valid", AccountError.badLink.description, incoming).withoutTraces
    }
}

extension ServerResponse {
    /// The same response, which no cache stores and whose address no link or style sheet passes on.
    ///
    /// With `no-referrer`, browsers would send the form without an origin.
    fileprivate var withoutTraces: ServerResponse {
        var response = self
        response.headers[.cacheControl] = "no-store"
        response.headers[.referrerPolicy] = "strict-origin"
        return response
    }
}

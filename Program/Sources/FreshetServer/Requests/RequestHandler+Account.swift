import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Platform

extension RequestHandler {
    /// The page of the reader's account.
    func account(_ incoming: IncomingRequest) -> Handling {
        .later(incoming) { try await accountPage(.none, incoming) }
    }

    /// Changes what the account signs in with.
    func changeAccount(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        do {
            return try await changeAccountChecked(form, incoming)
        } catch let error as AccountError {
            return try await refuse(error, form, incoming)
        }
    }

    private func changeAccountChecked(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let (context, store, now) = (context, context.environment.store, context.environment.now())
        if form["change"] == "password" { return try await changePassword(form, incoming) }
        if form["change"] == "make-feed-address" {
            _ = try await context.blocking { try store.addFeedSecret(.make(), at: now) }
            return try await changed("Made the addresses of your feeds.", "feed addresses made", form, incoming)
        }
        if form["change"] == "renew-feed-address" {
            _ = try await context.blocking { try store.renewFeedSecret(.make(), at: now) }
            return try await changed(
                "Renewed the addresses of your feeds. The former ones no longer work.", "feed addresses renewed", form,
                incoming)
        }
        if let name = form["program"] {
            guard let scope = AppPassword.Scope(rawValue: form["scope"] ?? AppPassword.Scope.reader.rawValue) else {
                throw BadRequest(
                    message: "Set “scope” to \(AppPassword.Scope.allCases.map(\.rawValue).joined(separator: " or ")).")
            }
            let secret = try await context.blocking { try store.issueAppPassword(named: name, scope: scope, at: now) }
            log(.changed("app password added", by: ownName, account: nil), incoming)
            return try await accountPage(.issued(name: name, secret: secret.text), incoming)
        }
        if let name = form["revoke"] {
            _ = try await context.blocking { try store.removeAppPassword(named: name) }
            return try await changed("Revoked the app password \(name).", "app password revoked", form, incoming)
        }
        let upstreams = context.catalog.tokenUpstreams
        if let token = form["token"], let upstream = upstreams.first(where: { $0.id == form["upstream"] }) {
            try await context.blocking { try store.keepOwnToken(token, for: upstream.id, named: upstream.name) }
            return try await changed("Your \(upstream.name) token is stored.", "token stored", form, incoming)
        }
        if let upstream = upstreams.first(where: { $0.id == form["forget-token"] }) {
            try await context.blocking { try store.setOwnToken(nil, for: upstream.id) }
            return try await changed("Removed your \(upstream.name) token.", "token removed", form, incoming)
        }
        if let id = form["unlink"].flatMap(Identity.ID.init) {
            _ = try await context.blocking { try store.unlinkIdentity(id) }
            return try await changed("Unlinked the identity.", "identity unlinked", form, incoming)
        }
        if form["end"] == "others" {
            let current = incoming.admission?.session
            _ = try await context.blocking { try store.endSessions(except: current) }
            return try await changed("Signed out your other browsers.", "sessions ended", form, incoming)
        }
        if let id = form["end"].flatMap(AccountSession.ID.init) {
            _ = try await context.blocking { try store.endSession(id) }
            return try await changed("Signed out the browser.", "session ended", form, incoming)
        }
        throw BadRequest(message: "The form doesn't say what to change.")
    }

    private func changePassword(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let (context, store) = (context, context.environment.store)
        let (current, new) = (form["current"] ?? "", form["new"] ?? "")
        let name = try await context.blocking { try self.own(store).name }
        // Somebody at a browser that was left signed in could guess.
        let network = incoming.client.network
        let outcome = try await context.shared.passwords.run(for: network) { _ in
            guard try store.password() != nil else { return AccountRule.SignIn.account(store.account) }
            return try context.shared.accountRule.signIn(name, current, from: incoming.client)
        }
        switch outcome {
        case .account: break
        case .limited:
            log(.signInRefused(isLimited: true, account: name), incoming)
            return tooManyAttempts(incoming)
        case .refused, .disabled:
            log(.signInRefused(isLimited: false, account: name), incoming)
            return try await accountPage(
                .refused(field: "current", "Wrong password. Try again."), incoming, .forbidden)
        }
        let session = incoming.admission?.session
        try await context.shared.passwords.run(for: network) { _ in
            try store.setPassword(try PasswordHash(of: new), keeping: session)
        }
        return try await changed("Your new password is set.", "password set", form, incoming)
    }

    /// The page after a change, which is logged; the first password leads to the sign-in page.
    ///
    /// - Parameter event: the name of the event, for the log.
    private func changed(
        _ notice: String, _ event: String, _ form: Form, _ incoming: IncomingRequest
    ) async throws -> ServerResponse {
        let contexts = contexts
        log(.changed(event, by: ownName, account: nil), incoming)
        try await context.blocking { try contexts.refreshAccounts() }
        if incoming.request.headers.wantsJSON { return done(form, otherwise: "/account", incoming) }
        if incoming.admission == nil, context.shared.accountRule.isOn { return .seeOther("/login?return=/account") }
        return try await accountPage(.notice(notice), incoming)
    }

    private func refuse(_ error: AccountError, _ form: Form, _ incoming: IncomingRequest) async throws
        -> ServerResponse
    {
        if wantsDocument(incoming) { throw BadRequest(message: error.description) }
        let isToken = if case .badToken = error { true } else { false }
        let field = isToken ? "token" : form["change"] == "password" ? "new" : "program"
        return try await accountPage(.refused(field: field, error.description), incoming, .badRequest)
    }

    private func accountPage(
        _ outcome: AccountPage.Outcome, _ incoming: IncomingRequest, _ status: HTTPResponse.Status = .ok
    ) async throws -> ServerResponse {
        let context = context
        let page = try await context.blocking {
            try context.recheck()
            let store = context.environment.store
            let own = try self.own(store)
            var page = AccountPage(
                account: own, appPasswords: try store.appPasswords(),
                ownTokens: try context.catalog.tokenUpstreams.map { ($0, try store.ownToken(for: $0.id) != nil) },
                sessions: try store.sessions(at: context.environment.now()), current: incoming.admission?.session,
                isShared: context.shared.accountRule.isOn,
                apps: ReaderAppAddresses(
                    origin: self.origin(for: incoming), user: own.name,
                    needsPassword: context.shared.readerAppRule.needsPassword),
                feedAddresses: try store.feedSecret().map {
                    PersonalFeedAddresses($0, origin: self.origin(for: incoming))
                }, site: self.site(for: incoming))
            page.outcome = outcome
            page.linked = try context.configuration.openID.map { openID in
                AccountPage.LinkedIdentities(
                    provider: openID.name, identities: try store.identities(),
                    canLink: incoming.admission?.session != nil)
            }
            return page
        }
        var response = ServerResponse.content(EncodedBody(html: page.html), status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// The name of the account that the request is from, as last read.
    var ownName: String { context.shared.accountRule.account(context.environment.store.account)?.name ?? "" }

    func own(_ store: FeedStore) throws -> Account {
        guard let own = try store.accounts().first(where: { $0.id == store.account }) else {
            throw BadRequest(message: "The account has been removed.")
        }
        return own
    }
}

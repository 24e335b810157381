import FeedStore
import Feeds
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Platform

extension RequestHandler {
    /// Starts a session for a browser whose reader typed the token, or a name and a password.
    func signIn(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        if let refusal = namelessRefusal(incoming) { return refusal }
        if context.shared.accountRule.isOn { return try await signInToAccount(form, incoming) }
        switch context.tokenRule.verdict(on: form["token"] ?? "", from: incoming.client) {
        case .limited:
            log(.signInRefused(isLimited: true, account: nil), incoming)
            let limited = tooManyAttempts(incoming)
            if wantsDocument(incoming) { return limited }
            let reason = "Too many attempts. Wait a minute before you try again."
            var response = login(incoming, returning: form["return"], refusal: reason, status: limited.status)
            for name in [HTTPField.Name.retryAfter, .connection] { response.headers[name] = limited.headers[name] }
            return response
        case .refused, .unknown:
            log(.signInRefused(isLimited: false, account: nil), incoming)
            return login(incoming, returning: form["return"], refusal: "Wrong token. Try again.", status: .forbidden)
        case .admitted: break
        }
        let page = try await returnPath(of: context.environment.store.account, wanting: form["return"])
        var response = done(form.without("return"), otherwise: page, incoming)
        guard context.tokenRule.isSet else { return response }
        let (context, browser) = (context, incoming.request.headers[.userAgent].map { String($0.prefix(200)) })
        let former = SessionCookie.secrets(in: incoming.request.headers)
        let secret = try await context.blocking {
            for session in try former.compactMap(context.sessions.id) { _ = try context.sessions.revoke(session) }
            return try context.sessions.start(address: incoming.client?.description, browser: browser)
        }
        log(.signedIn(account: nil), incoming)
        // The last cookie of a name counts.
        response.headers[values: .setCookie] =
            SessionCookie.removing(from: incoming.request.headers)
            + [SessionCookie.keeping(secret, isSecure: isSecure(incoming))]
        return response
    }

    private func signInToAccount(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let rule = context.shared.accountRule
        let (name, password) = (form["name"] ?? "", form["password"] ?? "")
        func refuse(_ reason: String, _ status: HTTPResponse.Status) -> ServerResponse {
            login(incoming, returning: form["return"], refusal: reason, status: status, name: name)
        }
        guard context.configuration.allowsPasswords else {
            return refuse("This server doesn't accept passwords.", .forbidden)
        }
        let outcome: AccountRule.SignIn
        do {
            try await Task.sleep(for: rule.pause(for: name))
            outcome = try await context.shared.passwords.run(for: incoming.client.network) { _ in
                try rule.signIn(name, password, from: incoming.client)
            }
        } catch FeedStoreError.tooSlow {
            var response = refuse("Too many people are signing in. Try again in a minute.", .serviceUnavailable)
            response.headers[.retryAfter] = "60"
            return response
        }
        switch outcome {
        case .limited:
            log(.signInRefused(isLimited: true, account: rule.loggedName(name)), incoming)
            let limited = tooManyAttempts(incoming)
            if wantsDocument(incoming) { return limited }
            var response = refuse("Too many attempts. Wait a minute before you try again.", limited.status)
            for name in [HTTPField.Name.retryAfter, .connection] { response.headers[name] = limited.headers[name] }
            return response
        case .refused:
            log(.signInRefused(isLimited: false, account: rule.loggedName(name)), incoming)
            return refuse("Wrong name or password. Try again.", .forbidden)
        case .disabled:
            return refuse("This account is disabled. Ask an administrator to enable it.", .forbidden)
        case .account(let account): return try await startSession(of: account, named: name, form, incoming)
        }
    }

    /// Ends the browser's session, if it has one, and starts one of the account; the response leads to the form's page.
    func startSession(
        of account: Account.ID, named name: String, _ form: Form, _ incoming: IncomingRequest
    ) async throws -> ServerResponse {
        let cookies = try await startSession(of: account, incoming)
        log(.signedIn(account: name), incoming)
        let page = try await returnPath(of: account, wanting: form["return"])
        var response = done(form.without("return"), otherwise: page, incoming)
        response.headers[values: .setCookie] = cookies
        return response
    }

    /// Starts a session for a browser, and ends its former one; returns the cookies to set.
    func startSession(of account: Account.ID, _ incoming: IncomingRequest) async throws -> [String] {
        let (contexts, environment) = (contexts, contexts.first.environment)
        let (headers, client) = (incoming.request.headers, incoming.client?.description)
        let browser = headers[.userAgent].map { String($0.prefix(200)) }
        let secret = Secret.make()
        try await context.blocking {
            for former in SessionCookie.secrets(in: headers) {
                if let session = try environment.store.session(for: Secret(former), at: environment.now()) {
                    try environment.store.of(session.account).endSession(session.id)
                }
            }
            _ = try environment.store.of(account).startSession(
                secret: secret, address: client, browser: browser, at: environment.now())
            try contexts.refreshAccounts()
        }
        return SessionCookie.removing(from: headers) + [
            SessionCookie.keeping(secret.text, isSecure: isSecure(incoming))
        ]
    }

    /// Ends the browser's session.
    func signOut(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        var response = done(form, otherwise: "/login", incoming)
        if incoming.admission?.isByProxy == true, !incoming.request.headers.wantsJSON {
            response = proxySignOut(incoming)
        }
        response.headers[values: .setCookie] = SessionCookie.removing(from: incoming.request.headers)
        let context = context
        if let session = incoming.admission?.session {
            let contexts = contexts
            try await context.blocking {
                try context.environment.store.endSession(session)
                try contexts.refreshAccounts()
            }
        }
        if let session = incoming.session { _ = try await context.blocking { try context.sessions.revoke(session) } }
        return response
    }

    /// True if the reader's connection is encrypted.
    func isSecure(_ incoming: IncomingRequest) -> Bool {
        if scheme(of: incoming) == "https" { return true }
        guard let publicURL = context.publicURL, publicURL.isSecure else { return false }
        return publicURL.isMeant(by: incoming.authority)
            || incoming.request.headers[.origin]?.lowercased() == publicURL.origin
    }

    /// The scheme that the browser uses. Only a proxy on this machine, or a configured one, is trusted.
    func scheme(of incoming: IncomingRequest) -> String {
        guard let peer = incoming.connection.peer, peer.isLoopback || context.proxies.contain(peer) else {
            return "http"
        }
        return incoming.request.headers[.forwardedProto]?.lowercased() == "https" ? "https" : "http"
    }

    /// The page to sign in, with the reason if that was refused.
    func login(
        _ incoming: IncomingRequest, returning path: String?, refusal: String? = nil,
        status: HTTPResponse.Status = .ok, name: String = ""
    ) -> ServerResponse {
        guard needsSignIn else { return .seeOther("/") }
        var page = LoginPage(
            returnPath: LocalPath(path)?.text ?? "/", refusal: refusal, site: site(for: incoming))
        (page.hasAccounts, page.name) = (context.shared.accountRule.isOn, name)
        page.provider = context.configuration.openID?.name
        page.hasPasswords = context.configuration.allowsPasswords
        page.isClosed = context.shared.accountRule.isClosed
        var response = ServerResponse.content(EncodedBody(html: page.html), status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

import Dispatch
import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Platform

extension RequestHandler {
    /// Answers a request on behalf of its account, or refuses it.
    ///
    /// - Parameters:
    ///   - refused: the response to a request without a valid secret.
    ///   - answer: called with the handler of the account.
    func admitting(
        _ incoming: IncomingRequest, refused: @escaping @Sendable (TokenRule.Verdict) -> ServerResponse,
        answer: @escaping @Sendable (RequestHandler, IncomingRequest) throws -> Handling
    ) throws -> Handling {
        var incoming = incoming
        let (rule, headers) = (context.shared.accountRule, incoming.request.headers)
        let refused: @Sendable (TokenRule.Verdict) -> ServerResponse = { [incoming] verdict in
            logRefusal(isLimited: verdict == .limited, hasSecret: headers[.authorization] != nil, incoming)
            return refused(verdict)
        }
        guard rule.isOn else {
            let (tokenRule, client) = (context.tokenRule, incoming.client)
            let finish = { @Sendable [incoming] (verdict: TokenRule.Verdict) throws -> Handling in
                guard case .admitted(let session) = verdict else { return .now(refused(verdict)) }
                var incoming = incoming
                (incoming.session, incoming.isAdmitted) = (session, true)
                return try answer(self, incoming)
            }
            let readsFile = tokenRule.readsSessions(headers)
            if context.isLoaded, !readsFile { return try finish(tokenRule.verdict(on: headers, from: client)) }
            return .later(incoming) {
                let verdict = try await context.blocking { tokenRule.verdict(on: headers, from: client) }
                if verdict.isAdmitted { await context.loadIfPossible() }
                return try await response(finish(verdict))
            }
        }
        if let handling = try admittingByProxy(incoming, answer: answer) { return handling }
        if let admission = rule.known(headers), let handler = handler(of: admission, &incoming),
            handler.context.isLoaded
        {
            return try answer(handler, incoming).noting(admission.account)
        }
        // Reading the store may block, which the connection's thread must not.
        return .later(incoming) { [incoming] in
            let (contexts, client) = (contexts, incoming.client)
            let verdict = try await context.blocking {
                let verdict = rule.verdict(on: headers, from: client)
                // Another process may just have added the account.
                if case .admitted(let admission) = verdict, contexts.context(of: admission.account) == nil {
                    try contexts.refreshAccounts()
                }
                return verdict
            }
            var incoming = incoming
            switch verdict {
            case .admitted(let admission):
                guard let handler = handler(of: admission, &incoming) else { return refused(.refused) }
                await handler.context.loadIfPossible()
                return try await handler.response(answer(handler, incoming).noting(admission.account))
            case .refused: return refused(.refused)
            case .limited: return refused(.limited)
            case .unknown: return refused(.unknown)
            }
        }
    }

    /// The response to a request that may take time.
    func response(_ handling: Handling) async -> ServerResponse {
        switch handling {
        case .now(let response): response
        case .later(let incoming, let work): await response(incoming, work)
        }
    }

    /// The handler of an account; nil once it has been removed.
    func handler(of admission: AccountAdmission, _ incoming: inout IncomingRequest) -> RequestHandler? {
        guard let context = contexts.context(of: admission.account) else { return nil }
        (incoming.admission, incoming.isAdmitted) = (admission, true)
        var handler = self
        handler.context = context
        return handler
    }

    /// True if the request is from an administrator.
    func isAdministrator(_ incoming: IncomingRequest) -> Bool {
        let rule = context.shared.accountRule
        return incoming.admission.map { rule.isAdministrator($0.account) } ?? !rule.isOn
    }

    /// Refuses what the request's account or secret doesn't open; nil if it may be answered.
    private func refusal(_ incoming: IncomingRequest, _ route: Route) -> String? {
        guard let admission = incoming.admission else { return nil }
        if route.isForAdministrators, !isAdministrator(incoming) {
            return "Only administrators see what belongs to the server. Ask one of them."
        }
        // Without a cookie of this server, only these headers distinguish its own pages from others.
        if admission.isByProxy, incoming.request.method == .post, incoming.source == .program {
            return
                "Only pages of this server can make changes through the proxy. Programs need an app password, and an address that the proxy passes on without signing in."
        }
        if admission.isBrowser { return nil }
        let isPage = incoming.request.method != .post && !route.isOpenToPrograms
        if route.access == .browsers || isPage {
            return "An app password opens the API only. Sign in at /login for the page."
        }
        if admission.isReaderApp, route.access != .readerApps {
            return
                "This app password opens only what reader apps need. Make one for everything on the page /account, or with freshet accounts app-password NAME LABEL --scope everything."
        }
        return nil
    }

    /// The response to a request that its account may not make; nil if it may.
    func forbidden(_ incoming: IncomingRequest, _ route: Route) -> ServerResponse? {
        refusal(incoming, route).map { problem(.forbidden, "Not allowed", $0, incoming) }
    }
}

extension Handling {
    /// The handling with the account that sent the request.
    func noting(_ account: Account.ID) -> Handling {
        guard case .now(var response) = self else { return self }
        response.account = account
        return .now(response)
    }
}

extension Route {
    /// True if programs may read it with an app password.
    fileprivate var isOpenToPrograms: Bool {
        switch kind {
        case .document, .syndication, .picture: true
        case .page, .other: false
        }
    }
}

extension RequestHandler {
    /// Answers a request on behalf of the account that a proxy names; nil if none does, so that its secrets count.
    func admittingByProxy(
        _ incoming: IncomingRequest, answer: @escaping @Sendable (RequestHandler, IncomingRequest) throws -> Handling
    ) throws -> Handling? {
        switch proxyClaim(incoming) {
        case .foreign: return nil
        case .nameless: return namelessRefusal(incoming).map { .now($0) }
        case .ambiguous:
            return .now(
                problem(
                    .badRequest, "Several names",
                    "The header \(proxyHeader) occurs more than once. Configure the proxy to remove what clients send.",
                    incoming))
        case .name(let name):
            var admitted = incoming
            if let account = accountOfProxy(named: name), let handler = handler(of: account, &admitted),
                handler.context.isLoaded
            {
                return try answer(handler, admitted).noting(account.account)
            }
            return .later(incoming) { try await admitting(name, incoming, answer: answer) }
        }
    }

    /// Answers for a name that no account had when the accounts were last read.
    private func admitting(
        _ name: String, _ incoming: IncomingRequest,
        answer: @escaping @Sendable (RequestHandler, IncomingRequest) throws -> Handling
    ) async throws -> ServerResponse {
        let (contexts, environment) = (contexts, contexts.first.environment)
        let adds = context.configuration.proxySignIn.addsAccounts
        var refusal: AccountError?
        do {
            let isNew = try await context.blocking {
                // Another process may just have added the account.
                try contexts.refreshAccounts()
                if contexts.shared.accountRule.account(named: name) != nil || !adds { return false }
                let isNew = try environment.store.admitWithoutPassword(name, at: environment.now())
                try contexts.refreshAccounts()
                return isNew
            }
            if isNew { log(.changed("account added", by: proxyHeader, account: name), incoming) }
        } catch let error as AccountError {
            refusal = error
        }
        var incoming = incoming
        if let account = contexts.shared.accountRule.account(named: name), account.isDisabled {
            return problem(
                .forbidden, "Account disabled", AccountError.disabled(account.name).description, incoming)
        }
        guard let account = accountOfProxy(named: name), let handler = handler(of: account, &incoming) else {
            return unknown(name, refusal, incoming)
        }
        await handler.context.loadIfPossible()
        return try await handler.response(answer(handler, incoming).noting(account.account))
    }

    private func unknown(_ name: String, _ error: AccountError?, _ incoming: IncomingRequest) -> ServerResponse {
        log(.unknownName(name), incoming)
        let shown = String(name.prefix(100))
        let advice =
            error?.description
            ?? "An administrator can add it (freshet accounts add \(shown)), or let first visits add accounts (sign-in.add-accounts)."
        return problem(
            .forbidden, "No such account",
            "The proxy signed you in as “\(shown)”, and no account here has that name. \(advice)", incoming)
    }

    /// The claim of a proxy about the reader.
    func proxyClaim(_ incoming: IncomingRequest) -> ProxyIdentity.Claim {
        context.shared.proxySignIn?.claim(in: incoming.request.headers, at: incoming.connection) ?? .foreign
    }

    /// The admission of the account that a proxy names, as last read; nil if there is none, or if it is disabled. Notes its use, at most once an hour.
    func accountOfProxy(named name: String) -> AccountAdmission? {
        guard let account = context.shared.accountRule.account(named: name), !account.isDisabled else { return nil }
        let environment = contexts.first.environment
        if account.isUseDue(at: environment.now()) {
            // If this fails, the next request tries again.
            DispatchQueue.global().async { try? environment.store.of(account.id).noteUse(at: environment.now()) }
        }
        return AccountAdmission(account: account.id, credential: .proxy(account.id))
    }

    /// Refuses a request of a proxy without a name, if it is so configured; nil if it may be answered.
    func namelessRefusal(_ incoming: IncomingRequest) -> ServerResponse? {
        guard context.configuration.proxySignIn.refusesNameless, proxyClaim(incoming) == .nameless else {
            return nil
        }
        return problem(
            .forbidden, "Not signed in",
            "The proxy didn't say who you are: the request has no header \(proxyHeader). Sign in to the proxy first.",
            incoming)
    }

    /// The page for a reader who signs out, and whom the proxy would sign in again.
    func proxySignOut(_ incoming: IncomingRequest) -> ServerResponse {
        let page = ProxySignOutPage(address: context.configuration.proxySignIn.signOutURL, site: site(for: incoming))
        var response = ServerResponse.content(EncodedBody(html: page.html))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private var proxyHeader: String { context.configuration.proxySignIn.header }
}

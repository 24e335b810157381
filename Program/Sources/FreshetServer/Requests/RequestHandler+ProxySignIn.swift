import Dispatch
import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Platform

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

    /// What a proxy says about the reader.
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

    /// Refuses what a proxy sends without a name, if the configuration says so.
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
        var response = ServerResponse.content(Content(html: page.html))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private var proxyHeader: String { context.configuration.proxySignIn.header }
}

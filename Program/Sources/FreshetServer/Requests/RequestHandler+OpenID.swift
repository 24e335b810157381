import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Platform
import WebText

/// Sign-in by an OpenID provider: the authorization code flow with PKCE (OpenID Connect Core 1.0, section 3.1).
extension RequestHandler {
    private static let callback = "/login/openid/callback"

    /// Sends a browser to the provider.
    func beginOpenID(_ incoming: IncomingRequest) throws -> Handling {
        guard context.shared.openID != nil else { return try notFound(incoming) }
        return .later(incoming) { try await begin(LocalPath(incoming.target["return"])?.text ?? "/", nil, incoming) }
    }

    /// Sends a browser to the provider, whose identity is linked to the account then.
    func beginLinking(_ incoming: IncomingRequest) throws -> Handling {
        guard context.shared.openID != nil else { return try notFound(incoming) }
        guard let session = incoming.admission?.session, incoming.source.maySend else {
            return .now(.seeOther("/account"))
        }
        let link = SignInAttempt.Link(account: context.environment.store.account, session: session)
        return .later(incoming) { try await begin("/account", link, incoming) }
    }

    private func begin(
        _ returnPath: String, _ link: SignInAttempt.Link?, _ incoming: IncomingRequest
    ) async throws -> ServerResponse {
        guard let provider = context.shared.openID else { throw BadRequest(message: "No provider is configured.") }
        if context.shared.openIDAttempts.note(incoming.client.network) { return tooManyOpenIDAttempts(incoming) }
        let attempt = SignInAttempt(returnPath: returnPath, link: link, at: contexts.first.environment.now())
        let address: String
        do { address = try await provider.address(for: attempt, returningTo: callback(incoming)) } catch {
            return openIDFailure(error, incoming)
        }
        var response = ServerResponse.seeOther(address)
        // The address has what only the provider needs to know.
        response.headers[.referrerPolicy] = "no-referrer"
        response.headers[.setCookie] = try attempt.cookie(key: try await cookieKey(), isSecure: isSecure(incoming))
        return response
    }

    /// Completes what a browser has begun, when it comes back from the provider.
    func completeOpenID(_ incoming: IncomingRequest) throws -> Handling {
        guard context.shared.openID != nil else { return try notFound(incoming) }
        return .later(incoming) {
            var response = try await complete(incoming)
            response.headers[values: .setCookie] += SignInAttempt.removing(from: incoming.request.headers)
            response.headers[.cacheControl] = "no-store"
            response.headers[.referrerPolicy] = "no-referrer"
            return response
        }
    }

    private func complete(_ incoming: IncomingRequest) async throws -> ServerResponse {
        guard let provider = context.shared.openID else { throw BadRequest(message: "No provider is configured.") }
        if context.shared.openIDAttempts.note(incoming.client.network) { return tooManyOpenIDAttempts(incoming) }
        let now = contexts.first.environment.now()
        guard let attempt = SignInAttempt(in: incoming.request.headers, key: try await cookieKey()),
            attempt.isAnswered(by: incoming.target["state"] ?? "")
        else {
            return refuseOpenID("This browser didn't begin this sign-in, or has begun another one.", incoming)
        }
        guard attempt.expiry > now else { return refuseOpenID("The sign-in took more than ten minutes.", incoming) }
        // Which provider answers (RFC 9207); not all of them send it.
        if let issuer = incoming.target["iss"], issuer != provider.configuration.issuer {
            return refuseOpenID("The response is from another provider.", incoming)
        }
        if let error = incoming.target["error"] {
            let reason = [error, incoming.target["error_description"]].compactMap { $0 }.joined(separator: ", ")
            return refuseOpenID(OpenIDError.refused(String(reason.prefix(300))).description, incoming)
        }
        guard let code = incoming.target["code"] else { return refuseOpenID("The response has no code.", incoming) }
        do {
            let claims = try await provider.claims(for: code, attempt, returningTo: callback(incoming))
            return try await signIn(claims, attempt, incoming)
        } catch {
            return openIDFailure(error, incoming)
        }
    }

    private func signIn(
        _ claims: OpenIDClaims, _ attempt: SignInAttempt, _ incoming: IncomingRequest
    ) async throws -> ServerResponse {
        let environment = contexts.first.environment
        guard let settings = context.configuration.openID else {
            throw BadRequest(message: "No provider is configured.")
        }
        let outcome = try await context.blocking {
            let (store, now) = (environment.store, environment.now())
            guard try store.completeSignIn(Secret(attempt.secret), at: now, expiry: attempt.expiry) else {
                return IdentityMatch.Outcome.refused("This sign-in was completed before.")
            }
            let match = IdentityMatch(settings, store, now: now)
            return try attempt.link.map { try match.link(claims, to: $0) } ?? match.account(claims)
        }
        switch outcome {
        case .refused(let reason): return refuseOpenID(reason, incoming)
        case .linked(let account):
            log(.changed("identity linked", by: name(of: account), account: nil), incoming)
            return continuing(attempt.returnPath, incoming)
        case .account(let account, let event):
            let cookies = try await startSession(of: account, incoming)
            if let event { log(.changed(event, by: "openid", account: name(of: account)), incoming) }
            log(.signedIn(account: name(of: account)), incoming)
            let page = try await returnPath(of: account, wanting: attempt.returnPath)
            var response = continuing(page, incoming)
            response.headers[values: .setCookie] = cookies
            return response
        }
    }

    private func name(of account: Account.ID) -> String { context.shared.accountRule.account(account)?.name ?? "" }

    /// A page that leads on by itself. Browsers don't send the session's cookie after a redirect from another site.
    private func continuing(_ path: String, _ incoming: IncomingRequest) -> ServerResponse {
        let page = SignedInPage(returnPath: path, site: site(for: incoming))
        var response = ServerResponse.content(EncodedBody(html: page.html))
        response.headers[.refresh] = "0; url=" + path
        return response
    }

    private func refuseOpenID(_ reason: String, _ incoming: IncomingRequest) -> ServerResponse {
        log(.openIDRefused(reason), incoming)
        return problem(.forbidden, "Not signed in", reason + " To try again, go home.", incoming)
    }

    private func openIDFailure(_ error: any Error, _ incoming: IncomingRequest) -> ServerResponse {
        guard let error = error as? OpenIDError else { return failure(error, incoming) }
        log(.openIDRefused(error.description), incoming)
        let name = context.configuration.openID?.name ?? ""
        switch error {
        case .unavailable, .misconfigured:
            return problem(
                .badGateway, "\(name) isn't available",
                "Try again later. The server's log has the reason.", incoming)
        case .refused, .unknownKey, .badToken:
            return problem(.forbidden, "Not signed in", error.description + " To try again, go home.", incoming)
        }
    }

    private func tooManyOpenIDAttempts(_ incoming: IncomingRequest) -> ServerResponse {
        tooManyAttempts(incoming, "Too many sign-ins were begun from your address. Wait a minute.")
    }

    private func callback(_ incoming: IncomingRequest) -> String { origin(for: incoming) + Self.callback }

    /// Signs the cookies of attempts.
    private func cookieKey() async throws -> String {
        let store = contexts.first.environment.store
        return try await context.blocking { try store.serverSecret(named: "sign-in") }
    }
}

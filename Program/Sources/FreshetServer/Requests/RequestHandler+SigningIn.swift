import HTTPTypes
import Hummingbird
import HummingbirdCore
import Platform

extension RequestHandler {
    /// Starts a session for a browser whose reader typed the token.
    func signIn(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        switch context.tokenRule.verdict(on: form["token"] ?? "", from: incoming.client) {
        case .limited:
            let limited = tooManyAttempts(incoming)
            if wantsDocument(incoming) { return limited }
            let reason = "Too many attempts. Wait a minute before you try again."
            var response = login(incoming, returning: form["return"], refusal: reason, status: limited.status)
            for name in [HTTPField.Name.retryAfter, .connection] { response.headers[name] = limited.headers[name] }
            return response
        case .refused, .unknown:
            return login(incoming, returning: form["return"], refusal: "Wrong token. Try again.", status: .forbidden)
        case .admitted: break
        }
        var response = done(form, otherwise: "/", incoming)
        guard context.tokenRule.isSet else { return response }
        let (context, browser) = (context, incoming.request.headers[.userAgent].map { String($0.prefix(200)) })
        let former = SessionCookie.secrets(in: incoming.request.headers)
        let secret = try await context.blocking {
            for session in try former.compactMap(context.sessions.id) { _ = try context.sessions.revoke(session) }
            return try context.sessions.start(address: incoming.client?.description, browser: browser)
        }
        // The last cookie of a name counts.
        response.headers[values: .setCookie] =
            SessionCookie.removing(from: incoming.request.headers)
            + [SessionCookie.keeping(secret, isSecure: isSecure(incoming))]
        return response
    }

    /// Ends the browser's session.
    func signOut(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        var response = done(form, otherwise: "/login", incoming)
        response.headers[values: .setCookie] = SessionCookie.removing(from: incoming.request.headers)
        let context = context
        if let session = incoming.session { _ = try await context.blocking { try context.sessions.revoke(session) } }
        return response
    }

    /// Whether the reader's connection is encrypted.
    private func isSecure(_ incoming: IncomingRequest) -> Bool {
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
        _ incoming: IncomingRequest, returning path: String?, refusal: String? = nil, status: HTTPResponse.Status = .ok
    ) -> ServerResponse {
        guard context.tokenRule.isSet else { return .seeOther("/") }
        let page = LoginPage(destination: LocalPath(path)?.text ?? "/", refusal: refusal, site: site(for: incoming))
        var response = ServerResponse.content(Content(html: page.html), status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

import HTTPTypes
import Hummingbird
import HummingbirdCore

extension RequestHandler {
    /// Starts a session for a browser whose reader typed the token.
    func signIn(_ form: Form, _ asked: Asked) async throws -> Answer {
        switch context.tokens.verdict(on: form["token"] ?? "", from: asked.client) {
        case .limited:
            let limited = tooManyAttempts(asked)
            if wantsDocument(asked) { return limited }
            let reason = "Too many attempts. Wait a minute before you try again."
            var answer = login(asked, returning: form["return"], refusal: reason, status: limited.status)
            for name in [HTTPField.Name.retryAfter, .connection] { answer.headers[name] = limited.headers[name] }
            return answer
        case .refused, .unknown:
            return login(asked, returning: form["return"], refusal: "Wrong token. Try again.", status: .forbidden)
        case .admitted: break
        }
        var answer = done(form, otherwise: "/", asked)
        guard context.tokens.isSet else { return answer }
        let (context, browser) = (context, asked.request.headers[.userAgent].map { String($0.prefix(200)) })
        let former = SessionCookie.secrets(in: asked.request.headers)
        let secret = try await context.blocking {
            for session in try former.compactMap(context.sessions.id) { _ = try context.sessions.revoke(session) }
            return try context.sessions.start(address: asked.client?.description, browser: browser)
        }
        // The last cookie of a name counts.
        answer.headers[values: .setCookie] =
            SessionCookie.removing(from: asked.request.headers)
            + [SessionCookie.keeping(secret, isSecure: isSecure(asked))]
        return answer
    }

    /// Ends the browser's session.
    func signOut(_ form: Form, _ asked: Asked) async throws -> Answer {
        var answer = done(form, otherwise: "/login", asked)
        answer.headers[values: .setCookie] = SessionCookie.removing(from: asked.request.headers)
        let context = context
        if let session = asked.session { _ = try await context.blocking { try context.sessions.revoke(session) } }
        return answer
    }

    /// Whether the reader's connection is encrypted.
    private func isSecure(_ asked: Asked) -> Bool {
        if scheme(of: asked) == "https" { return true }
        guard let publicURL = context.publicURL, publicURL.isSecure else { return false }
        return publicURL.isMeant(by: asked.authority)
            || asked.request.headers[.origin]?.lowercased() == publicURL.origin
    }

    /// The scheme that the browser uses. Only a proxy on this machine, or a configured one, is trusted.
    func scheme(of asked: Asked) -> String {
        guard let peer = asked.peer, peer.isLoopback || context.proxies.contain(peer) else { return "http" }
        return asked.request.headers[.forwardedProto]?.lowercased() == "https" ? "https" : "http"
    }
}

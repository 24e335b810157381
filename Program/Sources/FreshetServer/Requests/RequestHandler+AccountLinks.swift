import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Platform

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
    /// What a valid link is for.
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
        case .reset(let account): page.account = account.name
        case .invitation(let invitation): page.name = name ?? invitation.name ?? ""
        }
        page.refusal = error
        return ServerResponse.content(Content(html: page.html), status: status).withoutTraces
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

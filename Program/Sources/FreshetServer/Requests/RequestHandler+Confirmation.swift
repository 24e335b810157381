import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Platform

/// Tests of destinations, and the confirmation of email addresses.
extension RequestHandler {
    /// Counts a test of a destination, or an email that asks for confirmation; false if the account has sent too many.
    func mayTest(_ incoming: IncomingRequest) -> Bool {
        let environment = context.environment
        return isAdministrator(incoming)
            || context.shared.sinkTests.take(environment.store.account, at: environment.now())
    }

    func refuseTest(_ incoming: IncomingRequest) async throws -> ServerResponse {
        var response = try await refuse(
            "Your account has sent as many tests and confirmations as it may. Try again in an hour.", .tooManyRequests,
            incoming)
        response.headers[.retryAfter] = "3600"
        return response
    }

    /// Sends the link that confirms the address of a destination.
    func sendConfirmation(of name: String, _ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        guard let deliver = context.configuration.deliver else {
            return try await refuse("This server can't send email.", .badGateway, incoming)
        }
        // The request's own host could be one that the client has made up.
        guard let server = context.publicURL?.address else {
            return try await refuse(
                "This server doesn't know the address for the link in the email. An administrator can set it with --public-url.",
                .badGateway, incoming)
        }
        guard mayTest(incoming) else { return try await refuseTest(incoming) }
        let environment = context.environment
        let made = try await context.blocking { try environment.makeConfirmation(ofSinkNamed: name) }
        guard let made else { return try await missing(name, incoming) }
        let address = made.sink.sink.target
        guard context.shared.confirmations.take(address.lowercased(), at: environment.now()) else {
            return try await refuse(
                "As many emails as allowed asked for the confirmation of \(address) today. Try again tomorrow.",
                .tooManyRequests, incoming)
        }
        let link = "\(server)/\(Route.confirmationRoot)/\(made.secret)"
        do {
            try await deliver(Note(confirming: link, server: server, at: environment.now()), made.sink.sink)
        } catch {
            return try await refuse("\(name) failed: \(Notifier.reason(error)).", .badGateway, incoming)
        }
        if incoming.request.headers.wantsJSON {
            return done(form, otherwise: "/sinks", incoming, try SinksDocument(try await sinks()).json())
        }
        return try await page(
            .notice(
                "An email was sent to \(address). Notifications are sent once the address is confirmed by the link in it."
            ),
            .ok, incoming)
    }

    /// The page that a link in an email opens. Opening it changes nothing.
    func confirmation(_ secret: String, _ incoming: IncomingRequest) -> Handling {
        .later(incoming) {
            guard let (_, sink) = try await sink(confirmedBy: secret) else { return unknownLink(incoming) }
            return page(sink, isConfirmed: sink.sink.isConfirmed == true, .ok, incoming)
        }
    }

    /// Confirms the address of a destination.
    func confirm(_ secret: String, _ incoming: IncomingRequest) async throws -> ServerResponse {
        guard let (environment, sink) = try await sink(confirmedBy: secret) else { return unknownLink(incoming) }
        guard try await context.blocking({ try environment.confirm(sink) }) else { return unknownLink(incoming) }
        return page(sink, isConfirmed: true, .ok, incoming)
    }

    private func sink(confirmedBy secret: String) async throws -> (FeedEnvironment, NamedSink)? {
        let environment = contexts.first.environment
        return try await context.blocking { try environment.sink(confirmedBy: secret) }
    }

    private func page(
        _ sink: NamedSink, isConfirmed: Bool, _ status: HTTPResponse.Status, _ incoming: IncomingRequest
    ) -> ServerResponse {
        let page = ConfirmationPage(
            address: sink.sink.target, path: incoming.target.path, isConfirmed: isConfirmed,
            site: site(for: incoming))
        var response = ServerResponse.content(Content(html: page.html), status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func unknownLink(_ incoming: IncomingRequest) -> ServerResponse {
        if context.shared.wrongSecretAddresses.note(incoming.client.network) {
            return tooManyAttempts(incoming, "Too many wrong links came from your address. Wait a minute.")
        }
        return problem(
            .notFound, "Link not valid",
            "This link has been used, or a newer one was sent. Open the link in the newest email.", incoming)
    }
}

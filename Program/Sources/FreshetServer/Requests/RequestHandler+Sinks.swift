import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Platform

extension RequestHandler {
    /// The sinks.
    func sinks(_ isForPrograms: Bool, _ incoming: IncomingRequest) -> Handling {
        later(incoming) { context in
            let sinks = try context.environment.sinks()
            if isForPrograms { return Content(json: try SinksDocument(sinks).json()) }
            return Content(html: sinksPage(sinks, incoming).html)
        }
    }

    /// Adds a sink, or removes, tests or asks to confirm the one whose name is in `remove`, `test` or `confirm`.
    func changeSinks(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let environment = context.environment
        if let name = form["remove"] {
            guard try await context.blocking({ try environment.store.removeSink(named: name) }) else {
                return try await missing(name, incoming)
            }
            return done(form, otherwise: "/sinks", incoming)
        }
        if let name = form["test"] { return try await test(name, incoming) }
        if let name = form["confirm"] { return try await sendConfirmation(of: name, form, incoming) }
        let typed = TypedSink(form)
        let added: (sink: Sink, name: String)
        do throws(TypedSink.Refusal) { added = try typed.read() } catch {
            return try await refusal(error, typed, incoming)
        }
        let isNew: Bool
        do {
            isNew = try await context.blocking { try environment.add(added.sink, named: added.name) }
        } catch let pause as SinkPause {
            return try await refusal(
                TypedSink.Refusal(field: "kind", reason: pause.description), typed, incoming, .forbidden)
        } catch let error as FeedStoreError where error.isLimit && !wantsDocument(incoming) {
            return try await refusal(
                TypedSink.Refusal(field: "name", reason: error.description), typed, incoming)
        }
        guard isNew else {
            let reason = "A destination named “\(added.name)” already exists. Choose another name."
            return try await refusal(TypedSink.Refusal(field: "name", reason: reason), typed, incoming)
        }
        if try await sinks().contains(where: { $0.name == added.name && $0.pause == .unconfirmed }) {
            return try await sendConfirmation(of: added.name, form, incoming)
        }
        return done(form, otherwise: "/sinks", incoming, try SinksDocument(try await sinks()).json())
    }

    /// Sends a test notification.
    private func test(_ name: String, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let environment = context.environment
        guard let found = try await sinks().first(where: { $0.name == name }) else {
            return try await missing(name, incoming)
        }
        if let pause = found.pause { return try await refuse(pause.description, .forbidden, incoming) }
        guard mayTest(incoming) else { return try await refuseTest(incoming) }
        guard let deliver = context.configuration.deliver, found.sink.kind != .exec else {
            throw BadRequest(message: "The page can't test this destination. Run freshet sinks test \(name).")
        }
        do { try await deliver(Note(testAt: environment.now()), found.sink) } catch {
            let reason = "\(name) failed: \(Notifier.reason(error))."
            return try await refuse(reason, .badGateway, incoming)
        }
        if incoming.request.headers.wantsJSON {
            return .content(Content(json: try AcceptedTestDocument(name: name).json()))
        }
        return try await page(.notice("\(name) accepted the test notification."), .ok, incoming)
    }

    /// The reason beside the field, or a document for programs.
    private func refusal(
        _ refusal: TypedSink.Refusal, _ typed: TypedSink, _ incoming: IncomingRequest,
        _ status: HTTPResponse.Status = .badRequest
    ) async throws -> ServerResponse {
        if wantsDocument(incoming) { return problem(status, "Invalid request", refusal.reason, incoming) }
        var page = sinksPage(try await sinks(), incoming)
        (page.typed, page.refusal) = (typed, refusal)
        return .content(Content(html: page.html), status: status)
    }

    func missing(_ name: String, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let reason = "There is no destination named “\(name)”. It may have been removed."
        return try await refuse(reason, .notFound, incoming)
    }

    func sinks() async throws -> [NamedSink] {
        let environment = context.environment
        return try await context.blocking { try environment.sinks() }
    }

    private func sinksPage(_ sinks: [NamedSink], _ incoming: IncomingRequest) -> SinksPage {
        let (isAdministrator, allowed) = (isAdministrator(incoming), context.environment.memberSinks)
        let kinds = TypedSink.kinds.filter { isAdministrator || !$0.actsAsServer || allowed.contains($0) }
        return SinksPage(
            sinks: sinks, kinds: kinds, canTest: context.configuration.deliver != nil, site: site(for: incoming))
    }

    /// Reports a failure, on the page or in a document.
    func refuse(_ reason: String, _ status: HTTPResponse.Status, _ incoming: IncomingRequest) async throws
        -> ServerResponse
    {
        if wantsDocument(incoming) { return problem(status, "Not sent", reason, incoming) }
        return try await page(.failure(reason), status, incoming)
    }

    func page(
        _ outcome: SinksPage.Outcome, _ status: HTTPResponse.Status, _ incoming: IncomingRequest
    ) async throws -> ServerResponse {
        var page = sinksPage(try await sinks(), incoming)
        page.outcome = outcome
        return .content(Content(html: page.html), status: status)
    }
}

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

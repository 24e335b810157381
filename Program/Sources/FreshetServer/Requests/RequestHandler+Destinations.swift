import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Platform

extension RequestHandler {
    /// The destinations.
    func destinations(_ isForPrograms: Bool, _ incoming: IncomingRequest) -> Handling {
        later(incoming) { context in
            let destinations = try context.environment.destinations()
            if isForPrograms { return EncodedBody(json: try DestinationsDocument(destinations).json()) }
            return EncodedBody(html: destinationsPage(destinations, incoming).html)
        }
    }

    /// Adds a destination, or removes, tests or asks to confirm the one whose name is in `remove`, `test` or `confirm`.
    func changeDestinations(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let environment = context.environment
        if let name = form["remove"] {
            guard try await context.blocking({ try environment.store.removeDestination(named: name) }) else {
                return try await missing(name, incoming)
            }
            return done(form, otherwise: "/destinations", incoming)
        }
        if let name = form["test"] { return try await test(name, incoming) }
        if let name = form["confirm"] { return try await sendConfirmation(of: name, form, incoming) }
        let typed = TypedDestination(form)
        let added: (destination: Destination, name: String)
        do throws(TypedDestination.Refusal) { added = try typed.read() } catch {
            return try await refusal(error, typed, incoming)
        }
        let isNew: Bool
        do {
            isNew = try await context.blocking { try environment.add(added.destination, named: added.name) }
        } catch let pause as DestinationPause {
            return try await refusal(
                TypedDestination.Refusal(field: "kind", reason: pause.description), typed, incoming, .forbidden)
        } catch let error as FeedStoreError where error.isLimit && !wantsDocument(incoming) {
            return try await refusal(
                TypedDestination.Refusal(field: "name", reason: error.description), typed, incoming)
        }
        guard isNew else {
            let reason = "A destination named “\(added.name)” already exists. Choose another name."
            return try await refusal(TypedDestination.Refusal(field: "name", reason: reason), typed, incoming)
        }
        if try await destinations().contains(where: { $0.name == added.name && $0.pause == .unconfirmed }) {
            return try await sendConfirmation(of: added.name, form, incoming)
        }
        return done(
            form, otherwise: "/destinations", incoming, try DestinationsDocument(try await destinations()).json())
    }

    /// Sends a test notification.
    private func test(_ name: String, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let environment = context.environment
        guard let found = try await destinations().first(where: { $0.name == name }) else {
            return try await missing(name, incoming)
        }
        if let pause = found.pause { return try await refuse(pause.description, .forbidden, incoming) }
        guard mayTest(incoming) else { return try await refuseTest(incoming) }
        guard let deliver = context.configuration.deliver, found.destination.kind != .exec else {
            throw BadRequest(message: "The page can't test this destination. Run freshet destinations test \(name).")
        }
        do { try await deliver(OutgoingMessage(testAt: environment.now()), found.destination) } catch {
            let reason = "\(name) failed: \(Notifier.reason(error))."
            return try await refuse(reason, .badGateway, incoming)
        }
        if incoming.request.headers.wantsJSON {
            return .content(EncodedBody(json: try AcceptedTestDocument(name: name).json()))
        }
        return try await page(.notice("\(name) accepted the test notification."), .ok, incoming)
    }

    /// The reason beside the field, or a document for programs.
    private func refusal(
        _ refusal: TypedDestination.Refusal, _ typed: TypedDestination, _ incoming: IncomingRequest,
        _ status: HTTPResponse.Status = .badRequest
    ) async throws -> ServerResponse {
        if wantsDocument(incoming) { return problem(status, "Invalid request", refusal.reason, incoming) }
        var page = destinationsPage(try await destinations(), incoming)
        (page.typed, page.refusal) = (typed, refusal)
        return .content(EncodedBody(html: page.html), status: status)
    }

    func missing(_ name: String, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let reason = "There is no destination named “\(name)”. It may have been removed."
        return try await refuse(reason, .notFound, incoming)
    }

    func destinations() async throws -> [NamedDestination] {
        let environment = context.environment
        return try await context.blocking { try environment.destinations() }
    }

    private func destinationsPage(_ destinations: [NamedDestination], _ incoming: IncomingRequest) -> DestinationsPage {
        let (isAdministrator, allowed) = (isAdministrator(incoming), context.environment.memberDestinations)
        let kinds = TypedDestination.kinds.filter { isAdministrator || !$0.actsAsServer || allowed.contains($0) }
        return DestinationsPage(
            destinations: destinations, kinds: kinds, canTest: context.configuration.deliver != nil,
            site: site(for: incoming))
    }

    /// Reports a failure, on the page or in a document.
    func refuse(_ reason: String, _ status: HTTPResponse.Status, _ incoming: IncomingRequest) async throws
        -> ServerResponse
    {
        if wantsDocument(incoming) { return problem(status, "Not sent", reason, incoming) }
        return try await page(.failure(reason), status, incoming)
    }

    func page(
        _ outcome: DestinationsPage.Outcome, _ status: HTTPResponse.Status, _ incoming: IncomingRequest
    ) async throws -> ServerResponse {
        var page = destinationsPage(try await destinations(), incoming)
        page.outcome = outcome
        return .content(EncodedBody(html: page.html), status: status)
    }
}

/// Tests of destinations, and the confirmation of email addresses.
extension RequestHandler {
    /// Counts a test of a destination, or an email that asks for confirmation; false if the account has sent too many.
    func mayTest(_ incoming: IncomingRequest) -> Bool {
        let environment = context.environment
        return isAdministrator(incoming)
            || context.shared.destinationTests.take(environment.store.account, at: environment.now())
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
        let made = try await context.blocking { try environment.makeConfirmation(ofDestinationNamed: name) }
        guard let made else { return try await missing(name, incoming) }
        let address = made.destination.destination.target
        guard context.shared.confirmations.take(address.lowercased(), at: environment.now()) else {
            return try await refuse(
                "As many emails as allowed asked for the confirmation of \(address) today. Try again tomorrow.",
                .tooManyRequests, incoming)
        }
        let link = "\(server)/\(Route.confirmationRoot)/\(made.secret)"
        do {
            try await deliver(
                OutgoingMessage(confirming: link, server: server, at: environment.now()), made.destination.destination)
        } catch {
            return try await refuse("\(name) failed: \(Notifier.reason(error)).", .badGateway, incoming)
        }
        if incoming.request.headers.wantsJSON {
            return done(
                form, otherwise: "/destinations", incoming, try DestinationsDocument(try await destinations()).json())
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
            guard let (_, destination) = try await destination(confirmedBy: secret) else {
                return unknownLink(incoming)
            }
            return page(destination, isConfirmed: destination.destination.isConfirmed == true, .ok, incoming)
        }
    }

    /// Confirms the address of a destination.
    func confirm(_ secret: String, _ incoming: IncomingRequest) async throws -> ServerResponse {
        guard let (environment, destination) = try await destination(confirmedBy: secret) else {
            return unknownLink(incoming)
        }
        guard try await context.blocking({ try environment.confirm(destination) }) else { return unknownLink(incoming) }
        return page(destination, isConfirmed: true, .ok, incoming)
    }

    private func destination(confirmedBy secret: String) async throws -> (FeedEnvironment, NamedDestination)? {
        let environment = contexts.first.environment
        return try await context.blocking { try environment.destination(confirmedBy: secret) }
    }

    private func page(
        _ destination: NamedDestination, isConfirmed: Bool, _ status: HTTPResponse.Status, _ incoming: IncomingRequest
    ) -> ServerResponse {
        let page = ConfirmationPage(
            address: destination.destination.target, path: incoming.target.path, isConfirmed: isConfirmed,
            site: site(for: incoming))
        var response = ServerResponse.content(EncodedBody(html: page.html), status: status)
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

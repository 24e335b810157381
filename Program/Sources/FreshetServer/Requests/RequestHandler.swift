import FeedStore
import Feeds
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Platform
import WebText

/// Answers every request: rejects the invalid ones and passes the others on.
struct RequestHandler: HTTPResponder {
    /// The maximum number of connections besides those of live clients.
    static let otherConnections = 512

    let contexts: AccountContexts
    /// The context of the account that the request is from; that of the first one until that is known.
    var context: ServerContext
    /// The form that this handler's pages show as refused.
    var refused: RefusedForm?

    init(contexts: AccountContexts) {
        self.contexts = contexts
        context = contexts.first
    }

    // An async function's frames live as long as the connection's task. Cached content is answered without one.
    func respond(to request: Request, context: ClientConnection) async throws -> Response {
        var trace = RequestTrace()
        switch handle(request, context, &trace) {
        case .now(let response): return finish(response, request, trace)
        // Work that takes time runs on the shared pool, where it delays no other connection.
        case .later(let incoming, let work):
            let made = await withTaskExecutorPreference(globalConcurrentExecutor) { await response(incoming, work) }
            return finish(made, request, trace)
        }
    }

    private func finish(_ response: ServerResponse, _ request: Request, _ trace: RequestTrace) -> Response {
        let encoded = encoded(response, for: request.head)
        record(response, encoded, to: request.head, trace)
        return Response(response, encoded, to: request.head)
    }

    /// The head and the bytes to send for a request.
    func encoded(_ response: ServerResponse, for request: HTTPRequest) -> ServerResponse.Encoded {
        context.shared.prefix.added(to: response).encoded(for: request)
    }

    /// The response that the work ends with.
    func response(_ incoming: IncomingRequest, _ work: @Sendable () async throws -> ServerResponse) async
        -> ServerResponse
    {
        var response: ServerResponse
        do { response = try await work() } catch { response = failure(error, incoming) }
        response.account = response.account ?? incoming.admission?.account
        return response
    }

    func failure(_ error: any Error, _ incoming: IncomingRequest) -> ServerResponse {
        if let error = error as? BadRequest { return problem(.badRequest, "Invalid request", error.message, incoming) }
        let storeError = error as? FeedStoreError
        if let storeError, storeError.isLimit {
            return problem(.forbidden, "Limit reached", storeError.description, incoming)
        }
        if storeError != .tooSlow { logFailure(error, incoming) }
        let explanation = explanation(of: error, incoming)
        guard let storeError, storeError.isTemporary else {
            return problem(.internalServerError, "Something went wrong", explanation, incoming)
        }
        let title =
            switch storeError {
            case .tooSlow: "Too slow"
            case .busy: "The store is busy"
            default: "The store can't be reached"
            }
        var response = problem(.serviceUnavailable, title, explanation, incoming)
        response.headers[.retryAfter] = "5"
        return response
    }

    /// The error's message, if it is written for people. Only administrators learn the addresses of databases and files.
    func explanation(of error: any Error, _ incoming: IncomingRequest) -> String {
        let isAdministrator = incoming.isAdmitted && isAdministrator(incoming)
        return switch error {
        case let error as FeedStoreError: isAdministrator ? error.description : error.publicDescription
        case let error as FeedError: error.message + "."
        case let error as SessionFileError where isAdministrator: error.description
        case let error where isAdministrator:
            "This request failed (\(SystemProblem(error)?.description ?? "\(type(of: error))")). See the server's log for details."
        default: "This request failed. The server's log has the reason."
        }
    }

    /// The response to a request outside the prefix; nil for what monitors the server, which needs no public address.
    private func outside(_ target: Target) -> ServerResponse? {
        let prefix = context.shared.prefix.text
        if target.path == prefix { return .seeOther("/") }
        if ["health", "metrics"].contains(target.parts.first) { return nil }
        return .plain(.notFound, "Nothing is at this address. Freshet is at \(prefix)/.")
    }

    /// Decides how a request is handled.
    func handle(_ received: Request, _ connection: ClientConnection, _ trace: inout RequestTrace) -> Handling {
        if context.connections.value > context.configuration.maximumClients + Self.otherConnections {
            return .now(tooMany(connection))
        }
        let peer = connection.peer
        let inner = context.shared.prefix.removed(from: received)
        let request = inner ?? received
        let client = context.proxies.client(at: peer, request.headers)
        trace.client = client
        var share: ClientShares.Share?
        if client != peer {
            // A proxy's connection serves many clients; other connections are counted when they open.
            share = context.shares.take(for: client)
            if share == nil { return .now(tooMany(connection)) }
        }
        guard let target = Target(request.head.path ?? "") else {
            return .now(.plain(.badRequest, "Invalid address."))
        }
        guard let authority = request.head.authority, !authority.isEmpty, request.headers[.host] == nil else {
            return .now(.plain(.badRequest, "The request needs exactly one Host header."))
        }
        guard context.hosts.allows(authority) else {
            return .now(
                .plain(
                    .misdirectedRequest,
                    "This server doesn't accept requests for that host name. To allow it, start the server with --public-url "
                        + "ADDRESS or --allow-host NAME."))
        }
        if inner == nil, let refusal = outside(target) { return .now(refusal) }
        if !needsSignIn, request.headers.areForwarded {
            return .now(
                .plain(
                    .forbidden,
                    "A proxy sent this request, so others may reach this server, where nobody has to sign in. Set a password "
                        + "(freshet accounts password admin), and start the server with --public-url ADDRESS."))
        }
        let source = RequestSource(request.headers, authority: authority, publicURL: context.publicURL)
        let match = RouteMatch(target, context.catalog)
        trace.route = match?.route
        let incoming = IncomingRequest(
            request: request, target: target, match: match, authority: authority, source: source,
            connection: connection,
            client: client, share: share)
        if source == .otherSite, match?.route.isEmbeddable != true { return .now(blocked(incoming)) }
        if isTooLarge(incoming) { return .now(tooLarge(incoming)) }
        do {
            guard let route = match?.route else { return try notFound(incoming) }
            return try handle(incoming, route)
        } catch { return .now(failure(error, incoming)) }
    }

    private func handle(_ incoming: IncomingRequest, _ route: Route) throws -> Handling {
        let method = incoming.request.method
        guard let operation = route.operation(method) else {
            let allowed = route.methods.map(\.rawValue).joined(separator: ", ")
            if method == .options { return .now(ServerResponse(status: .noContent, headers: [.allow: allowed])) }
            var response = problem(
                .methodNotAllowed, "Method not allowed", "\(incoming.target.shownPath) accepts only \(allowed).",
                incoming)
            response.headers[.allow] = allowed
            return .now(response)
        }
        let isScrape = route.access == .monitors && context.shared.metricsRule.admits(incoming.request.headers)
        if route.isOpen || isScrape { return try answer(incoming, operation) }
        return try admitting(incoming, refused: { unauthorized(incoming, route, $0) }) { handler, incoming in
            if let refusal = handler.forbidden(incoming, route) { return .now(refusal) }
            return try handler.answer(incoming, operation)
        }
    }

    /// The properties of all pages, and the refused form.
    func site(for incoming: IncomingRequest) -> PageContext {
        var site = context.site(for: incoming)
        site.refused = refused
        return site
    }
}

/// An invalid request; the message says what would be valid.
struct BadRequest: Error, Sendable, Hashable {
    let message: String
}

import FeedStore
import Feeds
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import WebText

/// Answers every request: rejects the invalid ones and passes the others on.
struct RequestHandler: HTTPResponder {
    /// The maximum number of connections besides those of live clients.
    static let otherConnections = 512

    let context: ServerContext
    /// The form that this handler's pages show as refused.
    var refused: RefusedForm?

    // An async function's frames live as long as the connection's task. Cached content is answered without one.
    func respond(to request: Request, context: RequestContext) async throws -> Response {
        switch handle(request, context) {
        case .now(let answer): finish(answer, request)
        // Work that takes time runs on the shared pool, where it delays no other connection.
        case .later(let asked, let work):
            finish(await withTaskExecutorPreference(globalConcurrentExecutor) { await answer(asked, work) }, request)
        }
    }

    private func finish(_ answer: Answer, _ request: Request) -> Response {
        log(answer, to: request.head)
        return Response(answer, to: request.head)
    }

    /// Notes a request and its answer in the log.
    func log(_ answer: Answer, to request: HTTPRequest) {
        context.logger.debug(
            "\(request.method.rawValue) \(request.path?.prefix { $0 != "?" } ?? "") \(answer.status.code)")
    }

    /// The answer that the work ends with.
    func answer(_ asked: Asked, _ work: @Sendable () async throws -> Answer) async -> Answer {
        do { return try await work() } catch { return failure(error, asked) }
    }

    private func failure(_ error: any Error, _ asked: Asked) -> Answer {
        if let error = error as? BadRequest { return problem(.badRequest, "Invalid request", error.message, asked) }
        context.logger.error("\(asked.target.path): \(error)")
        return problem(.internalServerError, "Something went wrong", Self.explanation(of: error), asked)
    }

    /// The error's message, if it is written for people.
    private static func explanation(of error: any Error) -> String {
        switch error {
        case let error as FeedStoreError: error.description
        case let error as FeedError: error.message + "."
        case let error as SessionFileError: error.description
        default:
            "This request failed (\(SystemProblem(error)?.description ?? "\(type(of: error))")). See the server's log for details."
        }
    }

    /// Decides how a request is handled.
    func handle(_ request: Request, _ connection: RequestContext) -> Handling {
        if context.connections.value > context.configuration.maximumClients + Self.otherConnections {
            return .now(tooMany(connection))
        }
        let peer = connection.peer
        let client = context.proxies.client(at: peer, request.headers)
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
        let source = RequestSource(request.headers, authority: authority, publicURL: context.publicURL)
        let asked = Asked(
            request: request, target: target, authority: authority, source: source, connection: connection, peer: peer,
            client: client, share: share)
        if source == .otherSite { return .now(blocked(asked)) }
        let route = Route(target, context.catalog)
        let maximum = (route ?? .home).largestBody
        if isTooLarge(request, atMost: maximum) { return .now(tooLarge(asked, atMost: maximum)) }
        guard let route else { return .now(notFound(asked)) }
        do { return try handle(asked, route) } catch { return .now(failure(error, asked)) }
    }

    private func handle(_ asked: Asked, _ route: Route) throws -> Handling {
        let method = asked.request.method
        guard route.methods.contains(method) else {
            let allowed = route.methods.map(\.rawValue).joined(separator: ", ")
            if method == .options { return .now(Answer(status: .noContent, headers: [.allow: allowed])) }
            var answer = problem(
                .methodNotAllowed, "Method not allowed", "\(asked.target.path) accepts only \(allowed).", asked)
            answer.headers[.allow] = allowed
            return .now(answer)
        }
        var asked = asked
        if !route.isOpen {
            let verdict = context.tokens.verdict(on: asked.request.headers, from: asked.client)
            guard case .admitted(let session) = verdict else { return .now(unauthorized(asked, route, verdict)) }
            (asked.session, asked.isAdmitted) = (session, true)
        }
        guard method == .post else { return try read(asked, route) }
        guard asked.source.maySend else { return .now(blocked(asked)) }
        return .later(asked) { [asked] in try await change(asked, route) }
    }

    private func tooMany(_ connection: RequestContext) -> Answer {
        closeSoon(connection)
        var answer = Answer.plain(.serviceUnavailable, "Too many connections. Try again in a minute.")
        answer.headers[.retryAfter] = "60"
        answer.headers[.connection] = "close"
        return answer
    }

    /// Closes the connection after the answer has had time to arrive.
    func closeSoon(_ connection: RequestContext) {
        let channel = connection.channel
        channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
    }

    /// Refuses a request of another site.
    func blocked(_ asked: Asked) -> Answer {
        let message =
            asked.request.method == .post
            ? "Only pages of this server can make changes here."
            : "Another site sent this request. To open the page, enter its address in the browser."
        return problem(.forbidden, "Request blocked", message, asked)
    }

    private func unauthorized(_ asked: Asked, _ route: Route, _ verdict: TokenRule.Verdict) -> Answer {
        if verdict == .unknown { return uncheckable(asked) }
        var answer = verdict == .limited ? tooManyAttempts(asked) : signInFirst(asked, route)
        // A browser whose session has ended doesn't send its cookie again, which would count as a wrong token.
        answer.headers[values: .setCookie] = SessionCookie.removing(from: asked.request.headers)
        return answer
    }

    /// Refuses a wrong token after too many, and closes the connection.
    func tooManyAttempts(_ asked: Asked) -> Answer {
        closeSoon(asked.connection)
        var answer = problem(
            .tooManyRequests, "Too many attempts", "Too many wrong tokens came from your address. Wait a minute.", asked
        )
        answer.headers[.retryAfter] = "60"
        answer.headers[.connection] = "close"
        return answer
    }

    /// Refuses a browser that may be signed in, and lets it keep its cookie.
    private func uncheckable(_ asked: Asked) -> Answer {
        var answer = problem(
            .serviceUnavailable, "Can't check who is signed in",
            "The server can't read its sessions. See its log for the reason, and try again in a minute.", asked)
        answer.headers[.retryAfter] = "60"
        return answer
    }

    private func signInFirst(_ asked: Asked, _ route: Route) -> Answer {
        let wantsPage = !route.isForPrograms && !asked.request.headers.wantsJSON && !asked.request.headers.wantsEvents
        // Feed readers know no bearer tokens. A browser would open a dialog.
        var isFeedReader = false
        if case .syndication = route { isFeedReader = asked.source == .program }
        if wantsPage, !isFeedReader, asked.request.method != .post {
            return .seeOther("/login?return=" + asked.target.local.percentEncoded)
        }
        var answer = problem(
            .unauthorized, "Sign in", "Send the server's token as Authorization: Bearer TOKEN, or sign in at /login.",
            asked)
        answer.headers[.wwwAuthenticate] = isFeedReader ? "Basic realm=\"Freshet\", charset=\"UTF-8\"" : "Bearer"
        return answer
    }

    private func notFound(_ asked: Asked) -> Answer {
        if asked.target.parts.last == "" {
            // The address without the slash at its end is the canonical one.
            var path = asked.target.path[...]
            while path.count > 1, path.last == "/" { path.removeLast() }
            if let target = Target(String(path)), Route(target, context.catalog) != nil, !path.hasPrefix("//") {
                let query = asked.target.rawQuery.isEmpty ? "" : "?" + asked.target.rawQuery
                return Answer(status: .permanentRedirect, headers: [.location: String(path) + query])
            }
        }
        var asked = asked
        switch context.tokens.verdict(on: asked.request.headers, from: asked.client) {
        case .admitted: asked.isAdmitted = true
        case .refused: return problem(.unauthorized, "Sign in", "Sign in at /login with the server's token.", asked)
        case .limited: return tooManyAttempts(asked)
        case .unknown: return uncheckable(asked)
        }
        return problem(
            .notFound, "Page not found", "There is nothing here. To follow a feed, paste its address on the home page.",
            asked)
    }
}

/// How a request is handled.
enum Handling: Sendable {
    /// With an answer.
    case now(Answer)
    /// With an answer that takes time.
    case later(Asked, @Sendable () async throws -> Answer)
}

/// A request with a valid address.
struct Asked: Sendable {
    let request: Request
    var target: Target
    /// The server as the client names it.
    let authority: String
    let source: RequestSource
    let connection: RequestContext
    /// The other end of the connection, which may be a proxy.
    let peer: IPAddress?
    /// The source of the request.
    let client: IPAddress?
    /// The client's share of what a proxy forwards; nil without a proxy.
    let share: ClientShares.Share?
    /// The session of the browser, if it has signed in.
    var session: String?
    /// Whether the request has the token or a session, if the server has a token; false until that is checked.
    var isAdmitted = false
}

extension Target {
    /// The path and the query, to return to.
    var local: String { rawQuery.isEmpty ? path : path + "?" + rawQuery }
}

extension Answer {
    /// A line of text.
    static func plain(_ status: HTTPResponse.Status, _ text: String) -> Answer {
        Answer(
            status: status, headers: [.cacheControl: "no-store"],
            body: .content(Content("text/plain; charset=utf-8", ByteBuffer(string: text + "\n"))))
    }
}

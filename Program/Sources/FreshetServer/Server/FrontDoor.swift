import WebText
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Where every request comes in: what is wrong with it is found here, and what is right is passed on.
struct FrontDoor: HTTPResponder {
    /// As many connections there may be besides those that follow feeds.
    static let otherConnections = 512

    let backstage: Backstage

    // An asynchronous function's frames stay with the connection's task for as long as it lives: whoever follows a feed for hours is answered
    // without any, and so is what is kept.
    func respond(to request: Request, context: Visit) async throws -> Response {
        switch meet(request, context) {
        case .now(let answer): finish(answer, request)
        case .later(let asked, let work): finish(await answer(asked, work), request)
        }
    }

    private func finish(_ answer: Answer, _ request: Request) -> Response {
        backstage.logger.debug(
            "\(request.method.rawValue) \(request.head.path?.prefix { $0 != "?" } ?? "") \(answer.status.code)")
        return Response(answer, to: request.head)
    }

    private func answer(_ asked: Asked, _ work: @Sendable () async throws -> Answer) async -> Answer {
        do { return try await work() } catch { return failure(error, asked) }
    }

    private func failure(_ error: any Error, _ asked: Asked) -> Answer {
        if let error = error as? WrongQuestion {
            return problem(.badRequest, "That makes no sense", error.message, asked)
        }
        backstage.logger.error("\(asked.target.path): \(error)")
        return problem(.internalServerError, "Something went wrong", String(describing: error), asked)
    }

    private func meet(_ request: Request, _ visit: Visit) -> Meeting {
        if backstage.connections.value > backstage.configuration.maximumClients + Self.otherConnections {
            var answer = Answer.plain(.serviceUnavailable, "Too many connections are open. Try again in a minute.")
            answer.headers[.retryAfter] = "60"
            answer.headers[.connection] = "close"
            return .now(answer)
        }
        guard let target = Target(request.head.path ?? "") else {
            return .now(.plain(.badRequest, "The address is not understood."))
        }
        guard let authority = request.head.authority, !authority.isEmpty, request.headers[.host] == nil else {
            return .now(.plain(.badRequest, "The request does not say whom it is for: it has to have one Host."))
        }
        guard backstage.hosts.allows(authority) else {
            return .now(
                .plain(
                    .misdirectedRequest,
                    "This server does not answer for that name. If it should, start it with --public-url "
                        + "and the whole address, or with --allow-host and the name.")
            )
        }
        let asked = Asked(request: request, target: target, authority: authority, visit: visit)
        if isTooLarge(request) { return .now(tooLarge(asked)) }
        guard let route = Route(target) else { return .now(notFound(asked)) }
        do { return try meet(asked, route) } catch { return .now(failure(error, asked)) }
    }

    private func meet(_ asked: Asked, _ route: Route) throws -> Meeting {
        let method = asked.request.method
        guard route.methods.contains(method) else {
            let allowed = route.methods.map(\.rawValue).joined(separator: ", ")
            if method == .options { return .now(Answer(status: .noContent, headers: [.allow: allowed])) }
            var answer = problem(
                .methodNotAllowed, "Not that way", "\(asked.target.path) is only asked for by \(allowed).", asked)
            answer.headers[.allow] = allowed
            return .now(answer)
        }
        if !route.isOpen, !backstage.tokens.admits(asked.request.headers) { return .now(unknownReader(asked, route)) }
        guard method == .post else { return try show(asked, route) }
        guard
            SameOrigin.holds(
                asked.request.headers, authority: asked.authority, publicURL: backstage.publicURL)
        else {
            return .now(
                problem(.forbidden, "Not from there", "Only pages of this server may change anything here.", asked))
        }
        return .later(asked) { try await change(asked, route) }
    }

    private func unknownReader(_ asked: Asked, _ route: Route) -> Answer {
        let wantsPage = !route.isForPrograms && !asked.request.headers.wantsJSON && !asked.request.headers.wantsEvents
        if wantsPage, asked.request.method != .post {
            return .seeOther("/login?return=" + asked.target.local.percentEncoded)
        }
        var answer = problem(
            .unauthorized, "Sign in", "A token is needed: send it as Authorization: Bearer …, or sign in at /login.",
            asked)
        answer.headers[.wwwAuthenticate] = "Bearer"
        return answer
    }

    private func notFound(_ asked: Asked) -> Answer {
        if asked.target.parts.count > 0, asked.target.parts.last == "" {
            // The same address without the slash at its end is the one that is known.
            var path = asked.target.path[...]
            while path.count > 1, path.last == "/" { path.removeLast() }
            if let target = Target(String(path)), Route(target) != nil, !path.hasPrefix("//") {
                let query = asked.target.rawQuery.isEmpty ? "" : "?" + asked.target.rawQuery
                return Answer(status: .permanentRedirect, headers: [.location: String(path) + query])
            }
        }
        if !backstage.tokens.admits(asked.request.headers) {
            return problem(.unauthorized, "Sign in", "A token is needed: sign in at /login.", asked)
        }
        return problem(
            .notFound, "There is nothing here",
            "No feed and no page has this address. Repositories are at /github/OWNER/REPO, natural events at /planet, news at /news/top.",
            asked)
    }
}

/// How a request is met.
enum Meeting: Sendable {
    /// With an answer.
    case now(Answer)
    /// With an answer that has to be waited for.
    case later(Asked, @Sendable () async throws -> Answer)
}

/// A request whose address is understood.
struct Asked: Sendable {
    let request: Request
    let target: Target
    /// Whom the request is for: the server as the client names it.
    let authority: String
    let visit: Visit
}

extension Asked {
    /// As the reader's browser sees it, where a proxy on this machine says so; what others say of it is not believed.
    var scheme: String {
        visit.isFromThisMachine && request.headers[.forwardedProto]?.lowercased() == "https" ? "https" : "http"
    }
}

extension Target {
    /// The path and the query, to come back to.
    var local: String { rawQuery.isEmpty ? path : path + "?" + rawQuery }
}

extension Answer {
    /// Text, for those whom no page is shown.
    static func plain(_ status: HTTPResponse.Status, _ text: String) -> Answer {
        Answer(
            status: status, headers: [.cacheControl: "no-store"],
            body: .content(Content("text/plain; charset=utf-8", ByteBuffer(string: text + "\n"))))
    }
}

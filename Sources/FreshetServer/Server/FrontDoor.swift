import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Where every request comes in: what is wrong with it is found here, and what is right is passed on.
struct FrontDoor: HTTPResponder {
    let backstage: Backstage

    func respond(to request: Request, context: Visit) async throws -> Response {
        let answer = await answer(request, context)
        backstage.logger.debug(
            "\(request.method.rawValue) \(request.head.path?.prefix { $0 != "?" } ?? "") \(answer.status.code)")
        return Response(answer, to: request.head)
    }

    private func answer(_ request: Request, _ visit: Visit) async -> Answer {
        if backstage.connections.value > backstage.configuration.maximumClients + 512 {
            var answer = Answer.plain(.serviceUnavailable, "Too many connections are open. Try again in a minute.")
            answer.headers[.retryAfter] = "60"
            answer.headers[.connection] = "close"
            return answer
        }
        guard let target = Target(request.head.path ?? "") else {
            return .plain(.badRequest, "The address is not understood.")
        }
        guard let authority = target.authority ?? request.head.authority, !authority.isEmpty else {
            return .plain(.badRequest, "The request does not say whom it is for: its Host is missing.")
        }
        guard backstage.hosts.allows(authority) else {
            return .plain(
                .misdirectedRequest,
                "This server does not answer for that name. If it should, start it with --allow-host and the name.")
        }
        let asked = Asked(request: request, target: target, authority: authority, visit: visit)
        guard let route = Route(target) else { return notFound(asked) }
        do {
            return try await answer(asked, route)
        } catch let error as WrongQuestion {
            return problem(.badRequest, "That makes no sense", error.message, asked)
        } catch {
            backstage.logger.error("\(target.path): \(error)")
            return problem(.internalServerError, "Something went wrong", String(describing: error), asked)
        }
    }

    private func answer(_ asked: Asked, _ route: Route) async throws -> Answer {
        let method = asked.request.method
        guard route.methods.contains(method) else {
            let allowed = route.methods.map(\.rawValue).joined(separator: ", ")
            if method == .options { return Answer(status: .noContent, headers: [.allow: allowed]) }
            var answer = problem(
                .methodNotAllowed, "Not that way", "\(asked.target.path) is only asked for by \(allowed).", asked)
            answer.headers[.allow] = allowed
            return answer
        }
        if !route.isOpen, !backstage.tokens.admits(asked.request.headers) { return unknownReader(asked, route) }
        if method == .post {
            guard SameOrigin.holds(asked.request.headers, authority: asked.authority) else {
                return problem(
                    .forbidden, "Not from there", "Only pages of this server may change anything here.", asked)
            }
            return try await change(asked, route)
        }
        return try await show(asked, route)
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

/// A request whose address is understood.
struct Asked: Sendable {
    let request: Request
    let target: Target
    /// Whom the request is for: the server as the client names it.
    let authority: String
    let visit: Visit
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

import HTTPTypes
import HummingbirdCore
import NIOCore
import Platform
import WebText

extension RequestHandler {
    /// An error: a page for readers, a document for programs.
    func problem(_ status: HTTPResponse.Status, _ title: String, _ message: String, _ incoming: IncomingRequest)
        -> ServerResponse
    {
        var response: ServerResponse
        if wantsDocument(incoming) {
            let problem = Problem(title: title, status: status.code, detail: message)
            response = .content(EncodedBody(Problem.contentType, ByteBuffer(bytes: problem.json)), status: status)
        } else {
            let page = ProblemPage(
                status: status.code, title: title, message: message, site: site(for: incoming),
                isBare: needsSignIn && !incoming.isAdmitted)
            response = .content(EncodedBody(html: page.html), status: status)
        }
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// True if requests need a secret.
    var needsSignIn: Bool { context.tokenRule.isSet || context.shared.accountRule.isOn }

    /// True if the response is for a program.
    func wantsDocument(_ incoming: IncomingRequest) -> Bool {
        incoming.target.parts.first == "api" || incoming.match?.route.kind == .document
            || incoming.request.headers.wantsJSON || incoming.request.headers.wantsEvents
    }

    func tooMany(_ connection: ClientConnection) -> ServerResponse {
        closeSoon(connection)
        var response = ServerResponse.plain(.serviceUnavailable, "Too many connections. Try again in a minute.")
        response.headers[.retryAfter] = "60"
        response.headers[.connection] = "close"
        return response
    }

    /// Closes the connection after the response has had time to arrive.
    func closeSoon(_ connection: ClientConnection) {
        let channel = connection.channel
        channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
    }

    /// Refuses a request of another site.
    func blocked(_ incoming: IncomingRequest) -> ServerResponse {
        let message =
            incoming.request.method == .post
            ? "Only pages of this server can make changes here."
            : "Another site sent this request. To open the page, enter its address in the browser."
        return problem(.forbidden, "Request blocked", message, incoming)
    }

    func unauthorized(_ incoming: IncomingRequest, _ route: Route, _ verdict: TokenRule.Verdict)
        -> ServerResponse
    {
        if verdict == .unknown { return uncheckable(incoming) }
        var response = verdict == .limited ? tooManyAttempts(incoming) : signInFirst(incoming, route)
        // A browser whose session has ended doesn't send its cookie again, which would count as a wrong token.
        response.headers[values: .setCookie] = SessionCookie.removing(from: incoming.request.headers)
        return response
    }

    /// Refuses a wrong token after too many, and closes the connection.
    func tooManyAttempts(_ incoming: IncomingRequest, _ message: String? = nil) -> ServerResponse {
        closeSoon(incoming.connection)
        var response = problem(
            .tooManyRequests, "Too many attempts",
            message
                ?? "Too many wrong \(context.shared.accountRule.isOn ? "passwords" : "tokens") came from your address. Wait a minute.",
            incoming
        )
        response.headers[.retryAfter] = "60"
        response.headers[.connection] = "close"
        return response
    }

    /// Refuses a browser that may be signed in, and lets it keep its cookie.
    func uncheckable(_ incoming: IncomingRequest) -> ServerResponse {
        var response = problem(
            .serviceUnavailable, "Can't check who is signed in",
            "The server can't read its sessions. See its log for the reason, and try again in a minute.", incoming)
        response.headers[.retryAfter] = "60"
        return response
    }

    func signInFirst(_ incoming: IncomingRequest, _ route: Route) -> ServerResponse {
        let wantsPage =
            route.kind != .document && !incoming.request.headers.wantsJSON && !incoming.request.headers.wantsEvents
        // Feed readers know no bearer tokens. A browser would open a dialog.
        let isFeedReader = route.kind == .syndication && incoming.source == .program
        if wantsPage, !isFeedReader, incoming.request.method != .post {
            return .seeOther("/login?return=" + incoming.target.local.percentEncoded)
        }
        var response = problem(
            .unauthorized, "Sign in",
            context.shared.accountRule.isOn
                ? "Send an app password as Authorization: Bearer PASSWORD, or sign in at /login."
                : "Send the server's token as Authorization: Bearer TOKEN, or sign in at /login.", incoming)
        response.headers[.wwwAuthenticate] = isFeedReader ? "Basic realm=\"Freshet\", charset=\"UTF-8\"" : "Bearer"
        return response
    }

    func notFound(_ incoming: IncomingRequest) throws -> Handling {
        if incoming.target.parts.last == "" {
            // The address without the slash at its end is the canonical one.
            var path = incoming.target.path[...]
            while path.count > 1, path.last == "/" { path.removeLast() }
            if let target = Target(String(path)), RouteMatch(target, context.catalog) != nil, !path.hasPrefix("//") {
                let query = incoming.target.rawQuery.isEmpty ? "" : "?" + incoming.target.rawQuery
                return .now(ServerResponse(status: .permanentRedirect, headers: [.location: String(path) + query]))
            }
        }
        // Nobody who isn't signed in learns which addresses exist.
        return try admitting(incoming, refused: { unauthorizedAddress(incoming, $0) }) { handler, incoming in
            .now(
                handler.problem(
                    .notFound, "Page not found",
                    "There is nothing here. To follow a feed, paste its address on the home page.", incoming))
        }
    }

    private func unauthorizedAddress(_ incoming: IncomingRequest, _ verdict: TokenRule.Verdict) -> ServerResponse {
        switch verdict {
        case .limited: return tooManyAttempts(incoming)
        case .unknown: return uncheckable(incoming)
        case .admitted, .refused:
            let secret = context.shared.accountRule.isOn ? "." : " with the server's token."
            return problem(.unauthorized, "Sign in", "Sign in at /login" + secret, incoming)
        }
    }

    /// True if the headers report a body that is too large.
    func isTooLarge(_ incoming: IncomingRequest) -> Bool {
        incoming.request.headers[.contentLength].flatMap(Int.init).map { $0 > incoming.largestBody } ?? false
    }

    /// Refuses a body, and closes the connection soon after.
    func tooLarge(_ incoming: IncomingRequest) -> ServerResponse {
        closeSoon(incoming.connection)
        var response = problem(.contentTooLarge, "Too large", "Send at most \(incoming.largestBody) bytes.", incoming)
        response.headers[.connection] = "close"
        return response
    }

    /// The page that a form was sent from, with the reason beside the field; the home page if that isn't known.
    func page(_ path: String?, refusing form: RefusedForm, _ status: HTTPResponse.Status, _ incoming: IncomingRequest)
        async throws
        -> ServerResponse
    {
        var handler = self
        let place = page(at: LocalPath(path)?.text)
        handler.refused =
            place == nil ? RefusedForm(field: "home-follow", typed: form.typed, reason: form.reason) : form
        guard let (target, match, operation) = place ?? page(at: "/") else { return .empty(status) }
        var again = incoming
        (again.target, again.match) = (target, match)
        var response =
            switch try handler.answer(again, operation) {
            case .now(let response): response
            case .later(_, let work): try await work()
            }
        response.status = status
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// The page with navigation at a path; nil if there is none.
    private func page(at path: String?) -> (Target, RouteMatch, RouteOperation)? {
        guard let target = path.flatMap({ Target($0) }), let match = RouteMatch(target, context.catalog),
            match.route.kind == .page, let operation = match.route.operation(.get)
        else { return nil }
        return (target, match, operation)
    }
}

extension ServerResponse {
    /// A line of text.
    static func plain(_ status: HTTPResponse.Status, _ text: String) -> ServerResponse {
        ServerResponse(
            status: status, headers: [.cacheControl: "no-store"],
            body: .content(EncodedBody("text/plain; charset=utf-8", ByteBuffer(string: text + "\n"))))
    }
}

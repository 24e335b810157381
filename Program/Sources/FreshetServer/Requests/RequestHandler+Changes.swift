import FeedStore
import Feeds
import Freshet
import HTTPTypes
import HummingbirdCore
import NIOCore
import Platform
import WebText

extension RequestHandler {
    /// How long a body may take to arrive.
    private static let bodyTimeout = TimeAmount.seconds(15)

    /// Answers a request that changes something.
    func change(_ incoming: IncomingRequest, _ route: Route) async throws -> ServerResponse {
        if case .webSub(let key) = route { return try await receive(key, incoming) }
        guard let body = try await readBody(incoming, atMost: route.largestBody) else {
            return tooLarge(incoming, atMost: route.largestBody)
        }
        if route == .action(.import) { return try await importFile(Data(body.readableBytesView), incoming) }
        let form: Form
        switch try readForm(body, incoming) {
        case .form(let read): form = read
        case .response(let response): return response
        }
        switch route {
        case .login: return try await signIn(form, incoming)
        case .account: return try await changeAccount(form, incoming)
        case .confirmation(let secret): return try await confirm(secret, incoming)
        case .rules: return try await changeRules(form, incoming)
        case .sinks: return try await changeSinks(form, incoming)
        case .following(isForPrograms: false): return try await changeFollowing(form, incoming)
        case .action(.logout): return try await signOut(form, incoming)
        case .action(.follow): return try await follow(form, incoming)
        case .action(.unfollow): return try await unfollow(form, incoming)
        case .action(.marks): return try await mark(form, incoming)
        case .action(.mute): return try await mute(form, incoming)
        case .action(.preferences): return try prefer(form, incoming)
        case .action(.visit):
            let (feed, context) = (try feed(form["feed"]).0, context)
            try await context.blocking { try context.visits.note(feed) }
            // Scripts don't accept JSON where they report visits as pages close; a redirect would send them the whole page.
            return form["return"] == nil ? .empty(.noContent) : done(form, otherwise: feed.address, incoming)
        case .action(.refresh):
            let (feed, target) = try feed(form["feed"])
            context.feeds.feed(LiveFeed.Key(feed, try PageQuery(target, feed.controls)), for: .request)?.refresh()
            return done(form, otherwise: target.local, incoming)
        case .action(.playback): return try await notePlayback(form, incoming)
        case .action(.fullText): return try await loadFullText(form, incoming)
        default: return problem(.notFound, "Page not found", "This address doesn't accept changes.", incoming)
        }
    }

    /// The feed that a form names by the path of its page; fails with ``BadRequest``.
    func feed(_ path: String?) throws -> (Feed, Target) {
        guard let path, let target = Target(path), case .feed(let feed) = Route(target, context.catalog) else {
            let example = context.catalog.upstreams.lazy.compactMap(\.menu.first?.feed.address).first ?? "/"
            throw BadRequest(message: "“\(path ?? "")” isn't a feed. Use the path of its page, such as \(example).")
        }
        return (feed, target)
    }

    /// The response to a change: a page to go to, or for programs `document`, or nothing.
    func done(_ form: Form, otherwise path: String, _ incoming: IncomingRequest, _ document: Data? = nil)
        -> ServerResponse
    {
        let page = LocalPath(form["return"])?.text ?? path
        guard incoming.request.headers.wantsJSON else { return .seeOther(page) }
        var response = document.map { ServerResponse.content(Content(json: $0)) } ?? .empty(.noContent)
        response.headers[.cacheControl] = "no-store"
        // Scripts go to this page after the change.
        response.headers[.location] = page
        return response
    }

    /// Stores display preferences; fails with ``BadRequest``.
    private func prefer(_ form: Form, _ incoming: IncomingRequest) throws -> ServerResponse {
        var preferences = Preferences(incoming.request.headers)
        guard let density = Preferences.Density(rawValue: form["density"] ?? "") else {
            throw BadRequest(message: "Set “density” to comfortable or compact.")
        }
        preferences.density = density
        var response = done(form, otherwise: "/", incoming)
        response.headers[.setCookie] = preferences.cookieHeader
        return response
    }

    private enum FormReading {
        case form(Form)
        case response(ServerResponse)
    }

    /// Nil if it is too large.
    func readBody(_ incoming: IncomingRequest, atMost maximum: Int) async throws -> ByteBuffer? {
        let channel = incoming.connection.channel
        let limit = channel.eventLoop.scheduleTask(in: Self.bodyTimeout) { channel.close(promise: nil) }
        defer { limit.cancel() }
        do {
            return try await incoming.request.body.collect(upTo: maximum)
        } catch is NIOTooManyBytesError {
            return nil
        }
    }

    private func readForm(_ body: ByteBuffer, _ incoming: IncomingRequest) throws -> FormReading {
        let type = incoming.request.headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
        let form: Form?
        switch type {
        case "application/json": form = Form(json: Data(body.readableBytesView))
        case "application/x-www-form-urlencoded": form = Form(encoded: String(buffer: body))
        case "" where body.readableBytes == 0: form = Form(encoded: "")
        default:
            return .response(
                problem(
                    .unsupportedMediaType, "Unsupported format",
                    "Send application/x-www-form-urlencoded or application/json.", incoming))
        }
        guard let form else { throw BadRequest(message: "The form can't be read.") }
        return .form(form)
    }
}

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

    /// Whether the headers already say that the body is too large.
    func isTooLarge(_ request: Request, atMost maximum: Int) -> Bool {
        request.headers[.contentLength].flatMap(Int.init).map { $0 > maximum } ?? false
    }

    /// Refuses a body, and closes the connection soon after.
    func tooLarge(_ asked: Asked, atMost maximum: Int) -> Answer {
        closeSoon(asked.connection)
        var answer = problem(.contentTooLarge, "Too large", "Send at most \(maximum) bytes.", asked)
        answer.headers[.connection] = "close"
        return answer
    }

    /// Answers a request that changes something.
    func change(_ asked: Asked, _ route: Route) async throws -> Answer {
        guard let body = try await readBody(asked, atMost: route.largestBody) else {
            return tooLarge(asked, atMost: route.largestBody)
        }
        if route == .action(.import) { return try await importFile(Data(body.readableBytesView), asked) }
        let form: Form
        switch try readForm(body, asked) {
        case .form(let read): form = read
        case .answer(let answer): return answer
        }
        switch route {
        case .login: return try await signIn(form, asked)
        case .rules: return try await changeRules(form, asked)
        case .sinks: return try await changeSinks(form, asked)
        case .action(.logout): return try await signOut(form, asked)
        case .action(.follow): return try await follow(form, asked)
        case .action(.unfollow): return try await unfollow(form, asked)
        case .action(.marks): return try await mark(form, asked)
        case .action(.mute): return try await mute(form, asked)
        case .action(.preferences): return try prefer(form, asked)
        case .action(.visit):
            let (feed, context) = (try feed(form["feed"]).0, context)
            try await context.blocking { try context.visits.note(feed) }
            // Scripts don't accept JSON where they report visits as pages close; a redirect would send them the whole page.
            return form["return"] == nil ? .empty(.noContent) : done(form, otherwise: feed.address, asked)
        case .action(.refresh):
            let (feed, target) = try feed(form["feed"])
            context.feeds.feed(LiveFeed.Key(feed, try PageQuery(target, feed.controls)), for: .request)?.refresh()
            return done(form, otherwise: target.local, asked)
        default: return problem(.notFound, "Page not found", "This address doesn't accept changes.", asked)
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

    /// The answer to a change: a page to go to, or for programs `document`, or nothing.
    func done(_ form: Form, otherwise path: String, _ asked: Asked, _ document: Data? = nil) -> Answer {
        let page = LocalPath(form["return"])?.text ?? path
        guard asked.request.headers.wantsJSON else { return .seeOther(page) }
        var answer = document.map { Answer.content(Content(json: $0)) } ?? .empty(.noContent)
        answer.headers[.cacheControl] = "no-store"
        // Scripts go to this page after the change.
        answer.headers[.location] = page
        return answer
    }

    /// Stores display preferences; fails with ``BadRequest``.
    private func prefer(_ form: Form, _ asked: Asked) throws -> Answer {
        var preferences = Preferences(asked.request.headers)
        guard let density = Preferences.Density(rawValue: form["density"] ?? "") else {
            throw BadRequest(message: "Set “density” to comfortable or compact.")
        }
        preferences.density = density
        var answer = done(form, otherwise: "/", asked)
        answer.headers[.setCookie] = preferences.cookieHeader
        return answer
    }

    private enum ReadForm {
        case form(Form)
        case answer(Answer)
    }

    /// Nil if it is too large.
    private func readBody(_ asked: Asked, atMost maximum: Int) async throws -> ByteBuffer? {
        let channel = asked.connection.channel
        let limit = channel.eventLoop.scheduleTask(in: Self.bodyTimeout) { channel.close(promise: nil) }
        defer { limit.cancel() }
        do {
            return try await asked.request.body.collect(upTo: maximum)
        } catch is NIOTooManyBytesError {
            return nil
        }
    }

    private func readForm(_ body: ByteBuffer, _ asked: Asked) throws -> ReadForm {
        let type = asked.request.headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
        let form: Form?
        switch type {
        case "application/json": form = Form(json: Data(body.readableBytesView))
        case "application/x-www-form-urlencoded": form = Form(encoded: String(buffer: body))
        case "" where body.readableBytes == 0: form = Form(encoded: "")
        default:
            return .answer(
                problem(
                    .unsupportedMediaType, "Unsupported format",
                    "Send application/x-www-form-urlencoded or application/json.", asked))
        }
        guard let form else { throw BadRequest(message: "The form can't be read.") }
        return .form(form)
    }
}

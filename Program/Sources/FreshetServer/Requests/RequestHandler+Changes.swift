import FeedStore
import Feeds
import Freshet
import HTTPTypes
import HummingbirdCore
import NIOCore
import Platform
import WebText

extension RequestHandler {
    /// The time that a body may take to arrive.
    private static let bodyTimeout = TimeAmount.seconds(15)

    /// Answers a request that changes something, once its body is read.
    func changing(
        _ incoming: IncomingRequest, _ change: @escaping @Sendable (ByteBuffer) async throws -> ServerResponse
    ) -> Handling {
        guard incoming.source.maySend else { return .now(blocked(incoming)) }
        return .later(incoming) {
            guard let body = try await readBody(incoming) else { return tooLarge(incoming) }
            return try await change(body)
        }
    }

    /// Notes a visit to a feed.
    func visit(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let (feed, context) = (try feed(form["feed"]).0, context)
        try await context.blocking { try context.visits.note(feed) }
        // Scripts don't accept JSON where they report visits as pages close; a redirect would send them the whole page.
        return form["return"] == nil ? .empty(.noContent) : done(form, otherwise: feed.address, incoming)
    }

    /// Refreshes a feed, or all feeds of a list.
    func refresh(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        if form["feed"] == nil, try form.flag("all") == true || form["folder"] != nil {
            return try await refreshList(form, incoming)
        }
        let (feed, target) = try feed(form["feed"])
        context.refresh(LiveFeed.Key(feed, try PageQuery(target, feed.controls)))
        return done(form, otherwise: target.local, incoming)
    }

    /// The time that the response to refreshing a list waits for its feeds, and the interval of its checks.
    private static let (listPatience, listPause) = (Duration.seconds(10), Duration.milliseconds(100))

    /// Refreshes the followed feeds, or those of a folder, and waits for most of them.
    private func refreshList(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let (context, folder) = (context, form["folder"])
        try await context.blocking { try context.recheck() }
        let feeds = FeedFolder(context.followed.items).feeds(in: folder).map(\.feed)
        if let folder, feeds.isEmpty { throw BadRequest(message: "You follow no feeds in \(folder.inQuotes).") }
        let before = context.unreadCount(of: feeds)
        for feed in feeds { context.refresh(LiveFeed.Key(feed, PageQuery(feed.controls))) }
        let end = ContinuousClock.now + Self.listPatience
        var pending = feeds
        repeat {
            try await Task.sleep(for: Self.listPause)
            pending = pending.filter { context.shared.isPollRunning($0.key) }
        } while !pending.isEmpty && ContinuousClock.now < end
        try await context.blocking { try context.recheck() }
        let document = RefreshedDocument(
            feeds: feeds.count, pending: pending.count, arrived: max(0, context.unreadCount(of: feeds) - before))
        let list = folder.map { "/unread?folder=" + $0.percentEncoded } ?? "/unread"
        return done(form, otherwise: list, incoming, try document.json())
    }

    /// The feed that a form names by the path of its page; fails with ``BadRequest``.
    func feed(_ path: String?) throws -> (Feed, Target) {
        guard let path, let target = Target(path), let feed = RouteMatch(target, context.catalog)?.feedOfPage else {
            let example = context.catalog.upstreams.lazy.compactMap(\.menu.first?.feed.address).first ?? "/"
            throw BadRequest(message: "“\(path ?? "")” isn't a feed. Use the path of its page, such as \(example).")
        }
        return (feed, target)
    }

    /// The response to a change: a page to go to, or for programs `document`, or nothing.
    ///
    /// - Parameter row: the id of the row on that page to go to.
    func done(
        _ form: Form, otherwise path: String, row: String? = nil, _ incoming: IncomingRequest, _ document: Data? = nil
    ) -> ServerResponse {
        let page = (LocalPath(form["return"])?.text ?? path) + (row.map { "#" + $0 } ?? "")
        guard incoming.request.headers.wantsJSON else { return .seeOther(page) }
        var response = document.map { ServerResponse.content(EncodedBody(json: $0)) } ?? .empty(.noContent)
        response.headers[.cacheControl] = "no-store"
        // Scripts go to this page after the change.
        response.headers[.location] = page
        return response
    }

    enum FormReading {
        case form(Form)
        case response(ServerResponse)
    }

    /// The body; nil if it is too large.
    func readBody(_ incoming: IncomingRequest) async throws -> ByteBuffer? {
        let channel = incoming.connection.channel
        let limit = channel.eventLoop.scheduleTask(in: Self.bodyTimeout) { channel.close(promise: nil) }
        defer { limit.cancel() }
        do {
            return try await incoming.request.body.collect(upTo: incoming.largestBody)
        } catch is NIOTooManyBytesError {
            return nil
        }
    }

    func readForm(_ body: ByteBuffer, _ incoming: IncomingRequest) throws -> FormReading {
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

/// The outcome of refreshing a list, for programs.
private struct RefreshedDocument: JSONDocument {
    /// The number of feeds.
    let feeds: Int
    /// The number of feeds that are still being refreshed.
    let pending: Int
    /// The number of additional unread items.
    let arrived: Int
}

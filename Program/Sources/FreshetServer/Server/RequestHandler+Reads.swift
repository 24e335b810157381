import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import NIOCore

extension RequestHandler {
    /// The maximum number of items in a list of several feeds.
    private static let listLimit = 1000

    /// Answers a request that changes nothing.
    func read(_ asked: Asked, _ route: Route) throws -> Handling {
        if let parameters = route.parameters { try asked.target.allow(parameters) }
        let wantsEvents = asked.request.headers.wantsEvents
        if wantsEvents, !asked.source.mayAskUpstreams { return .now(blocked(asked)) }
        switch route {
        case .home: return wantsEvents ? .now(homeEvents(asked)) : answer(home(asked), asked)
        case .feed(let feed) where asked.target["muted"] != nil: return try list(.muted, false, asked, feed)
        case .feed(let feed):
            let query = try PageQuery(asked.target, feed.controls)
            if wantsEvents {
                let choice = query.live(for: feed).choice(feed.controls)
                return .now(pageEvents(LiveFeed.Key(feed, query), choice, asked))
            }
            if let id = query.item { return item(id, of: feed, query, asked) }
            guard asked.request.headers.isForPerson else {
                return answer(page(feed, query, lastVisitAt: nil, asked), asked)
            }
            return .later(asked) { try await page(feed, query, asked) }
        case .document(let feed):
            let key = try LiveFeed.Key(feed, asked.target)
            let choice = try ListChoice(asked.target, feed.controls)
            return wantsEvents ? .now(documentEvents(key, choice, asked)) : answer(document(key, choice), asked)
        case .syndication(let feed, let suffix):
            return answer(syndication(try LiveFeed.Key(feed, asked.target), suffix, asked), asked)
        case .parameter(let parameter): return redirect(parameter, asked)
        case .list(.unread, false) where wantsEvents: return .now(unreadEvents(asked))
        case .list(let kind, let isForPrograms): return try list(kind, isForPrograms, asked)
        case .rules(let isForPrograms): return try rules(isForPrograms, asked)
        case .sinks(let isForPrograms): return sinks(isForPrograms, asked)
        case .search(let isForPrograms): return try search(isForPrograms, asked)
        case .following(let isForPrograms):
            return later(asked) { context in
                isForPrograms
                    ? Content(json: try FollowingDocument(context.environment).json())
                    : Content(html: try FollowingPage(context.environment, site(for: asked)).html)
            }
        case .export(let format): return export(format, asked)
        case .status(let isForPrograms):
            return later(asked) { context in
                let report = try LedgerReport(context.environment)
                return isForPrograms
                    ? Content(json: try report.json())
                    : Content(html: StatusPage(report: report, site: site(for: asked)).html)
            }
        case .avatar(let hash): return .later(asked) { await avatar(hash, asked) }
        case .asset(let name): return .now(asset(name, asked))
        case .openAPI:
            let content = try context.fixed.content("openapi.json") {
                Content(json: try OpenAPI(context.catalog, version: context.configuration.version).json())
            }
            return .now(.content(content))
        case .health: return .now(try health(asked))
        case .help: return .now(.content(Content(html: HelpPage(site: site(for: asked)).html)))
        case .login: return .now(login(asked, returning: asked.target["return"]))
        case .action: return .now(.empty(.methodNotAllowed))
        }
    }

    /// The page of a feed for a person, with what is new since their last visit.
    func page(_ feed: Feed, _ query: PageQuery, _ asked: Asked) async throws -> Answer {
        let environment = context.environment
        let lastVisitAt = try await context.blocking { try environment.lastVisit(of: feed.key) }
        switch answer(page(feed, query, lastVisitAt: lastVisitAt, asked), asked) {
        case .now(let answer): return answer
        case .later(_, let work): return try await work()
        }
    }

    /// An answer that reads the store, on a thread that it may block.
    func later(_ asked: Asked, _ make: @escaping @Sendable (ServerContext) throws -> Content) -> Handling {
        answerLater(asked) { .content(try make($0)) }
    }

    /// The same with any status.
    func answerLater(_ asked: Asked, _ make: @escaping @Sendable (ServerContext) throws -> Answer) -> Handling {
        .later(asked) {
            let context = context
            return try await context.blocking {
                try context.recheck()
                return try make(context)
            }
        }
    }

    /// The way to the page that a form names.
    private func redirect(_ parameter: FeedControls.Parameter, _ asked: Asked) -> Handling {
        let menu = context.catalog.upstreams.flatMap(\.menu).first { $0.feed.controls.parameter == parameter }
        // Nothing was typed: the feed in the menu.
        guard let typed = asked.target[parameter.name] else { return .now(.seeOther(menu?.feed.address ?? "/")) }
        if let feed = context.catalog.feed(path: parameter.path + [typed]) { return .now(.seeOther(feed.address)) }
        let reason = "“\(typed)” isn't a \(parameter.name). Try \(parameter.placeholder)."
        if wantsDocument(asked) { return .now(problem(.badRequest, "Invalid request", reason, asked)) }
        let refused = RefusedForm(field: "parameter", typed: typed, reason: reason)
        return .later(asked) { try await page(menu?.feed.address, refusing: refused, .badRequest, asked) }
    }

    private func list(
        _ kind: ItemListPage.Kind, _ isForPrograms: Bool, _ asked: Asked, _ feed: Feed? = nil
    ) throws -> Handling {
        let limit =
            try asked.target.number("limit", in: 1...Self.listLimit)
            ?? (isForPrograms ? 50 : kind == .saved ? Self.listLimit : 200)
        var selection = kind.selection
        var feed = feed
        if let path = asked.target["feed"] { feed = try self.feed(path).0 }
        let folder = try asked.target.text("folder", atMost: 200)
        if let feed {
            selection.feeds = .feed(feed.key)
        } else if let folder {
            selection.feeds = .folder(folder)
        }
        let (chosen, place) = (selection, (feed: feed, folder: folder))
        return later(asked) { context in
            // Read before the items: events bring what is newer than the site.
            let site = self.site(for: asked)
            let items = try context.environment.items(chosen, limit: limit)
            if isForPrograms {
                return Content(json: try items.json(named: kind.rawValue, unreadCount: context.followed.unread.total))
            }
            let page = ItemListPage(
                kind: kind, items: items, site: site, feed: place.feed, folder: place.folder)
            return Content(html: page.html)
        }
    }

    private func search(_ isForPrograms: Bool, _ asked: Asked) throws -> Handling {
        let limit = try asked.target.number("limit", in: 1...Self.listLimit) ?? 50
        guard let order = SearchOrder(rawValue: asked.target["sort"] ?? "rank") else {
            throw BadRequest(
                message: "“\(asked.target["sort"] ?? "")” isn't a sort order. Use ?sort=rank or ?sort=date.")
        }
        var text = asked.target["q"] ?? ""
        if text.count > SearchPage.longest, !isForPrograms {
            let reason = "A search can have at most \(SearchPage.longest) characters."
            let page = SearchPage(query: text, order: order, outcome: .refused(reason), site: site(for: asked))
            return .now(.content(Content(html: page.html), status: .badRequest))
        }
        text = try asked.target.text("q", atMost: SearchPage.longest) ?? ""
        if let feed = try asked.target.text("in", atMost: 500), !text.isEmpty { text = "in:\(feed) \(text)" }
        if text.isEmpty, !isForPrograms {
            return later(asked) { context in
                Content(html: SearchPage(query: "", order: order, outcome: .none, site: site(for: asked)).html)
            }
        }
        return answerLater(asked) { [text] context in
            func page(_ outcome: SearchPage.Outcome) -> Content {
                Content(html: SearchPage(query: text, order: order, outcome: outcome, site: site(for: asked)).html)
            }
            let query: SearchQuery
            do throws(SearchSyntaxError) { query = try context.environment.query(text) } catch {
                if isForPrograms { throw BadRequest(message: error.description) }
                return .content(page(.refused(error.description)), status: .badRequest)
            }
            let found = try context.environment.search(query, order: order, limit: limit)
            return .content(isForPrograms ? Content(json: try found.json(query: text)) : page(.found(found)))
        }
    }

    private func asset(_ name: String, _ asked: Asked) -> Answer {
        guard let asset = Asset(named: name) else {
            return problem(.notFound, "Page not found", "This file doesn't exist.", asked)
        }
        let content = context.fixed.content(name) {
            Content(asset.contentType, ByteBuffer(bytes: asset.bytes), isPermanent: true)
        }
        var answer = Answer.content(content)
        if asked.target["v"] == asset.version {
            answer.headers[.cacheControl] = "public, max-age=31536000, immutable"
        }
        return answer
    }

    private func avatar(_ hash: String, _ asked: Asked) async -> Answer {
        let mayFetch = asked.source.mayAskUpstreams && asked.target["kept"] == nil
        guard let picture = await context.avatars?.picture(hash, mayFetch: mayFetch) else {
            return problem(.notFound, "Page not found", "No page uses this picture.", asked)
        }
        var answer = Answer.content(Content(picture.contentType, picture.bytes))
        answer.headers[.cacheControl] = "private, max-age=\(picture.maximumAge)"
        return answer
    }

    private func health(_ asked: Asked) throws -> Answer {
        let verdict = context.tokens.verdict(on: asked.request.headers, from: asked.client)
        if verdict == .limited { return tooManyAttempts(asked) }
        var problem: String?
        do { _ = try context.environment.store.version() } catch { problem = String(describing: error) }
        let details = Health.Details(
            problem: problem, clients: context.clients.value, watches: context.feeds.connected.count,
            connections: context.connections.value, version: context.configuration.version)
        let health = Health(status: problem == nil ? "ok" : "failing", details: verdict.isAdmitted ? details : nil)
        var answer = Answer.content(
            Content(json: try health.json()), status: problem == nil ? .ok : .serviceUnavailable)
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    /// The page to sign in, with the reason if that was refused.
    func login(
        _ asked: Asked, returning path: String?, refusal: String? = nil, status: HTTPResponse.Status = .ok
    ) -> Answer {
        guard context.tokens.isSet else { return .seeOther("/") }
        let page = LoginPage(destination: LocalPath(path)?.text ?? "/", refusal: refusal, site: site(for: asked))
        var answer = Answer.content(Content(html: page.html), status: status)
        answer.headers[.cacheControl] = "no-store"
        return answer
    }
}

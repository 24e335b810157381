import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore

extension RequestHandler {
    /// Answers a request that changes nothing.
    func read(_ incoming: IncomingRequest, _ route: Route) throws -> Handling {
        if let parameters = route.parameters { try incoming.target.allow(parameters) }
        let wantsEvents = incoming.request.headers.wantsEvents
        if wantsEvents, !incoming.source.mayAskUpstreams { return .now(blocked(incoming)) }
        switch route {
        case .home: return wantsEvents ? .now(homeEvents(incoming)) : response(home(incoming), incoming)
        case .feed(let feed):
            if try incoming.target.flag("muted") == true { return try list(.muted, false, incoming, feed) }
            let query = try PageQuery(incoming.target, feed.controls)
            if wantsEvents {
                if incoming.target["part"] == "status" {
                    return .now(statusEvents(LiveFeed.Key(feed, query), incoming))
                }
                let choice = query.live(for: feed).choice(feed.controls)
                return .now(pageEvents(LiveFeed.Key(feed, query), choice, incoming))
            }
            if let id = query.item { return item(id, of: feed, query, incoming) }
            guard incoming.request.headers.isForPerson else {
                return response(page(feed, query, lastVisitAt: nil, incoming), incoming)
            }
            return .later(incoming) { try await page(feed, query, incoming) }
        case .document(let feed):
            let key = try LiveFeed.Key(feed, incoming.target)
            let choice = try ListChoice(incoming.target, feed.controls)
            return wantsEvents ? .now(documentEvents(key, choice, incoming)) : response(document(key, choice), incoming)
        case .syndication(let feed, let suffix):
            return response(syndication(try LiveFeed.Key(feed, incoming.target), suffix, incoming), incoming)
        case .parameter(let parameter): return redirect(parameter, incoming)
        case .list(.unread, false) where wantsEvents: return .now(unreadEvents(incoming))
        case .list(let kind, let isForPrograms): return try list(kind, isForPrograms, incoming)
        case .rules(let isForPrograms): return try rules(isForPrograms, incoming)
        case .sinks(let isForPrograms): return sinks(isForPrograms, incoming)
        case .search(let isForPrograms): return try search(isForPrograms, incoming)
        case .following(let isForPrograms):
            return try following(isForPrograms, incoming)
        case .export(let format): return export(format, incoming)
        case .status(let isForPrograms):
            return later(incoming) { context in
                let report = try LedgerReport(context.environment)
                return isForPrograms
                    ? Content(json: try report.json())
                    : Content(html: StatusPage(report: report, site: site(for: incoming)).html)
            }
        case .avatar(let hash): return .later(incoming) { await avatar(hash, incoming) }
        case .picture(let signature): return .later(incoming) { try await picture(signature, incoming) }
        case .icon(let signature): return .later(incoming) { await icon(signature, incoming) }
        case .asset(let name): return .now(asset(name, incoming))
        case .openAPI:
            let content = try context.fixed.content("openapi.json") {
                Content(json: try OpenAPI(context.catalog, version: context.configuration.version).json())
            }
            return .now(.content(content))
        case .confirmation(let secret): return confirmation(secret, incoming)
        case .health: return try health(incoming)
        case .help: return .now(.content(Content(html: HelpPage(site: site(for: incoming)).html)))
        case .components:
            guard let feed = context.catalog.upstreams.lazy.compactMap(\.menu.first?.feed).first else {
                return .now(.empty(.notFound))
            }
            return .now(.content(Content(html: ComponentsPage(site: site(for: incoming), feed: feed).html)))
        case .login: return .now(login(incoming, returning: incoming.target["return"]))
        case .account: return account(incoming)
        case .webSub(let key): return verify(key, incoming)
        case .personalFeed(let secret, let feed, let format):
            return personalFeed(Secret(secret), feed, format, incoming)
        case .action, .readerApp: return .now(.empty(.methodNotAllowed))
        }
    }

    /// A response that reads the store, on a thread that it may block.
    func later(_ incoming: IncomingRequest, _ make: @escaping @Sendable (ServerContext) throws -> Content) -> Handling {
        answerLater(incoming) { .content(try make($0)) }
    }

    /// The same with any status.
    func answerLater(_ incoming: IncomingRequest, _ make: @escaping @Sendable (ServerContext) throws -> ServerResponse)
        -> Handling
    {
        .later(incoming) {
            let context = context
            return try await context.blocking {
                try context.recheck()
                return try make(context)
            }
        }
    }

    /// A response that searches, on threads of its own, until the instant that it is given.
    func search(
        _ incoming: IncomingRequest,
        _ make: @escaping @Sendable (ServerContext, ContinuousClock.Instant) throws -> ServerResponse
    ) -> Handling {
        .later(incoming) {
            let context = context
            return try await context.shared.searches.run(for: context.environment.store.account) { deadline in
                try context.recheck()
                return try make(context, deadline)
            }
        }
    }

    /// The way to the page that a form names.
    private func redirect(_ parameter: FeedControls.Parameter, _ incoming: IncomingRequest) -> Handling {
        let menu = context.catalog.upstreams.flatMap(\.menu).first { $0.feed.controls.parameter == parameter }
        // Nothing was typed: the feed in the menu.
        guard let typed = incoming.target[parameter.name] else { return .now(.seeOther(menu?.feed.address ?? "/")) }
        if let feed = context.catalog.feed(path: parameter.path + [typed]) { return .now(.seeOther(feed.address)) }
        let reason = "“\(typed)” isn't a \(parameter.name). Try \(parameter.placeholder)."
        if wantsDocument(incoming) { return .now(problem(.badRequest, "Invalid request", reason, incoming)) }
        let refused = RefusedForm(field: "parameter", typed: typed, reason: reason)
        return .later(incoming) { try await page(menu?.feed.address, refusing: refused, .badRequest, incoming) }
    }
}

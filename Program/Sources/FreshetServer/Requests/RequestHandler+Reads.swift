import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import NIOCore
import Platform

extension RequestHandler {
    /// Answers a request with the handler of its operation, after the operation's checks.
    func answer(_ incoming: IncomingRequest, _ operation: RouteOperation) throws -> Handling {
        switch operation.answer {
        case .read(let read):
            // The names of an open route are checked after its secret.
            if incoming.match?.route.isOpen == false, let names = operation.queryNames {
                try incoming.target.allow(names)
            }
            if incoming.request.headers.wantsEvents, !incoming.source.mayAskUpstreams { return .now(blocked(incoming)) }
            return try read(self, incoming)
        case .form(let change):
            return changing(incoming) { body in
                switch try readForm(body, incoming) {
                case .form(let form):
                    if let question = try await question(form, operation, incoming) { return question }
                    return try await change(self, form, incoming)
                case .response(let response): return response
                }
            }
        case .file(let upload):
            return changing(incoming) { try await upload(self, Data($0.readableBytesView), incoming) }
        case .unchecked(let answer): return try answer(self, incoming)
        }
    }

    /// The home page, or the list that opening Freshet leads to.
    func homePage(_ incoming: IncomingRequest) -> Handling {
        // A bookmark, a typed address or the installed app; links of pages lead to the home page itself.
        guard incoming.source == .user || incoming.source == .program, incoming.request.headers.isForPerson,
            incoming.target["open"] == nil
        else { return home(incoming) }
        return .later(incoming) {
            if let start = try await start(of: context) { return .seeOther(start) }
            switch home(incoming) {
            case .now(let response): return response
            case .later(_, let work): return try await work()
            }
        }
    }

    /// The path of the list that opens instead of the home page, as the account has chosen; nil for none.
    private func start(of context: ServerContext) async throws -> String? {
        try await context.blocking { try context.recheck() }
        return context.preferences.start.path(folders: FeedFolder(context.followed.items).paths)
    }

    /// The path of the page that a sign-in leads to: the one that the reader wanted or, in place of the home page, the account's
    /// first list.
    func returnPath(of account: Account.ID, wanting path: String?) async throws -> String {
        let wanted = LocalPath(path)?.text ?? "/"
        guard wanted == "/", let context = contexts.context(of: account) else { return wanted }
        return try await start(of: context) ?? wanted
    }

    /// The page of unread items, or how many they are.
    func unreadPage(_ incoming: IncomingRequest) throws -> Handling {
        incoming.request.headers.wantsEvents ? .now(unreadEvents(incoming)) : try list(.unread, false, incoming)
    }

    /// The page of a feed or a part of it, or its updates.
    func feedPage(_ incoming: IncomingRequest) throws -> Handling {
        guard let feed = incoming.path.feed else { return try notFound(incoming) }
        if try incoming.target.flag("muted") == true { return try list(.muted, false, incoming, feed) }
        let query = try PageQuery(incoming.target, feed.controls)
        if incoming.request.headers.wantsEvents {
            if incoming.target["part"] == "status" { return .now(statusEvents(LiveFeed.Key(feed, query), incoming)) }
            let choice = query.live(for: feed).choice(feed.controls)
            return .now(pageEvents(LiveFeed.Key(feed, query), choice, incoming))
        }
        if incoming.isForTexts { return response(texts(feed, query, incoming), incoming) }
        if let id = query.item { return item(id, of: feed, query, incoming) }
        guard incoming.request.headers.isForPerson else {
            return response(page(feed, query, lastVisitAt: nil, incoming), incoming)
        }
        return .later(incoming) { try await page(feed, query, incoming) }
    }

    /// The document of a feed, or its updates.
    func document(_ incoming: IncomingRequest) throws -> Handling {
        guard let feed = incoming.path.feed else { return try notFound(incoming) }
        let key = try LiveFeed.Key(feed, incoming.target)
        let choice = try ListChoice(incoming.target, feed.controls)
        return incoming.request.headers.wantsEvents
            ? .now(documentEvents(key, choice, incoming)) : response(document(key, choice, incoming), incoming)
    }

    /// A feed in a format of feed readers.
    func syndication(_ incoming: IncomingRequest) throws -> Handling {
        guard let feed = incoming.path.feed, let format = incoming.target.suffix else { return try notFound(incoming) }
        return response(syndication(try LiveFeed.Key(feed, incoming.target), format, incoming), incoming)
    }

    func status(_ isForPrograms: Bool, _ incoming: IncomingRequest) -> Handling {
        later(incoming) { context in
            let report = try LedgerReport(context.environment)
            if isForPrograms { return EncodedBody(json: try report.json()) }
            let page = StatusPage(
                report: report, site: site(for: incoming), update: context.shared.updateCheck?.news)
            return EncodedBody(html: page.html)
        }
    }

    func help(_ incoming: IncomingRequest) -> Handling {
        // Changes of the account's settings by other servers are read first.
        later(incoming) { _ in EncodedBody(html: HelpPage(site: site(for: incoming)).html) }
    }

    func components(_ incoming: IncomingRequest) -> Handling {
        guard let feed = context.catalog.upstreams.lazy.compactMap(\.menu.first?.feed).first else {
            return .now(.empty(.notFound))
        }
        return .now(.content(EncodedBody(html: ComponentsPage(site: site(for: incoming), feed: feed).html)))
    }

    func openAPI() throws -> Handling {
        let content = try context.fixed.content("openapi.json") {
            EncodedBody(
                json: try OpenAPI(
                    context.catalog, version: context.configuration.version, prefix: context.shared.prefix
                ).json())
        }
        return .now(.content(content))
    }

    /// A response that reads the store, on a thread that it may block.
    func later(_ incoming: IncomingRequest, _ make: @escaping @Sendable (ServerContext) throws -> EncodedBody)
        -> Handling
    {
        answerLater(incoming) { .content(try make($0)) }
    }

    /// A response with any status that reads the store, on a thread that it may block.
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
        .later(incoming) { try await searched(make) }
    }

    /// Searches on threads of its own, until the instant that it is given.
    func searched(
        _ make: @escaping @Sendable (ServerContext, ContinuousClock.Instant) throws -> ServerResponse
    ) async throws -> ServerResponse {
        let context = context
        return try await context.shared.searches.run(for: context.environment.store.account) { deadline in
            try context.recheck()
            return try make(context, deadline)
        }
    }

    /// Redirects to the page that a form names.
    func redirect(_ incoming: IncomingRequest) throws -> Handling {
        guard let parameter = incoming.path.form else { return try notFound(incoming) }
        try incoming.target.allow([parameter.name])
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

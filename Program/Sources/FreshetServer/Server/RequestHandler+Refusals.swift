import HTTPTypes

extension RequestHandler {
    /// What pages have in common, and what is wrong with the form that was sent.
    func site(for asked: Asked) -> Site {
        var site = context.site(for: asked)
        site.refused = refused
        return site
    }

    /// The page that a form was sent from, with the reason beside the field; the home page if that isn't known.
    func page(_ path: String?, refusing form: RefusedForm, _ status: HTTPResponse.Status, _ asked: Asked) async throws
        -> Answer
    {
        var handler = self
        handler.refused = form
        var place: (Target, Route)?
        if let path = LocalPath(path)?.text, let target = Target(path), let route = Route(target, context.catalog),
            route.isPage
        {
            place = (target, route)
        }
        if place == nil {
            handler.refused = RefusedForm(field: "home-follow", typed: form.typed, reason: form.reason)
        }
        guard let (target, route) = place ?? Target("/").map({ ($0, .home) }) else { return .empty(status) }
        var again = asked
        again.target = target
        var answer =
            switch try handler.read(again, route) {
            case .now(let answer): answer
            case .later(_, let work): try await work()
            }
        answer.status = status
        answer.headers[.cacheControl] = "no-store"
        return answer
    }
}

extension Route {
    /// Whether it leads to a page with navigation.
    fileprivate var isPage: Bool {
        switch self {
        case .home, .feed, .help: true
        case .list, .search, .rules, .sinks, .following, .status: !isForPrograms
        default: false
        }
    }
}

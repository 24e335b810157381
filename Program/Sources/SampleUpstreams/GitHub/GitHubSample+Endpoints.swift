import Platform
import WebText

/// The endpoints by path.
extension GitHubSample {
    func routed(_ request: SampleRequest, path: [String], payer: RateLimits.Payer) -> SampleResponse {
        let shapes = Shapes(world: world, api: request.origin + "/github")
        switch (path.first, path.count) {
        case ("repos", 3), ("repos", 4):
            return named("\(path[1])/\(path[2])", tail: path.dropFirst(3).first, request, shapes, payer)
        case ("repos", 5) where path[3] == "pulls":
            return pullRequest(path[4], of: "\(path[1])/\(path[2])", request, shapes, payer)
        case ("repositories", 1):
            return list(request, shapes, payer)
        case ("repositories", 2), ("repositories", 3):
            guard let repository = Int(path[1]).flatMap({ catalog[$0] }), payer.opens(repository) else {
                return GitHubRefusal.notFound
            }
            return one(repository, tail: path.dropFirst(2).first, request, shapes, payer)
        case ("search", 2) where path[1] == "repositories":
            return search(request, shapes, payer)
        case ("user", 1):
            return payer == .anonymous ? GitHubRefusal.badCredentials : SampleResponse(200, json: shapes.user(.mira))
        case ("notifications", 1):
            return payer == .anonymous ? GitHubRefusal.badCredentials : notifications(request, shapes, payer)
        case ("users", 3) where path[2] == "received_events":
            return activity(of: Person.octoSample.login, isOrganization: true, request, shapes, payer)
        case ("users", 2):
            return Person(named: path[1]).map { SampleResponse(200, json: shapes.user($0)) } ?? GitHubRefusal.notFound
        case ("users", 4) where path[2...] == ["events", "public"], ("orgs", 3) where path[2] == "events":
            return activity(of: path[1], isOrganization: path[0] == "orgs", request, shapes, payer)
        default:
            return GitHubRefusal.notFound
        }
    }

    private func named(
        _ name: String, tail: String?, _ request: SampleRequest, _ shapes: Shapes, _ payer: RateLimits.Payer
    ) -> SampleResponse {
        if name.lowercased() == RepositoryCatalog.renamed.from, let target = catalog[RepositoryCatalog.renamed.to] {
            let query = request.target.split(separator: "?", maxSplits: 1).dropFirst().first.map { "?" + $0 } ?? ""
            let rest = tail.map { "/" + $0 } ?? ""
            return GitHubRefusal.moved(to: "\(shapes.api)/repositories/\(target.id)\(rest)\(query)")
        }
        guard let repository = catalog[name], payer.opens(repository) else { return GitHubRefusal.notFound }
        return one(repository, tail: tail, request, shapes, payer)
    }

    private func one(
        _ repository: Repository, tail: String?, _ request: SampleRequest, _ shapes: Shapes, _ payer: RateLimits.Payer
    ) -> SampleResponse {
        switch tail {
        case nil:
            let now = request.now.internetDateTime
            let json = shapes.whole(repository, at: now, stars: repository.stars(world, at: request.now))
            return SampleResponse(200, json: json, headers: [("Cache-Control", cacheControl(payer))])
        case "events": return events(of: repository, request, shapes, payer)
        default: return GitHubRefusal.notFound
        }
    }

    private func pullRequest(
        _ number: String, of name: String, _ request: SampleRequest, _ shapes: Shapes, _ payer: RateLimits.Payer
    ) -> SampleResponse {
        guard let repository = catalog[name], payer.opens(repository), let number = Int(number),
            (1...900).contains(number)
        else {
            return GitHubRefusal.notFound
        }
        return SampleResponse(
            200,
            json: GitHubEventWriter(repository, shapes: shapes).wholePullRequest(
                number, at: request.now.internetDateTime),
            headers: [("Cache-Control", cacheControl(payer))])
    }

    private func events(
        of repository: Repository, _ request: SampleRequest, _ shapes: Shapes, _ payer: RateLimits.Payer
    ) -> SampleResponse {
        let writer = GitHubEventWriter(repository, shapes: shapes)
        let visible = writer.schedule.visible(at: request.now)
        let page = Page(request)
        let shown = page.slice(of: visible)
        let newest = visible.map { writer.schedule.date(of: $0) }.max() ?? repository.created(world)
        var headers = [
            ("Cache-Control", cacheControl(payer)),
            ("ETag", tag([repository.fullName, "\(page)", "\(visible)"], payer)),
            ("Last-Modified", HTTPDate(newest).description),
            ("X-Poll-Interval", String(world.configuration.pollInterval)),
        ]
        let size = request.parameters["per_page"].map { _ in [("per_page", String(page.size))] } ?? []
        let address = "\(shapes.api)/repositories/\(repository.id)/events"
        if let link = page.link(count: visible.count, address: address, parameters: size) {
            headers.append(("Link", link))
        }
        return SampleResponse(200, json: .array(shown.map(writer.event)), headers: headers)
    }

    /// 100 repositories with ids after `since`, always 100.
    private func list(_ request: SampleRequest, _ shapes: Shapes, _ payer: RateLimits.Payer) -> SampleResponse {
        let since = request.parameters["since"].flatMap { Int($0) } ?? 0
        let rest = catalog.all.drop { $0.id <= since }
        let shown = rest.prefix(100)
        let first = "<\(shapes.api)/repositories{?since}>; rel=\"first\""
        let next =
            rest.count > 100 ? shown.last.map { "<\(shapes.api)/repositories?since=\($0.id)>; rel=\"next\", " } : nil
        return SampleResponse(
            200, json: .array(shown.map { shapes.minimal($0) }),
            headers: [
                ("Cache-Control", cacheControl(payer)), ("ETag", tag(["repositories", "\(since)"], payer)),
                ("Link", (next ?? "") + first),
            ])
    }

    private func search(_ request: SampleRequest, _ shapes: Shapes, _ payer: RateLimits.Payer) -> SampleResponse {
        guard let search = RepositorySearch(request) else { return GitHubRefusal.noQuery }
        let found = search.results(in: catalog, world: world)
        let page = Page(request)
        let now = request.now.internetDateTime
        // Only clients with a token see permissions.
        let permissions: JSON =
            payer == .anonymous
            ? [:]
            : ["permissions": ["admin": false, "maintain": false, "push": false, "triage": false, "pull": true]]
        let items = page.slice(of: found).map { repository in
            shapes.whole(repository, at: now, stars: repository.stars(world, at: request.now))
                .adding(permissions).adding(["score": repository.id % 2 == 0 ? 1 : .number("1.0")])
        }
        let parts = request.target.split(separator: "?", maxSplits: 1).last.map { $0.split(separator: "&") } ?? []
        let parameters = parts.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
            .filter { $0.first != "page" }.map { ($0[0], $0.count > 1 ? $0[1] : "") }
        let link = page.link(count: found.count, address: "\(shapes.api)/search/repositories", parameters: parameters)
        return SampleResponse(
            200,
            json: [
                "total_count": .int(found.count), "incomplete_results": .bool(search.isIncomplete),
                "items": .array(items),
            ], headers: [("Cache-Control", "no-cache")] + (link.map { [("Link", $0)] } ?? []))
    }

    func cacheControl(_ payer: RateLimits.Payer) -> String {
        let seconds = world.configuration.pollInterval
        return "\(payer == .anonymous ? "public" : "private"), max-age=\(seconds), s-maxage=\(seconds)"
    }

    /// A weak tag for this client: each token has its own.
    func tag(_ parts: [String], _ payer: RateLimits.Payer) -> String {
        var chance = SeededRandom(
            world.seed, (parts + ["\(payer)", world.start.internetDateTime]).joined(separator: "|"))
        return "W/\"\(chance.hex(64))\""
    }
}

/// The events of accounts: those of the fixed repositories, by actor or owner.
extension GitHubSample {
    func activity(
        of login: String, isOrganization: Bool, _ request: SampleRequest, _ shapes: Shapes, _ payer: RateLimits.Payer
    ) -> SampleResponse {
        guard let person = Person(named: login), (person.kind == .organization) == isOrganization || !isOrganization
        else { return GitHubRefusal.notFound }
        let events = catalog.owned(by: .octoSample).flatMap { repository in
            let writer = GitHubEventWriter(repository, shapes: shapes)
            return writer.schedule.visible(at: request.now)
                .filter { isOrganization || writer.actor(of: $0).login == person.login }
                .map { (date: writer.schedule.date(of: $0), event: writer.event($0)) }
        }
        let newest = events.sorted { $0.date > $1.date }.prefix(EventSchedule.limit)
        let page = Page(request)
        var headers = [
            ("Cache-Control", cacheControl(payer)),
            ("ETag", tag([login, "\(page)", "\(newest.map(\.date))"], payer)),
            ("X-Poll-Interval", String(world.configuration.pollInterval)),
        ]
        let size = request.parameters["per_page"].map { _ in [("per_page", String(page.size))] } ?? []
        let address = shapes.api + (isOrganization ? "/orgs/\(login)/events" : "/users/\(login)/events/public")
        if let link = page.link(count: newest.count, address: address, parameters: size) {
            headers.append(("Link", link))
        }
        return SampleResponse(200, json: .array(page.slice(of: Array(newest)).map(\.event)), headers: headers)
    }
}

extension Person {
    /// The account with a login, ignoring case; nil if there is none.
    init?(named login: String) {
        let known = [Person.octoSample, .bot] + Person.all
        guard let person = known.first(where: { $0.login == login.lowercased() }) else { return nil }
        self = person
    }
}

extension RepositoryCatalog {
    /// The repositories of an account.
    func owned(by person: Person) -> [Repository] { all.filter { $0.owner.login == person.login } }
}

/// The inbox of a token's owner: issues and pull requests of the harbor, one of them new every ten minutes.
extension GitHubSample {
    func notifications(_ request: SampleRequest, _ shapes: Shapes, _ payer: RateLimits.Payer) -> SampleResponse {
        guard let repository = catalog["octo-sample/harbor"] else { return GitHubRefusal.notFound }
        let newest = max(0, Int(request.now.timeIntervalSince(world.start) / world.pace(600)))
        let threads = (newest - 4...newest).reversed().map { notification($0, repository, shapes) }
        let updated = world.start.addingTimeInterval(Double(newest) * world.pace(600))
        return SampleResponse(
            200, json: .array(threads),
            headers: [
                ("Cache-Control", cacheControl(payer)), ("Last-Modified", HTTPDate(updated).description),
                ("X-Poll-Interval", String(world.configuration.pollInterval)),
            ])
    }

    private func notification(_ number: Int, _ repository: Repository, _ shapes: Shapes) -> JSON {
        var chance = SeededRandom(world.seed, "notification", number)
        let isPullRequest = chance.happens(onceIn: 2)
        let date = world.start.addingTimeInterval(Double(number) * world.pace(600))
        let kind = isPullRequest ? "pulls" : "issues"
        return [
            "id": .string(String(8_100_000_000 + number)), "unread": true,
            "reason": .string(chance.one(of: ["mention", "review_requested", "subscribed", "author"])),
            "updated_at": .string(date.internetDateTime), "last_read_at": .null,
            "subject": [
                "title": .string(Words.title(&chance)), "type": .string(isPullRequest ? "PullRequest" : "Issue"),
                "url": "\(shapes.api)/repos/\(repository.fullName)/\(kind)/\(abs(number) % 900 + 1)",
                "latest_comment_url": .null,
            ],
            "repository": shapes.minimal(repository),
        ]
    }
}

/// A requested part of a list, and the `Link` header to the others.
struct Page: Sendable {
    let number: Int
    let size: Int

    /// `per_page` is 30 by default and at most 100.
    init(_ request: SampleRequest) {
        number = max(1, request.parameters["page"].flatMap { Int($0) } ?? 1)
        let size = request.parameters["per_page"].flatMap { Int($0) } ?? 30
        self.size = size < 1 ? 30 : min(size, 100)
    }

    func slice<Value>(of values: [Value]) -> [Value] {
        Array(values.dropFirst((number - 1) * size).prefix(size))
    }

    /// Nil if one page contains everything; `address` has no page, `parameters` are in their final order.
    func link(count: Int, address: String, parameters: [(String, String)]) -> String? {
        let last = max(1, (count + size - 1) / size)
        guard last > 1 else { return nil }
        func target(_ page: Int, _ relation: String) -> String {
            let query = (parameters + [("page", String(page))]).map { "\($0)=\($1)" }.joined(separator: "&")
            return "<\(address)?\(query)>; rel=\"\(relation)\""
        }
        var links: [String] = []
        if number > 1 { links.append(target(min(number - 1, last), "prev")) }
        if number < last { links += [target(number + 1, "next"), target(last, "last")] }
        if number > 1 { links.append(target(1, "first")) }
        return links.joined(separator: ", ")
    }
}

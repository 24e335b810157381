import Platform

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
    /// The account with that login, ignoring case; nil if there is none.
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

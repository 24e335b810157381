import FeedStore
import Feeds
import GitFeed
import HTTPTypes
import HummingbirdCore
import NIOCore
import News

extension FrontDoor {
    /// How long a program waits for the first refresh of a feed to end.
    private static let patience = Duration.seconds(20)

    /// Answers what is only read.
    func show(_ asked: Asked, _ route: Route) async throws -> Answer {
        switch route {
        case .home: try await home()
        case .feed(let address): try await feed(address, asked)
        case .document(let address): try await document(address, asked)
        case .syndication(let address, let suffix): try await syndication(address, suffix, asked)
        case .saved: try await saved()
        case .asset(let name): asset(name, asked)
        case .avatar(let hash): await avatar(hash, asked)
        case .openAPI: .content(Content(json: try OpenAPI.document(version: backstage.configuration.version)))
        case .health: try health()
        case .help: .content(Content(html: Page.help(HelpPage(site: backstage.site)).html))
        case .status:
            .content(Content(html: Page.status(StatusPage(report: try await report(), site: backstage.site)).html))
        case .ledger: .content(Content(json: try await report().json()))
        case .login: login(asked, returning: asked.target["return"], wasRefused: false)
        default: problem(.notFound, "There is nothing here", "This part is not there.", asked)
        }
    }

    private func home() async throws -> Answer {
        let addresses: [FeedAddress] =
            backstage.following.repositories.prefix(6).map(FeedAddress.repository) + [.planet, .news(.top)]
        for address in addresses { backstage.channels.touch(PageQuery(for: address).channel(of: address)) }
        let content = try await backstage.cache.content(.home, backstage.stamp()) {
            var digests: [HomePage.Digest] = []
            for address in addresses {
                let state = try await backstage.state(PageQuery(for: address).channel(of: address))
                digests.append(HomePage.Digest(address: address, state: state))
            }
            return Content(html: Page.home(HomePage(digests: digests, site: backstage.site)).html)
        }
        return .content(content)
    }

    private func feed(_ address: FeedAddress, _ asked: Asked) async throws -> Answer {
        let query = try PageQuery(asked.target, for: address)
        let key = query.channel(of: address)
        if asked.request.headers.wantsEvents { return events(key, .page(query), asked) }
        // Whoever looks will follow: the upstream is asked meanwhile.
        backstage.channels.touch(key)
        let content = try await backstage.cache.content(.feed(address, query), backstage.stamp(key)) {
            let state = try await backstage.state(key)
            return Content(
                html: Page.feed(FeedPage(address: address, state: state, query: query, site: backstage.site)).html)
        }
        var answer = Answer.content(content)
        answer.headers[.vary] = "Accept"
        return answer
    }

    private func document(_ address: FeedAddress, _ asked: Asked) async throws -> Answer {
        let key = try LiveChannel.Key(asked.target, for: address)
        if asked.request.headers.wantsEvents { return events(key, .document, asked) }
        await settle(key)
        let content = try await backstage.cache.content(.document(key), backstage.stamp(key)) {
            let feed = LiveFeed(address, days: key.days, backstage.reading)
            return Content(json: try await backstage.state(key).document(named: feed.key.rawValue))
        }
        var answer = Answer.content(content)
        answer.headers[.vary] = "Accept"
        return answer
    }

    private func syndication(
        _ address: FeedAddress, _ suffix: Target.Suffix, _ asked: Asked
    ) async throws -> Answer {
        let key = try LiveChannel.Key(asked.target, for: address)
        await settle(key)
        let location = Syndication.Location(
            origin: "http://" + asked.authority, path: address.path, query: asked.target.rawQuery)
        let content = try await backstage.cache.content(
            .syndication(key, suffix, location), backstage.stamp(key)
        ) {
            let feed = Syndication(address, try await backstage.state(key), at: location)
            return switch suffix {
            case .atom: Content(Syndication.atomType, ByteBuffer(string: feed.atom))
            case .json: Content(Syndication.jsonFeedType, ByteBuffer(bytes: try feed.jsonFeed()))
            }
        }
        return .content(content)
    }

    /// Waits for the first refresh, as a command that is run once does; whoever asks again soon is answered at once.
    private func settle(_ key: LiveChannel.Key) async {
        guard let channel = backstage.channels.acquire(key) else { return }
        _ = await channel.settled(within: Self.patience)
        backstage.channels.release(channel)
    }

    private func asset(_ name: String, _ asked: Asked) -> Answer {
        guard let asset = Asset(named: name) else {
            return problem(.notFound, "There is nothing here", "There is no such file.", asked)
        }
        var answer = Answer.content(Content(asset.contentType, ByteBuffer(bytes: asset.bytes)))
        if asked.target["v"] == asset.version {
            answer.headers[.cacheControl] = "public, max-age=31536000, immutable"
        }
        return answer
    }

    private func avatar(_ hash: String, _ asked: Asked) async -> Answer {
        guard let picture = await backstage.avatars?.picture(hash) else {
            return problem(.notFound, "There is nothing here", "No page shows this picture.", asked)
        }
        var answer = Answer.content(Content(picture.contentType, picture.bytes))
        answer.headers[.cacheControl] = "private, max-age=\(picture.maximumAge)"
        return answer
    }

    private func saved() async throws -> Answer {
        let environment = backstage.environment
        let saved = try await backstage.blocking { try environment.saved(limit: 1000) }
        let page = SavedPage(
            items: saved.entries.map { entry in
                switch entry.content {
                case .gitHub(let item): .gitHub(item)
                case .planet(let event): .event(event)
                case .news(let story): .story(story)
                }
            }, unreadable: saved.unreadable, site: backstage.site)
        return .content(Content(html: Page.saved(page).html))
    }

    private func report() async throws -> LedgerReport {
        let environment = backstage.environment
        return try await backstage.blocking {
            try LedgerReport(environment.store, gitHubToken: environment.gitHubToken, now: environment.now())
        }
    }

    private func health() throws -> Answer {
        var trouble: String?
        do { _ = try backstage.environment.store.version() } catch { trouble = String(describing: error) }
        let health = Health(
            status: trouble == nil ? "ok" : "failing", problem: trouble, clients: backstage.clients.value,
            watches: backstage.channels.all.count, connections: backstage.connections.value,
            version: backstage.configuration.version)
        var answer = Answer.content(
            Content(json: try health.json()), status: trouble == nil ? .ok : .serviceUnavailable)
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    func login(_ asked: Asked, returning path: String?, wasRefused: Bool) -> Answer {
        guard backstage.tokens.isSet else { return .seeOther("/") }
        let page = LoginPage(
            destination: LocalPath(path)?.text ?? "/", wasRefused: wasRefused, site: backstage.site)
        var answer = Answer.content(
            Content(html: Page.login(page).html), status: wasRefused ? .forbidden : .ok)
        answer.headers[.cacheControl] = "no-store"
        return answer
    }
}

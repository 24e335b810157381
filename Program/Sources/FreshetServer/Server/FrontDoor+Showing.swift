import FeedStore
import Feeds
import GitFeed
import HTTPTypes
import HummingbirdCore
import NIOCore

extension FrontDoor {
    /// Answers what is only read.
    func show(_ asked: Asked, _ route: Route) throws -> Meeting {
        switch route {
        case .home: return asked.request.headers.wantsEvents ? .now(homeEvents(asked)) : show(home(), asked)
        case .feed(let address):
            let query = try PageQuery(asked.target, for: address)
            if asked.request.headers.wantsEvents {
                return .now(events(query.channel(of: address), .page(query), asked))
            }
            return show(page(address, query), asked)
        case .document(let address):
            let key = try LiveChannel.Key(asked.target, for: address)
            if asked.request.headers.wantsEvents { return .now(events(key, .document, asked)) }
            return show(document(key), asked)
        case .syndication(let address, let suffix):
            return show(syndication(try LiveChannel.Key(asked.target, for: address), suffix, asked), asked)
        case .languages: return .now(try trending(asked.target["language"] ?? "swift"))
        case .saved: return .later(asked) { try await saved() }
        case .status:
            return .later(asked) {
                let page = StatusPage(report: try await report(), site: backstage.site)
                return .content(Content(html: Page.status(page).html))
            }
        case .ledger: return .later(asked) { .content(Content(json: try await report().json())) }
        case .avatar(let hash): return .later(asked) { await avatar(hash, asked) }
        case .asset(let name): return .now(asset(name, asked))
        case .openAPI:
            let content = try backstage.fixed.content("openapi.json") {
                Content(json: try OpenAPI.document(version: backstage.configuration.version))
            }
            return .now(.content(content))
        case .health: return .now(try health())
        case .help: return .now(.content(Content(html: Page.help(HelpPage(site: backstage.site)).html)))
        case .login: return .now(login(asked, returning: asked.target["return"], wasRefused: false))
        case .action: return .now(.empty(.methodNotAllowed))
        }
    }

    /// The way to the page of a language; throws ``WrongQuestion``.
    private func trending(_ language: String) throws -> Answer {
        let name = language.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let address = FeedAddress(["github", "trending", name]) else {
            throw WrongQuestion(message: GitHubError.invalidLanguage(language).description)
        }
        return .seeOther(address.path)
    }

    private func asset(_ name: String, _ asked: Asked) -> Answer {
        guard let asset = Asset(named: name) else {
            return problem(.notFound, "There is nothing here", "There is no such file.", asked)
        }
        let content = backstage.fixed.content(name) {
            Content(asset.contentType, ByteBuffer(bytes: asset.bytes))
        }
        var answer = Answer.content(content)
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

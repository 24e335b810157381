import Catalog
import FeedStore
import Feeds
import Foundation
import HTTPTypes
import Logging
import Testing
import WebText

@testable import FreshetServer

@Suite("A server below a path of its host") struct PrefixedServerTests {
    private static let address = "https://host.example/freshet"

    /// A server with accounts, where anna follows feeds and has a secret address; and her cookie.
    private func run(
        provider: FakeProvider? = nil, _ configure: (inout ServerOptions) -> Void = { _ in },
        _ body: (SharedServer, _ cookie: String) async throws -> Void
    ) async throws {
        try await SharedServer.run(
            {
                $0.publicURL = Self.address
                configure(&$0)
            }, provider: provider
        ) { shared in
            let reply = await shared.server.post("/freshet/login", "name=admin&password=correct+horse")
            #expect(reply.status == 303 && reply.headers["location"] == "/freshet/")
            let cookie = String(try #require(reply.headers["set-cookie"]).prefix { $0 != ";" })
            try await body(shared, cookie)
        }
    }

    /// An example of each route with variables that browsers or programs read.
    private func examples(_ shared: SharedServer) throws -> [String: [String]] {
        let (store, now) = (try shared.environment("admin").store, shared.server.scene.environment.now())
        let lists = "/feeds/\(try store.addFeedSecret(.make(), at: now).secret.text)/"
        let anna = try #require(shared.accounts["anna"])
        let (reset, invitation) = (Secret.make(), Secret.make())
        _ = try store.makeResetLink(for: anna, secret: reset, at: now)
        _ = try store.invite(named: "eve", isAdministrator: false, secret: invitation, days: 1, at: now)
        return [
            "/feeds/{secret}/unread.{format}": [lists + "unread.atom", lists + "unread.json"],
            "/feeds/{secret}/saved.{format}": [lists + "saved.atom"],
            "/feeds/{secret}/folder/{folder}.{format}": [lists + "folder/News.atom"],
            "/feeds/{secret}/search.{format}": [lists + "search.atom?q=a"],
            "/reset/{secret}": ["/reset/" + reset.text], "/invitation/{secret}": ["/invitation/" + invitation.text],
            "/confirm/{secret}": ["/confirm/1-1-x"], "/websub/{secret}": ["/websub/x"],
            "/assets/{file}": ["/assets/page.css", "/assets/manifest.webmanifest"],
            "/avatars/{hash}": ["/avatars/x"], "/pictures/{signature}": ["/pictures/x"],
            "/icons/{signature}": ["/icons/x"],
            "/{app}": ["/v1/me", "/api/greader.php/reader/api/0/user-info", "/fever/?api"],
            "/label/{name}": ["/label/x"], "/api/label/{name}": ["/api/label/x"],
            "/api/{feed}": ["/api/news/top"], "/{feed}.{format}": ["/news/top.atom", "/news/top.json"],
            "/{feed}": [
                "/news/top", "/news/top?unread=1", "/news/top?limit=1", "/news/item/8863", "/github/octo-sample/harbor",
                "/planet", "/planet/wildfires", "/quakes/week/4.5",
            ],
            "/{form}": ["/github/trending?language=swift"],
        ]
    }

    /// The addresses in a page that leave the prefix.
    private func escapes(_ page: String) -> [String] {
        // Values of fields and the other data of scripts are paths of feeds.
        let names = [
            "value", "data-feed", "data-item-feed", "data-key", "data-live", "data-refill", "data-texts", "data-thread",
            "data-unread",
        ]
        return page.matches(of: #/ ([a-z-]+)="(/[^"]*)"/#).filter { !names.contains(String($0.output.1)) }
            .map { String($0.output.2) }.filter { !$0.hasPrefix("/freshet/") && !$0.hasPrefix("//") }
    }

    /// The addresses that a page leads to or loads.
    private func links(in page: String) -> [String] {
        page.matches(of: #/ (?:href|src)="(/[^"\#]*)/#).map { String($0.output.1).replacing("&amp;", with: "&") }
    }

    /// A link of each route and kind of query: all of them would load many feeds.
    private func oneOfEach(_ links: Set<String>) -> [String] {
        let kinds = links.sorted().map { link in
            let target = Target(String(link.dropFirst("/freshet".count)))
            let route = target.flatMap { RouteMatch($0, .all) }?.route.path.text ?? link
            return (route + " " + (target?.query.map(\.name).joined(separator: " ") ?? ""), link)
        }
        return Dictionary(kinds) { first, _ in first }.values.sorted()
    }

    private func check(_ reply: Reply, at path: String) {
        let isPage = reply.headers["content-type"]?.hasPrefix("text/html") == true
        if isPage { #expect(escapes(reply.text) == [], "\(path)") }
        if let location = reply.headers["location"], location.hasPrefix("/") {
            #expect(location.hasPrefix("/freshet/"), "\(path)")
        }
        for cookie in reply.cookies { #expect(cookie.contains("; Path=/freshet/"), "\(path): \(cookie)") }
        #expect(!reply.text.contains("https://host.example/") || reply.text.contains(Self.address), "\(path)")
        for link in reply.text.matches(of: #/https://host\.example/[a-z]*/#) where !isPage {
            #expect(String(link.output) == Self.address, "\(path)")
        }
    }

    @Test("A server below a path answers each route there, and all its addresses are below it")
    func routes() async throws {
        try await run { shared, cookie in
            let server = shared.server
            for feed in ["octo-sample/harbor", "octo-sample/lighthouse"] {
                let form = "address=\(feed)&folder=News"
                #expect(await server.post("/freshet/follow", form, ["Cookie": cookie]).status == 303)
            }
            for feed in ["news/top", "planet", "github/octo-sample/harbor"] {
                #expect(await server.ask("/freshet/api/\(feed)", "GET", ["Cookie": cookie]).status == 200)
            }
            var examples = try examples(shared)
            let news = await server.ask("/freshet/api/news/top", "GET", ["Cookie": cookie]).text
            let item = try #require(news.firstMatch(of: #/"id":"?([0-9]+)/#)?.output.1)
            examples["/stories"] = ["/stories?item=/news/top%3Fitem=\(item)"]
            var links: Set<String> = []
            for route in Route.all where route.operation(.get) != nil {
                let paths = examples[route.path.text] ?? (route.path.fixed == nil ? [] : [route.path.text])
                #expect(!paths.isEmpty, "\(route.path.text) needs an example in this test")
                for path in paths {
                    let reply = await server.ask("/freshet" + path, "GET", ["Cookie": cookie])
                    check(reply, at: path)
                    if route.kind == .page { #expect(reply.status == 200, "\(path)") }
                    links.formUnion(self.links(in: reply.text))
                    let outside = await server.ask(path, "GET", ["Cookie": cookie])
                    let monitors = path == "/metrics" || path.hasPrefix("/health")
                    #expect((outside.status == 404) == !monitors, "\(path)")
                }
            }
            #expect(links.count > 100)
            // An example of the page /components.
            for link in oneOfEach(links) where !link.hasSuffix("?item=article") {
                let reply = await server.ask(link, "GET", ["Cookie": cookie])
                check(reply, at: link)
                #expect([200, 303].contains(reply.status), "\(link)")
            }
        }
    }

    @Test("A server below a path signs in there: with a cookie for it, and back to the page")
    func signIn() async throws {
        try await run { shared, cookie in
            let server = shared.server
            #expect(cookie.hasPrefix("freshet-session="))
            let refused = await server.ask("/freshet/rules?rule=mute+a")
            #expect(refused.headers["location"] == "/freshet/login?return=%2Frules%3Frule%3Dmute%2Ba")
            let page = await server.ask("/freshet/login?return=%2Frules")
            #expect(page.text.contains(#"action="/freshet/login""#) && page.text.contains(#"value="/rules""#))
            let host = ["Host": "host.example", "Origin": "https://host.example"]
            let reply = await server.post(
                "/freshet/login", "name=anna&password=battery+staple&return=%2Frules", host)
            #expect(reply.headers["location"] == "/freshet/rules")
            let secure = try #require(reply.cookies.last)
            #expect(secure.hasPrefix("__Secure-freshet-session=") && secure.contains("; Path=/freshet/; "))
            #expect(secure.contains("; Secure"))
            let pair = String(secure.prefix { $0 != ";" })
            #expect(await server.ask("/freshet/rules", "GET", ["Cookie": pair]).text.contains("Account: anna"))
            // That of a server at the root of the host.
            let other = pair.replacing("__Secure-", with: "__Host-")
            #expect(await server.ask("/freshet/rules", "GET", ["Cookie": other]).status == 303)
            let end = await server.post("/freshet/logout", "", ["Cookie": pair])
            #expect(
                end.cookies == [
                    "__Secure-freshet-session=; Path=/freshet/; HttpOnly; SameSite=Strict; Secure; Max-Age=0"
                ])
            #expect(end.headers["location"]?.hasPrefix("/freshet/") == true)
        }
    }

    @Test("A server below a path names it to providers, in links for people, and to reader apps")
    func addresses() async throws {
        let provider = FakeProvider()
        try await run(provider: provider) {
            $0.openID = ServerOptions.OpenIDSignIn(
                issuer: FakeProvider.issuer, clientID: FakeProvider.clientID, clientSecret: FakeProvider.secret)
        } _: { shared, cookie in
            let server = shared.server
            provider.change { $0.now = server.scene.environment.now() }
            let now = server.scene.environment.now()
            #expect(
                try shared.environment("anna").store.link(
                    issuer: FakeProvider.issuer, subject: "user-1", name: "X", at: now))
            let begun = await server.ask("/freshet/login/openid?return=/rules")
            let address = try #require(begun.headers["location"])
            #expect(FakeProvider.query(address)["redirect_uri"] == Self.address + "/login/openid/callback")
            let attempt = try #require(begun.cookies.first)
            #expect(attempt.contains("; Path=/freshet/; "))
            let back = await server.ask(
                "/freshet/login/openid/callback?" + provider.agree(to: address), "GET",
                ["Cookie": String(attempt.prefix { $0 != ";" })])
            #expect(back.status == 200 && back.headers["refresh"] == "0; url=/freshet/rules")
            #expect(back.text.contains(#"href="/freshet/rules""#))
            let made = await server.post("/freshet/accounts", "do=invite&name=eve&days=3", ["Cookie": cookie])
            #expect(made.text.contains("\(Self.address)/invitation/"))
            let account = await server.ask("/freshet/account", "GET", ["Cookie": cookie])
            #expect(account.text.contains("<code>\(Self.address)/api/greader.php</code>"))
            let secret = try shared.environment("anna").store.issueAppPassword(named: "Phone", at: now).text
            for path in ["/v1/me", "/v1/feeds", "/api/unread"] {
                let app = await server.ask(
                    "/freshet" + path, "GET", ["X-Auth-Token": secret, "Authorization": "Bearer " + secret])
                #expect(app.status == 200, "\(path)")
            }
            let openAPI = await server.ask("/freshet/openapi.json", "GET", ["Cookie": cookie])
            #expect((openAPI.json["servers"] as? [[String: String]]) == [["url": "/freshet"]])
            #expect(try WebSubCallback(PublicURL(Self.address)).address == Self.address + "/websub/")
        }
    }

    @Test("A server below a path sends rows and the manifest with the path")
    func updates() async throws {
        try await run { shared, cookie in
            let server = shared.server
            let wire = server.follow("/freshet/news/top", cookie: cookie)
            let event = try #require(await wire.event { $0.data.contains("data-item") })
            let rows = try #require(event.json["rows"] as? [[String: Any]])
            let html = rows.compactMap { $0["html"] as? String }.joined()
            #expect(html.contains(#"data-item="/freshet/news/"#) && escapes(html) == [])
            let map = server.follow("/freshet/planet", cookie: cookie)
            let planet = try #require(await map.event { $0.data.contains("data-item") || $0.data.contains("href=") })
            #expect(escapes(planet.data.replacing(#"\""#, with: "\"")) == [])
            let manifest = await server.ask(Asset.address("manifest.webmanifest").replacing("/a", with: "/freshet/a"))
            #expect(manifest.json["scope"] as? String == "/freshet/" && manifest.json["id"] as? String == "/freshet/")
            let places = manifest.text.matches(of: #/"(/[^"]*)"/#).map { String($0.output.1) }
            #expect(places.count > 5 && places.allSatisfy { $0.hasPrefix("/freshet/") })
        }
    }

    @Test("A server below a path redirects from it to the page, and answers monitors at its own address")
    func outside() async throws {
        let log = WarningLog(level: .info)
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene, log: log) { $0.beReachable(at: Self.address) }
            #expect(await server.ask("/freshet").headers["location"] == "/freshet/")
            #expect(await server.ask("/freshet?x").headers["location"] == "/freshet/")
            let reply = await server.ask("/rules")
            #expect(reply.status == 404 && reply.text.contains("/freshet/"))
            for path in ["/health", "/health/live", "/health/ready", "/metrics"] {
                #expect(await server.ask(path).status == 200, "\(path)")
                #expect(await server.ask("/freshet" + path).status == 200, "\(path)")
            }
            _ = await server.ask("/freshet/feeds/5ec2e7/unread.atom")
            #expect(log.warnings.contains { $0.contains(#"path="/feeds/…""#) })
            #expect(log.warnings.allSatisfy { !$0.contains("5ec2e7") })
            // Bodies are as large as their routes allow.
            let large = await server.post("/freshet/import", String(repeating: "x", count: 3_000_000))
            #expect(large.status == 400)
            try await server.stop()
        }
    }
}

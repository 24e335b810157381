import Foundation
import Testing

@Suite("An address") struct RouteTests {
    static let pages = [
        "/", "/github/octo-sample/harbor", "/github/trending/swift", "/github/repositories", "/planet",
        "/planet/wildfires?days=30", "/news/top", "/unread", "/saved", "/search", "/status", "/help",
    ]

    @Test("An address of a page has headers that forbid framing, sniffing and foreign scripts", arguments: pages)
    func page(path: String) async throws {
        try await RunningServer.run { server in
            let reply = await server.ask(path)
            #expect(reply.status == 200 && reply.headers["content-type"] == "text/html; charset=utf-8")
            #expect(
                reply.text.hasPrefix("<!doctype html>") && reply.text.hasSuffix("</html>\n")
                    || reply.text.hasSuffix("</html>"))
            #expect(reply.headers["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
            #expect(reply.headers["x-content-type-options"] == "nosniff")
        }
    }

    @Test(
        "An address of anything but a page has the correct content type",
        arguments: [
            ("/api/news/top", "application/json"), ("/api/github/octo-sample/harbor?limit=5", "application/json"),
            ("/api/planet", "application/json"), ("/api/unread", "application/json"),
            ("/api/saved", "application/json"), ("/api/following", "application/json"),
            ("/api/status", "application/json"), ("/health", "application/json"),
            ("/openapi.json", "application/json"), ("/news/best.atom", "application/atom+xml; charset=utf-8"),
            ("/planet/wildfires.json", "application/feed+json"), ("/assets/page.css", "text/css; charset=utf-8"),
        ])
    func types(path: String, type: String) async throws {
        try await RunningServer.run { server in
            let reply = await server.ask(path)
            #expect(reply.status == 200 && reply.headers["content-type"] == type && !reply.body.isEmpty)
        }
    }

    @Test(
        "An address of a form whose value is part of a path redirects to that path",
        arguments: [("Haskell", "haskell"), ("c%2B%2B", "c%2B%2B"), ("Visual+Basic", "visual%20basic"), ("", "swift")])
    func language(typed: String, name: String) async throws {
        try await RunningServer.run { server in
            let reply = await server.ask("/github/trending?language=" + typed)
            #expect(reply.status == 303 && reply.headers["location"] == "/github/trending/" + name)
            let page = await server.ask("/github/trending?language=%22")
            #expect(page.status == 400 && page.text.contains("value=\"&quot;\" aria-invalid=\"true\""))
        }
    }

    @Test("An address that doesn't exist has a page that reports it, and a document for programs")
    func notFound() async throws {
        try await RunningServer.run { server in
            let nothing = "There is nothing here"
            for (path, sentence) in [
                ("/nothing", nothing), ("/news/worst", nothing), ("/planet/nowhere", nothing),
                ("/github/a/b/c", nothing), ("/avatars/nobody", "No page uses this picture"),
                ("/assets/x", "This file doesn't exist"),
            ] {
                let reply = await server.ask(path)
                #expect(reply.status == 404 && reply.text.contains("Page not found"), "\(path)")
                #expect(reply.text.replacing("&#39;", with: "'").contains(sentence), "\(path)")
            }
            let reply = await server.ask("/api/news/worst")
            #expect(reply.status == 404 && reply.headers["content-type"] == "application/problem+json")
            #expect(reply.json["status"] as? Int == 404)
        }
    }

    @Test(
        "An address with an invalid parameter value is rejected with an explanation",
        arguments: [
            "/news/top?limit=0", "/news/top?limit=501", "/news/top?order=oldest", "/planet?days=361",
            "/github/octo-sample/harbor?limit=301", "/api/news/top?limit=many",
        ])
    func wrong(path: String) async throws {
        try await RunningServer.run { server in
            let reply = await server.ask(path)
            #expect(reply.status == 400 && reply.text.contains("?"))
        }
    }

    @Test(
        "An address with an unknown parameter is rejected with the names of those that exist",
        arguments: [
            ("/search?q=tide&order=date", "order", "q, in, sort, limit"),
            ("/api/search?q=tide&order=date", "order", "q, in, sort, limit"),
            ("/unread?days=3", "days", "limit, feed, folder"), ("/api/saved?q=a", "q", "limit, feed, folder"),
            ("/news/top?sort=score", "sort", "limit, days, type, q, order"),
            ("/api/news/top?sort=score", "sort", "limit, days, order, type, unread"),
            ("/news/top.atom?q=a", "q", "limit, days"),
            ("/rules?q=a", "q", "rule"), ("/api/following?limit=5", "limit", "It has no parameters."),
            ("/github/trending?lang=swift", "lang", "language"),
        ])
    func unknownParameter(path: String, unknown: String, known: String) async throws {
        try await RunningServer.run { server in
            let reply = await server.ask(path, "GET", ["Accept": "application/json"])
            let detail = reply.json["detail"] as? String ?? ""
            #expect(reply.status == 400 && detail.contains("“\(unknown)”") && detail.contains(known), "\(detail)")
        }
    }

    @Test("An address of an item shows it beside its feed or alone, unless the item is unknown")
    func item() async throws {
        try await RunningServer.run { server in
            let document = await server.settled("/api/news/top?limit=1").json
            let items = try #require(document["items"] as? [[String: Any]])
            let id = try #require(items.first?["id"] as? Int ?? items.first?["id"].flatMap { Int("\($0)") })
            let page = await server.ask("/news/top?item=\(id)")
            #expect(page.status == 200 && page.text.contains("<main") && page.text.contains("<article class=\"item\""))
            let alone = await server.ask("/news/top?item=\(id)&part=item")
            #expect(alone.status == 200 && alone.text.hasPrefix("<article class=\"item\""))
            #expect(await server.ask("/news/top?item=nonsense").status == 404)
        }
    }

    @Test("An address with a slash at its end redirects to the one without")
    func slash() async throws {
        try await RunningServer.run { server in
            let reply = await server.ask("/news/top/?limit=5")
            #expect(reply.status == 308 && reply.headers["location"] == "/news/top?limit=5")
            #expect(await server.ask("//evil.example/").status == 404)
        }
    }

    @Test("An address may be percent-encoded, and is rejected if its encoding is invalid")
    func encoded() async throws {
        try await RunningServer.run { server in
            #expect(await server.ask("/%6eews/t%6Fp").status == 200)
            for path in ["/%zz", "/%e2%28", "/news/top?q=%f", "*"] {
                #expect(await server.ask(path).status == 400, "\(path)")
            }
            #expect(await server.ask("/github/octo-sample%2Fharbor/x").status == 404)
        }
    }

    @Test(
        "An address answers HEAD as GET, without the body",
        arguments: ["/news/top", "/api/news/top", "/assets/page.css", "/health"])
    func head(path: String) async throws {
        try await RunningServer.run { server in
            let get = await server.settled(path)
            let head = await server.ask(path, "HEAD")
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head.headers["content-type"] == get.headers["content-type"])
            if path != "/health" { #expect(head.headers["content-length"] == get.headers["content-length"]) }
        }
    }

    @Test("An address names its allowed methods")
    func methods() async throws {
        try await RunningServer.run { server in
            for (path, method, allowed) in [
                ("/news/top", "POST", "GET, HEAD"), ("/follow", "GET", "POST"), ("/api/planet", "DELETE", "GET, HEAD"),
                ("/login", "PUT", "GET, HEAD, POST"),
            ] {
                let reply = await server.ask(path, method)
                #expect(reply.status == 405 && reply.headers["allow"] == allowed, "\(method) \(path)")
            }
            #expect(await server.ask("/follow", "OPTIONS").headers["allow"] == "POST")
        }
    }

    @Test(
        "An address answers 304 to clients with the current version, and gzip to those that accept it",
        arguments: ["/news/top", "/api/news/top", "/assets/page.css", "/news/top.atom", "/openapi.json", "/"])
    func unchanged(path: String) async throws {
        try await RunningServer.run { server in
            let first = await server.settled(path)
            let tag = try #require(first.headers["etag"])
            let second = await server.ask(path, "GET", ["If-None-Match": "\"other\", " + tag])
            #expect(second.status == 304 && second.body.isEmpty && second.headers["etag"] == tag)
            let zipped = await server.ask(path, "GET", ["Accept-Encoding": "gzip"])
            #expect(zipped.headers["vary"]?.contains("Accept-Encoding") == true)
            #expect(zipped.body.count <= first.body.count && zipped.headers["etag"] == tag)
        }
    }

    @Test("An address of an asset with its hash may be cached forever")
    func assets() async throws {
        try await RunningServer.run { server in
            let page = await server.ask("/help").text
            let start = try #require(page.range(of: "/assets/page.css?v="))
            let address = page[start.lowerBound...].prefix { $0 != "\"" }
            #expect(await server.ask(String(address)).headers["cache-control"]?.contains("immutable") == true)
            #expect(await server.ask("/assets/page.css").headers["cache-control"] == "private, no-cache")
        }
    }
}

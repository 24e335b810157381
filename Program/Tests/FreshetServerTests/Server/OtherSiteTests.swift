import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("A page of another site") struct OtherSiteTests {
    /// What browsers send with a picture, a frame, a script and a stream of another site.
    static let embeddings: [[String: String]] = [
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"],
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"],
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"],
        ["Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"],
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "none, same-origin"],
        // Older browsers, and plain HTTP.
        ["Origin": "https://evil.example"], ["Origin": "null"], ["Referer": "https://evil.example/page"],
        ["Referer": "http://127.0.0.1:1/page"],
    ]

    /// What browsers send when a link of another site opens a page here.
    static let link = [
        "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
        "Accept": "text/html",
    ]
    static let typed = link.merging(["Sec-Fetch-Site": "none"]) { $1 }
    static let own = link.merging(["Sec-Fetch-Site": "same-origin"]) { $1 }

    @Test(
        "A page of another site receives nothing, causes no upstream request and stores nothing", arguments: embeddings)
    func embedded(headers: [String: String]) async throws {
        try await RunningServer.run { server in
            for path in [
                "/github/octo-sample/harbor", "/github/nobody/none", "/api/github/octo-sample/harbor",
                "/github/octo-sample/harbor.atom", "/", "/health", "/export.json",
            ] {
                let reply = await server.ask(path, "GET", headers)
                #expect(reply.status == 403 && !reply.text.contains("harbor"), "\(path)")
            }
            let events = await server.ask("/news/top", "GET", headers.merging(["Accept": "text/event-stream"]) { $1 })
            #expect(events.status == 403)
            try await server.expectNothingAsked()
        }
    }

    @Test("A page of another site can open a feed's page, with stored items and a button to load it")
    func opened() async throws {
        try await RunningServer.run { server in
            let path = "/github/octo-sample/harbor"
            let page = await server.ask(path, "GET", Self.link)
            #expect(page.status == 200 && page.text.contains("Load <bdi>octo-sample/harbor</bdi>"))
            // No script connects, no reload is due: only the button leads on.
            #expect(!page.text.contains("data-live") && !page.text.contains("http-equiv=\"refresh\""))
            for path in ["/api" + path, path + ".atom", path + ".json", "/github/nobody/none"] {
                #expect(await server.ask(path, "GET", Self.link).status == 200, "\(path)")
            }
            try await server.expectNothingAsked()

            let pressed = await server.post(
                "/refresh", "feed=\(path)&return=\(path)", ["Sec-Fetch-Site": "same-origin"])
            #expect(pressed.status == 303 && pressed.headers["location"] == path)
            try await waits { !server.control.requests(to: "/github").isEmpty }
            let loaded = await server.ask(path, "GET", Self.own)
            #expect(loaded.text.contains("data-live") && !loaded.text.contains("Load <bdi>"))
        }
    }

    @Test("A followed feed that another site opens shows no button, since it is up to date anyway")
    func followed() async throws {
        try await RunningServer.run { server in
            _ = await server.post("/follow", "address=octo-sample/harbor")
            let page = await server.ask("/github/octo-sample/harbor", "GET", Self.link)
            #expect(page.text.contains("data-live") && !page.text.contains("Load <bdi>octo-sample/harbor</bdi>"))
        }
    }

    @Test("A page of another site can open an item, whose discussion isn't loaded", arguments: [false, true])
    func item(isFollowed: Bool) async throws {
        try await RunningServer.run { server in
            _ = await server.ask("/api/news/top")
            if isFollowed { _ = await server.post("/follow", "feed=/news/top") }
            let items = await server.ask("/api/news/top").json["items"] as? [[String: Any]] ?? []
            var discussed: String?
            for item in items where discussed == nil {
                let path = "/news/top?item=\(item["id"] ?? "")"
                let part = await server.ask(path + "&part=item", "GET", Self.own).text
                if part.contains("data-thread=") { discussed = path }
            }
            let path = try #require(discussed)
            let page = await server.ask(path, "GET", Self.link).text
            #expect(page.contains(" data-foreign") && !page.contains("data-thread"))
            #expect(page.contains("All comments on a page") && page.contains("Not loaded."))
            let own = await server.ask(path, "GET", Self.typed).text
            #expect(!own.contains("data-foreign") && own.contains("data-thread"))
        }
    }

    @Test("A page of another site can open the home page, which waits for the reader")
    func home() async throws {
        try await RunningServer.run { server in
            #expect(await server.ask("/", "GET", Self.link).text.contains(" data-foreign"))
            try await server.expectNothingAsked()
            // They are cached separately.
            #expect(!(await server.ask("/", "GET", Self.own).text.contains("data-foreign")))
            #expect(await server.ask("/", "GET", Self.link).text.contains(" data-foreign"))
        }
    }

    @Test("A page of this server, a program and a typed address load a feed, unlike another site")
    func ownPage() async throws {
        for headers in [Self.own, [:], ["Sec-Fetch-Site": "none"], ["Referer": "http://127.0.0.1:PORT/"]] {
            try await RunningServer.run { server in
                let headers = headers.mapValues { $0.replacing("PORT", with: String(server.port)) }
                let reply = await server.ask("/api/github/octo-sample/harbor", "GET", headers)
                #expect(reply.status == 200 && reply.json["status"] as? String == "fresh")
            }
        }
    }
}

extension RunningServer {
    /// Expects that no upstream was asked, and that the store knows no feed.
    func expectNothingAsked() async throws {
        #expect(control.requests(to: "/").isEmpty)
        #expect(try scene.environment.store.feeds().isEmpty)
    }
}

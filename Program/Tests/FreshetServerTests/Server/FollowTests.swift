import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Search
import Testing

@testable import FreshetServer

@Suite("Following") struct FollowTests {
    private static let json = ["Accept": "application/json"]

    @Test(
        "Following takes any address, and unfollowing names the feed",
        arguments: [
            "octo-sample/harbor", "https://github.com/octo-sample/harbor/pulls",
            "git@github.com:octo-sample/harbor.git",
        ])
    func follow(name: String) async throws {
        try await RunningServer.run { server in
            let text = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
            let reply = await server.post("/follow", "address=" + text)
            #expect(reply.status == 303 && reply.headers["location"] == "/github/octo-sample/harbor")
            #expect(server.followed == ["octo-sample/harbor"])
            let form = "feed=/github/Octo-Sample/Harbor&return=/help"
            #expect(await server.post("/unfollow", form, Self.json).headers["location"] == "/help")
            #expect(server.followed == [])
        }
    }

    @Test("Following ends by the address of the feed's site, and unknown addresses are reported")
    func unfollowByAddress() async throws {
        try await RunningServer.run { server in
            let page = "\(server.scene.sample.webURL)/harbor/"
            let form = "address=" + page.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
            #expect(await server.post("/follow", form).status == 303)
            #expect(server.followed?.count == 1)
            #expect(await server.post("/unfollow", form, Self.json).status == 200)
            #expect(server.followed == [])
            let again = await server.post("/unfollow", form, Self.json)
            #expect(again.status == 404 && (again.json["detail"] as? String)?.contains(page) == true)
            #expect(await server.post("/unfollow", "feed=/news/top", Self.json).status == 204)
        }
    }

    @Test(
        "Following rejects an address that leads to no feed, with the reason, and stores nothing",
        arguments: ["not a feed", "ftp://x", ""])
    func invalid(address: String) async throws {
        try await RunningServer.run { server in
            let text = address.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
            let page = await server.post("/follow", "address=" + text)
            #expect(page.status == 400)
            let document = await server.post("/follow", "address=" + text, Self.json)
            #expect(document.status == 400 && document.json["detail"] is String)
            #expect(server.followed == [])
        }
    }

    @Test("Following rejects a feed that doesn't exist, and keeps the address to correct")
    func missing() async throws {
        try await RunningServer.run { server in
            server.control.fail("/github/repos/octo-sample/nowhere", with: .status(404))
            let page = await server.post("/follow", "address=octo-sample/nowhere")
            #expect(page.status == 404 && page.text.contains("value=\"octo-sample/nowhere\""))
            #expect(server.followed == [])
            // The refusal stands on a page that may load feeds of its own.
            let feeds = try server.scene.environment.store.feeds()
            #expect(!feeds.contains { "\($0.feed)".contains("nowhere") })
        }
    }

    @Test("Following tells programs whether the feed is new")
    func isNew() async throws {
        try await RunningServer.run { server in
            for isNew in [true, false] {
                let reply = await server.post("/follow", "address=octo-sample/harbor", Self.json)
                #expect(reply.json["isNew"] as? Bool == isNew)
            }
        }
    }

    @Test(
        "Following reports a rejected address beside the field, on the page where it was typed",
        arguments: [("/help", "side-follow"), ("/following", "following-follow"), ("/", "home-follow")])
    func refusal(page: String, field: String) async throws {
        try await RunningServer.run { server in
            let reply = await server.post("/follow", "address=not+a+feed&form=\(field)&from=\(page)")
            #expect(reply.status == 400 && reply.headers["cache-control"] == "no-store")
            #expect(reply.text.contains("<input id=\"\(field)\"") && reply.text.contains("value=\"not a feed\""))
            #expect(reply.text.contains("aria-describedby=\"\(field)-refusal\""))
            let title = await server.ask(page).text.firstMatch(of: /<title>[^<]*/)?.output
            #expect(title.map { reply.text.contains($0) } == true)
        }
    }

    @Test(
        "Following reports errors on the home page for an unknown page",
        arguments: ["", "//x.example", "/login", "/nowhere"])
    func elsewhere(page: String) async throws {
        try await RunningServer.run { server in
            let reply = await server.post("/follow", "address=not+a+feed&form=side-follow&from=\(page)")
            #expect(reply.status == 400 && reply.text.contains("aria-describedby=\"home-follow-refusal\""))
        }
    }

    @Test("Following changes the name, folder and interval of a followed feed")
    func settings() async throws {
        try await RunningServer.run { server in
            _ = await server.post("/follow", "address=octo-sample/harbor")
            let form = "feed=/github/octo-sample/harbor&name=The+harbor&folder=Sea&interval=2h"
            #expect(
                await server.post("/follow", form, Self.json).json["feed"] as? String == "github/octo-sample/harbor")
            let feeds = await server.ask("/api/following").json["feeds"] as? [[String: Any]]
            #expect(feeds?.count == 1 && feeds?.first?["title"] as? String == "The harbor")
            #expect(feeds?.first?["folder"] as? String == "Sea" && feeds?.first?["interval"] as? String == "2h")
            #expect(await server.ask("/github/octo-sample/harbor").text.contains("The harbor</bdi></h1>"))
            #expect(await server.post("/follow", "feed=/github/octo-sample/harbor&interval=often").status == 400)
        }
    }

    @Test("Following refreshes feeds of any kind without viewers, until they're unfollowed")
    func background() async throws {
        try await RunningServer.run({ $0.gracePeriod = .milliseconds(200) }) { server in
            _ = await server.post("/follow", "feed=/news/top")
            let path = "/news/v0/topstories"
            try await waits { !server.control.requests(to: path).isEmpty }
            try await waits { server.contexts.polls.count == 1 }
            #expect(await server.health { $0["watches"] as? Int == 0 && $0["clients"] as? Int == 0 })
            _ = await server.post("/unfollow", "feed=/news/top")
            try await waits { server.contexts.polls.count == 0 }
        }
    }
}

@Suite("Searching") struct SearchTests {
    @Test("A search finds stored items, on the page and as a document")
    func found() async throws {
        try await RunningServer.run { server in
            let items = await server.ask("/api/news/top").json["items"] as? [[String: Any]]
            let title = try #require(items?.first?["title"] as? String)
            let word = try #require(title.split { !$0.isLetter }.map(String.init).max { $0.count < $1.count })
            let document = await server.ask("/api/search?q=\(word)").json
            #expect(document["query"] as? String == word && document["total"] as? Int ?? 0 > 0)
            let found = document["items"] as? [[String: Any]]
            #expect(found?.contains { $0["title"] as? String == title && $0["feed"] as? String == "news/top" } == true)
            let page = await server.ask("/search?q=\(word)").text
            #expect(page.contains("<mark>") && page.contains("<li class=\"row"))
            let elsewhere = await server.ask("/api/search?q=\(word)&in=planet").json
            #expect(elsewhere["total"] as? Int == 0)
        }
    }

    @Test("A search is reported as incomplete until the server has indexed all items after an update")
    func incomplete() async throws {
        try await SampledEnvironment.run { scene in
            var server = try await RunningServer.start(scene)
            _ = await server.ask("/api/news/top")
            try await server.stop()
            // An item whose index can't be written keeps searches incomplete.
            try scene.execute(
                """
                INSERT INTO reindexing (item_id, last_id) SELECT id, id FROM item ORDER BY id DESC LIMIT 1;
                CREATE TRIGGER stuck BEFORE UPDATE ON reindexing BEGIN SELECT RAISE(ABORT, 'stuck'); END
                """)
            server = try await RunningServer.start(scene)
            #expect(await server.ask("/api/search?q=xyzzy").json["incomplete"] as? Bool == true)
            #expect(await server.ask("/search?q=xyzzy").text.contains("This search may be incomplete"))
            try await server.stop()
            try scene.execute("DROP TRIGGER stuck")
            server = try await RunningServer.start(scene)
            let started = server
            try await waits { await started.ask("/api/search?q=xyzzy").json["incomplete"] as? Bool == false }
            #expect(await !started.ask("/search?q=xyzzy").text.contains("incomplete"))
            try await started.stop()
        }
    }

    @Test(
        "A search explains the mistake in a query",
        arguments: ["/api/search?q=is:tired", "/search?q=is:tired", "/api/search?q=", "/api/search?q=a&sort=size"])
    func invalid(path: String) async throws {
        try await RunningServer.run { server in
            #expect(await server.ask(path).status == 400)
        }
    }

    @Test("A search without a query shows the available filters, as the help does", arguments: ["/search", "/help"])
    func empty(path: String) async throws {
        try await RunningServer.run { server in
            let page = await server.ask(path)
            #expect(page.status == 200)
            for filter in SearchFilter.all { #expect(page.text.contains("<code>\(filter.name):")) }
        }
    }
}

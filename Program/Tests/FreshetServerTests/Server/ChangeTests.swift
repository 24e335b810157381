import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import GitFeed
import Testing

@testable import FreshetServer

@Suite("A reader") struct ChangeTests {
    @Test(
        "follows a repository by whatever names it, and no longer",
        arguments: [
            "octo-sample/harbor", "https://github.com/octo-sample/harbor/pulls",
            "git@github.com:octo-sample/harbor.git",
        ])
    func follow(name: String) async throws {
        try await RunningServer.run { server in
            let text = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
            let reply = await server.post("/follow", "repository=" + text)
            #expect(reply.status == 303 && reply.headers["location"] == "/github/octo-sample/harbor")
            #expect(server.followed == ["octo-sample/harbor"])
            #expect(
                await server.post("/unfollow", "repository=Octo-Sample/Harbor&return=/help").headers["location"]
                    == "/help")
            #expect(server.followed == [])
        }
    }

    @Test("is told what would be right where a repository's name is none")
    func wrongName() async throws {
        try await RunningServer.run { server in
            let reply = await server.post("/follow", "repository=not+a+repository")
            #expect(reply.status == 400 && reply.text.contains("octocat/hello"))
            let document = await server.post("/follow", "", ["Accept": "application/json"])
            #expect(document.status == 400 && document.json["detail"] is String)
        }
    }

    @Test("has the followed repositories refreshed though nobody looks, until they are not followed")
    func background() async throws {
        try await RunningServer.run { server in
            _ = await server.post("/follow", "repository=octo-sample/harbor")
            let path = "/github/repos/octo-sample/harbor/events"
            try await server.waits { !server.control.requests(to: path).isEmpty }
            #expect(await server.health { $0["watches"] as? Int == 1 && $0["clients"] as? Int == 0 })
            _ = await server.post("/unfollow", "repository=octo-sample/harbor")
            #expect(await server.health { $0["watches"] as? Int == 0 })
        }
    }

    @Test("marks items as read and saved, from a form and from a program")
    func marks() async throws {
        try await RunningServer.run { server in
            let ids = await server.newsIDs()
            let form = "upstream=news&id=\(ids[0])&id=\(ids[1])&mark=read"
            #expect(await server.post("/marks", form).status == 303)
            let json = #"{"upstream":"news","id":[\#(ids[1])],"mark":"saved"}"#
            let headers = ["Content-Type": "application/json", "Accept": "application/json"]
            #expect(await server.ask("/marks", "POST", headers, body: json).status == 204)
            let items = try server.scene.environment.store.snapshot(of: FeedKey("news/top"), limit: nil).items
            #expect(Set(items.filter(\.isRead).map(\.id)) == Set(ids[0...1].map(String.init)))
            #expect(items.filter(\.isSaved).map(\.id) == [String(ids[1])])
        }
    }

    @Test(
        "hears what is wrong with a mark",
        arguments: [
            "upstream=news&mark=read", "upstream=weather&id=1&mark=read", "upstream=news&id=1&mark=liked", "",
        ])
    func wrongMarks(form: String) async throws {
        try await RunningServer.run { server in
            #expect(await server.post("/marks", form).status == 400)
        }
    }

    @Test("makes items count as seen")
    func seen() async throws {
        try await RunningServer.run { server in
            _ = await server.newsIDs()
            #expect(await server.post("/seen", "feed=/news/top").headers["location"] == "/news/top")
            await server.refresh("/news/top", after: 600)
            let store = server.scene.environment.store
            let hasNew = { try store.snapshot(of: FeedKey("news/top"), limit: nil).newCount > 0 }
            try await server.waits(until: hasNew)
            _ = await server.post("/seen", "feed=/news/top")
            #expect(try store.snapshot(of: FeedKey("news/top"), limit: 50).items.count { $0.isNew } == 0)
            #expect(await server.post("/seen", "feed=/news/worst").status == 400)
        }
    }

    @Test("has an upstream asked again at once, though the last answer is fresh")
    func refresh() async throws {
        try await RunningServer.run { server in
            _ = await server.newsIDs()
            server.control.resetLog()
            #expect(await server.post("/refresh", "feed=/news/top").headers["location"] == "/news/top")
            let path = "/news/v0/topstories"
            try await server.waits { !server.control.requests(to: path).isEmpty }
            #expect(await server.post("/refresh", "feed=http://evil.example/news/top").status == 400)
        }
    }
}

extension RunningServer {
    /// The followed repositories; nil where they cannot be read.
    var followed: [String]? { try? scene.environment.followed().map(\.description) }

    /// The newest stories, which are stored then.
    func newsIDs() async -> [Int] {
        (await ask("/api/news/top").json["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
    }
}

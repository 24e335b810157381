import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("A reader") struct ChangeTests {
    private static let json = ["Content-Type": "application/json", "Accept": "application/json"]

    @Test("A reader marks items as read and saved, from a form and from a program")
    func marks() async throws {
        try await RunningServer.run { server in
            let ids = await server.newsIDs()
            let form = "scope=news&id=\(ids[0])&id=\(ids[1])&mark=read"
            #expect(await server.post("/marks", form).status == 303)
            let body = #"{"feed":"/news/top","id":[\#(ids[1])],"mark":"saved"}"#
            let reply = await server.ask("/marks", "POST", Self.json, body: body)
            #expect(reply.status == 200)
            #expect(reply.json["changed"] as? [[String: String]] == [["scope": "news", "id": String(ids[1])]])
            let items = try server.stored("news/top")
            #expect(Set(items.filter { !$0.isUnread }.map(\.id)) == Set(ids[0...1].map(String.init)))
            #expect(items.filter(\.isSaved).map(\.id) == [String(ids[1])])
        }
    }

    @Test("A reader marks all items of a feed as read, and undoes it with the keys in the response")
    func markAll() async throws {
        try await RunningServer.run { server in
            let ids = await server.newsIDs()
            let body = #"{"feed":"/news/top","all":true,"mark":"read"}"#
            let reply = await server.ask("/marks", "POST", Self.json, body: body)
            let changed = try #require(reply.json["changed"] as? [[String: String]])
            #expect(changed.count >= ids.count && Set(changed.map { $0["scope"] }) == ["news"])
            #expect(try server.stored("news/top").allSatisfy { !$0.isUnread })
            let keys = changed.compactMap { $0["id"] }.map { "id=\($0)" }.joined(separator: "&")
            #expect(await server.post("/marks", "scope=news&mark=unread&" + keys).status == 303)
            #expect(try server.stored("news/top").count { $0.isUnread } == changed.count)
        }
    }

    @Test("A reader marks the items older than one as read")
    func markOlder() async throws {
        try await RunningServer.run { server in
            _ = await server.newsIDs()
            let items = try server.stored("news/top")
            let date = try #require(items[10].date)
            let text = date.formatted(.iso8601)
            #expect(await server.post("/marks", "feed=/news/top&mark=older&date=\(text)").status == 303)
            let later = try server.stored("news/top")
            #expect(later.allSatisfy { $0.isUnread == ($0.date.map { $0 >= date } ?? true) })
        }
    }

    @Test("A reader marks a whole list with each form of a boolean", arguments: ["1", "t", "True", "TRUE"])
    func allForms(form: String) async throws {
        try await RunningServer.run { server in
            _ = await server.newsIDs()
            _ = await server.post("/follow", "feed=/news/top")
            #expect(await server.post("/marks", "all=\(form)&mark=read", ["Accept": "application/json"]).status == 200)
            #expect(await server.ask("/api/unread").json["total"] as? Int == 0)
        }
    }

    @Test(
        "A reader gets an error for an invalid mark",
        arguments: [
            "scope=news&mark=read", "id=1&mark=read", "scope=news&id=1&mark=liked", "",
            "feed=/news/worst&all=true&mark=read", "all=true&mark=read&before=yesterday", "all=maybe&mark=read",
        ])
    func invalidMarks(form: String) async throws {
        try await RunningServer.run { server in
            #expect(await server.post("/marks", form).status == 400)
        }
    }

    @Test("A reader finds unread items of followed feeds, and saved items, on pages and as documents")
    func lists() async throws {
        try await RunningServer.run { server in
            let ids = await server.newsIDs()
            #expect(await server.ask("/api/unread").json["total"] as? Int == 0)
            _ = await server.post("/follow", "feed=/news/top")
            let unread = await server.ask("/api/unread").json
            #expect(unread["feed"] as? String == "unread" && unread["unreadCount"] as? Int == 20)
            #expect((unread["items"] as? [[String: Any]])?.count == 20)
            let page = await server.ask("/unread").text
            #expect(page.components(separatedBy: "<li class=\"row").count == 21 && page.contains("<title>(20) Unread"))
            _ = await server.post("/marks", "scope=news&id=\(ids[3])&mark=saved")
            let saved = await server.ask("/api/saved").json["items"] as? [[String: Any]]
            #expect(saved?.count == 1 && saved?.first?["id"] as? Int == ids[3])
            #expect(await server.ask("/saved").text.components(separatedBy: "<li class=\"row").count == 2)
        }
    }

    @Test(
        "A reader marks everything that a page shows as read, also if the clock was set back since",
        arguments: ["/", "/unread", "/news/top"])
    func clockSetBack(path: String) async throws {
        try await RunningServer.run { server in
            _ = await server.newsIDs()
            _ = await server.post("/follow", "feed=/news/top")
            server.control.advance(by: .seconds(-3600))
            let page = await server.settled(path).text
            let until = try #require(page.firstMatch(of: /name="until" value="(\d+)"/)?.1)
            _ = await server.post("/marks", "all=true&mark=read&until=\(until)")
            #expect(await server.ask("/api/unread").json["total"] as? Int == 0)
        }
    }

    @Test("A reader sees the date of the last visit, which only an open page records")
    func visits() async throws {
        try await RunningServer.run { server in
            _ = await server.settled("/news/new")
            let store = server.scene.environment.store
            let number = try store.changeNumber()
            let html = ["Accept": "text/html"]
            for fields in [html, [:]] {
                #expect(!(await server.ask("/news/new", "GET", fields).text.contains("Since your last visit")))
            }
            #expect(try store.changeNumber() == number, "a GET changes nothing")
            #expect(await server.post("/visit", "feed=/news/new").status == 204)
            await server.refresh("/news/new", after: 660)
            _ = await server.settled("/news/new")
            let page = await server.ask("/news/new", "GET", html)
            #expect(page.text.contains("Since your last visit"))
            #expect(!(await server.ask("/news/new").text.contains("Since your last visit")), "programs visit nothing")
        }
    }

    @Test("A reader refreshes a feed immediately, even if it is fresh")
    func refresh() async throws {
        try await RunningServer.run { server in
            _ = await server.newsIDs()
            server.control.resetLog()
            server.control.advance(by: .seconds(15))
            #expect(await server.post("/refresh", "feed=/news/top").headers["location"] == "/news/top")
            let path = "/news/v0/topstories"
            try await waits { !server.control.requests(to: path).isEmpty }
            #expect(await server.post("/refresh", "feed=http://evil.example/news/top").status == 400)
        }
    }

    @Test("A reader refreshes the feeds of a list, and learns how many of their items are new")
    func refreshList() async throws {
        try await RunningServer.run { server in
            for (feed, folder) in [("/news/top", "News"), ("/news/best", "News/Deep"), ("/quakes/day/2.5", "Earth")] {
                _ = await server.post("/follow", "feed=\(feed)&folder=\(folder)")
            }
            try await waits { server.contexts.polls.count == 3 && server.contexts.polls.runningCount == 0 }
            let page = await server.ask("/unread?folder=News").text
            #expect(
                page.contains(
                    "action=\"/refresh\" data-feeds=\"2\"><input type=\"hidden\" name=\"folder\" value=\"News\">"))
            #expect(await server.ask("/").text.contains("title=\"Refresh 3 feeds (r)\""))
            server.control.resetLog()
            server.control.advance(by: .seconds(900))
            let json = ["Accept": "application/json"]
            let folder = await server.post("/refresh", "folder=News", json).json
            #expect(folder["feeds"] as? Int == 2 && folder["pending"] != nil && folder["arrived"] != nil)
            try await waits { !server.control.requests(to: "/news/v0/beststories").isEmpty }
            #expect(server.control.requests(to: "/quakes").isEmpty)
            let all = await server.post("/refresh", "all=true&return=/")
            #expect(all.status == 303 && all.headers["location"] == "/")
            #expect(await server.post("/refresh", "folder=Nowhere", json).status == 400)
            #expect(await server.post("/refresh", "", json).status == 400)
        }
    }
}

extension RunningServer {
    /// The followed feeds; nil if they can't be read.
    var followed: [String]? { try? scene.environment.followed().map(\.title) }

    /// The stories, which are stored then.
    func newsIDs() async -> [Int] {
        (await ask("/api/news/top").json["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
    }

    /// What is stored of a feed, newest first.
    func stored(_ feed: String) throws -> [StoredItem] {
        try scene.environment.store.snapshot(of: FeedKey(feed), order: .newest, limit: nil).items
    }
}

import FeedStore
import Feeds
import Foundation
import Testing

@testable import FreshetServer

@Suite("Followed feeds on the page") struct ArrangingTests {
    private static let json = ["Accept": "application/json"]
    private static let feeds = ["/news/top", "/news/new", "/news/best", "/quakes/day/2.5"]

    /// A server with four followed feeds, the last two in folders.
    private func run(_ body: (RunningServer) async throws -> Void) async throws {
        try await RunningServer.run { server in
            for (feed, folder) in zip(Self.feeds, ["", "", "Work", "Work/Deep"]) {
                _ = await server.post("/follow", "feed=\(feed)&folder=\(folder)&interval=never")
            }
            try await body(server)
        }
    }

    private func order(_ server: RunningServer) async -> [String] {
        let feeds = await server.ask("/api/following").json["feeds"] as? [[String: Any]] ?? []
        return feeds.map { "\($0["folder"] as? String ?? "")|\($0["feed"] as? String ?? "")" }
    }

    @Test("Followed feeds move up and down, beside others and into folders")
    func moves() async throws {
        try await run { server in
            let up = await server.post("/following", "up=/news/new")
            #expect(up.status == 303 && up.headers["location"] == "/following#following-.47.news.47.new")
            #expect(await order(server).prefix(2) == ["|news/new", "|news/top"])
            #expect(await server.post("/following", "move=/news/top&into=Work", Self.json).status == 204)
            #expect(await server.post("/following", "move=/news/top&before=/news/best", Self.json).status == 204)
            let expected = ["|news/new", "Work|news/top", "Work|news/best", "Work/Deep|quakes/day/2.5"]
            #expect(await order(server) == expected)
            #expect(await server.post("/following", "move=Work/Deep&into=", Self.json).status == 204)
            #expect(await order(server).last == "Deep|quakes/day/2.5")
            #expect(await server.post("/following", "up=Deep", Self.json).status == 204)
            #expect(await order(server)[1] == "Deep|quakes/day/2.5")
        }
    }

    @Test("Followed feeds refuse forms without an action or a feed")
    func refusals() async throws {
        try await run { server in
            for form in ["", "do=x&feed=/news/top", "do=read", "move=/news/top", "up=/nowhere", "restore=x"] {
                let status = await server.post("/following", form, Self.json).status
                #expect(status == (form == "restore=x" ? 404 : 400), "\(form)")
            }
            let page = await server.post("/following", "do=unfollow")
            #expect(page.status == 400 && page.text.contains("id=\"selection-refusal\""))
            #expect(await order(server).count == 4)
        }
    }

    @Test("Followed feeds change together: their folder, their interval, and their items")
    func many() async throws {
        try await run { server in
            let selected = "feed=/news/top&feed=/quakes/day/2.5&feed=/news/item/1"
            _ = await server.post("/following", "do=folder&folder=%20News/%20Tech/&interval=default&\(selected)")
            let folders = ["News/Tech|news/top", "|news/new", "Work|news/best", "News/Tech|quakes/day/2.5"]
            #expect(await order(server) == folders)
            _ = await server.post("/following", "do=interval&folder=&interval=2h&\(selected)")
            let feeds = await server.ask("/api/following").json["feeds"] as? [[String: Any]] ?? []
            #expect(feeds.map { $0["interval"] as? String } == ["2h", "never", "never", "2h"])
            #expect(await server.post("/following", "do=read&\(selected)").status == 303)
        }
    }

    @Test("Followed feeds are marked as read together, which can be undone")
    func undoneMarks() async throws {
        try await run { server in
            let items = await server.ask("/api/news/top").json["items"] as? [[String: Any]] ?? []
            let ids = items.prefix(2).compactMap { ($0["id"] as? Int).map(String.init) ?? $0["id"] as? String }
            let form = "feed=/news/top&mark=unread" + ids.map { "&id=\($0)" }.joined()
            #expect(await server.post("/marks", form, Self.json).status == 200)
            func unread() async -> [Int?] {
                let feeds = await server.ask("/api/following").json["feeds"] as? [[String: Any]] ?? []
                return feeds.map { $0["unreadCount"] as? Int }
            }
            let before = await unread()
            try #require(before[0] ?? 0 > 1)
            let done = await server.post("/following", "do=read&feed=/news/top&feed=/news/new")
            #expect(await unread()[0] == 0)
            let page = await server.ask(try #require(done.headers["location"])).text
            #expect(page.contains(/Marked \d+ items? as read\./))
            let id = try #require(page.firstMatch(of: /name="restore" value="([0-9a-f]+)"/)).1
            #expect(await server.post("/following", "restore=\(id)").status == 303)
            #expect(await unread() == before)
            // Nothing to undo.
            _ = await server.post("/following", "do=read&feed=/news/top")
            #expect(await server.post("/following", "do=read&feed=/news/top").headers["location"] == "/following")
        }
    }

    @Test("Unfollowed feeds come back with their settings and places, without JavaScript too")
    func undo() async throws {
        try await run { server in
            let before = await order(server)
            let selected = "feed=/news/new&feed=/news/best"
            let done = await server.post("/following", "do=unfollow&\(selected)")
            #expect(await order(server).count == 2)
            let address = try #require(done.headers["location"])
            let page = await server.ask(address).text
            #expect(page.contains("Unfollowed 2 feeds."))
            let id = try #require(page.firstMatch(of: /name="restore" value="([0-9a-f]+)"/)).1
            #expect(await server.post("/following", "restore=\(id)").status == 303)
            #expect(await order(server) == before)
            let one = await server.post("/unfollow", "feed=/news/top", Self.json)
            #expect(one.json["titles"] as? [String] == ["Top stories"])
            let restore = try #require(one.json["restore"] as? String)
            #expect(await server.post("/following", "restore=\(restore)", Self.json).status == 204)
            #expect(await order(server) == before)
        }
    }

    @Test("Followed feeds are shown by folder, and found by their names, folders and addresses")
    func page() async throws {
        try await run { server in
            let page = await server.ask("/following").text
            #expect(page.contains("<tbody data-folder=\"Work/Deep\">"))
            let menu = await server.ask("/following?part=menu").text
            #expect(menu.contains(/has-unread"><h4 class="folder-name" id="side-folder-Work.47.Deep">/))
            for (words, count) in [("top", 1), ("WORK", 2), ("deep quakes", 1), ("zzz", 0)] {
                let text = await server.ask("/following?q=\(words.replacingOccurrences(of: " ", with: "+"))").text
                #expect(text.matches(of: /name="feed" value/).count == count, "\(words)")
            }
        }
    }
}

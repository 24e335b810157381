import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("Stories on the server") struct StoryRouteTests {
    private static let json = ["Accept": "application/json"]

    /// A server with two followed sites, each in a folder, and the newest items of both.
    private func run(_ body: (RunningServer, [ListedItems.Item]) async throws -> Void) async throws {
        try await RunningServer.run { server in
            let environment = server.scene.environment
            var items: [ListedItems.Item] = []
            for number in 0..<2 {
                let address = server.scene.sample.baseURL.appending(path: "web/told\(number)/feed.xml")
                let feed = try #require(environment.catalog.feed(pasted: address.absoluteString))
                try environment.follow(feed, FollowSettings(folder: "Sea"))
                _ = try await server.scene.state(feed)
                items.append(try #require(try environment.items(ItemSelection(.feed(feed.key)), limit: 1).items.first))
            }
            try await body(server, items)
        }
    }

    private func page(_ item: ListedItems.Item) -> String { ItemArticle.address(item.key.id, in: item.feed) }

    private func fields(_ item: ListedItems.Item) -> String {
        "scope=\(item.key.scope.escaped)&id=\(item.key.id.escaped)"
    }

    /// How many rows a list has, and how many of them are stories.
    private func rows(_ server: RunningServer, _ path: String = "/unread") async -> [Int] {
        let text = await server.ask(path).text
        return [text.matches(of: #/<li class="row /#).count, text.matches(of: /class="voices"/).count]
    }

    @Test("Stories are joined, taken apart, and undone; programs get what undoes it")
    func decisions() async throws {
        try await run { server, items in
            let before = await rows(server)
            let join = "do=join&\(fields(items[0]))&with=\(page(items[1]).escaped)"
            let joined = await server.post("/stories", join, Self.json)
            #expect(joined.status == 200)
            #expect(await rows(server) == [before[0] - 1, 1])
            #expect(await server.post("/stories", join, Self.json).status == 204, "they are one already")
            let apart = await server.post("/stories", "do=apart&\(fields(items[1]))", Self.json)
            #expect(await rows(server) == before)
            for reply in [apart, joined] {
                let undo = try #require(reply.json["undo"] as? String)
                #expect(await server.post("/stories", "undo=\(undo.escaped)", Self.json).status == 204)
                #expect(await server.post("/stories", "undo=\(undo.escaped)", Self.json).status == 204, "twice")
            }
            #expect(await rows(server) == before)
        }
    }

    @Test("Stories are changed by forms, whose page offers to undo it; opening pages changes nothing")
    func forms() async throws {
        try await run { server, items in
            let before = await rows(server)
            let (one, other) = (page(items[0]), page(items[1]))
            let link = ItemStory.joinAddress(of: one)
            #expect(await server.ask(one).text.contains("href=\"\(link)\""))
            let choice = await server.ask(link).text
            #expect(choice.contains("name=\"with\" value=\"\(other)\"") && !choice.contains("value=\"\(one)\"><button"))
            let done = await server.post(
                "/stories", "do=join&\(fields(items[0]))&with=\(other.escaped)&return=\(one.escaped)")
            let address = try #require(done.headers["location"])
            #expect(done.status == 303 && address.hasPrefix(one + "&undo="))
            let told = await server.ask(address).text
            #expect(told.contains("Also told by") && told.contains("The story was changed."))
            #expect(await rows(server) == [before[0] - 1, 1], "opening it has changed nothing")
            let undo = try #require(told.firstMatch(of: /name="undo" value="([^"]+)"/)).1.replacing("&gt;", with: ">")
            let undone = await server.post("/stories", "undo=\(String(undo).escaped)&return=\(one.escaped)")
            #expect(undone.status == 303 && undone.headers["location"] == one)
            #expect(await rows(server) == before)
            // Nobody is led elsewhere.
            let away = await server.post(
                "/stories", "do=join&\(fields(items[0]))&with=\(other.escaped)&return=https://other.example/")
            #expect(away.status == 303 && away.headers["location"] == "/")
        }
    }

    @Test("Changes of stories without a change or valid items are refused, with the reason")
    func refusals() async throws {
        try await run { server, items in
            let item = fields(items[0])
            for form in [
                "", "do=x&\(item)", "do=join", "do=join&\(item)", "do=join&\(item)&with=/nowhere", "undo=x",
                "do=join&\(item)&with=\(page(items[0]).escaped)", "do=join&\(item)&with=/news/top?item=0",
            ] {
                #expect(await server.post("/stories", form, Self.json).status == 400, "\(form)")
            }
            let from = ItemStory.joinAddress(of: page(items[0])).escaped
            let refused = await server.post("/stories", "do=join&\(item)&with=%3Cx%3E&from=\(from)")
            #expect(refused.status == 400 && refused.text.contains("id=\"story-with-refusal\""))
            #expect(refused.text.contains("value=\"&lt;x&gt;\""), "what was typed stays")
            #expect(await server.ask("/stories").status == 400)
            #expect(await server.ask("/stories?item=/news/top%3Fitem=0").status == 404)
        }
    }

    @Test("Stories are named by the address of a list in which the item is open, with a host, too")
    func addresses() async throws {
        try await run { server, items in
            for place in ["https://example.org", ""] {
                let address = "\(place)/unread?open=\(page(items[1]).escaped)"
                let form = "do=join&\(fields(items[0]))&with=\(address.escaped)"
                #expect(await server.post("/stories", form, Self.json).status == 200)
                _ = await server.post("/stories", "do=apart&\(fields(items[0]))", Self.json)
            }
        }
    }

    @Test("An item opened in a list has its story's other voices, for any order and limit of the list")
    func openInList() async throws {
        try await run { server, items in
            let open = "open=" + page(items[0]).escaped
            for path in ["/unread?order=oldest&\(open)", "/unread?limit=1000&\(open)"] {
                let text = await server.ask(path).text
                #expect(text.contains("class=\"story\""), "\(path)")
            }
        }
    }

    @Test("Stories join and split at most 50 items, and read an address within an address once")
    func limits() async throws {
        try await run { server, items in
            let many = (0...50).map { "id=\($0)" }.joined(separator: "&")
            for form in ["do=apart&scope=news&\(many)", "do=join&scope=news&\(many)"] {
                #expect(await server.post("/stories", form, Self.json).status == 400)
            }
            let nested = String(repeating: "/unread?open=", count: 1000) + page(items[1])
            let form = "do=join&\(fields(items[0]))&with=\(nested.escaped)"
            #expect(await server.post("/stories", form, Self.json).status == 400)
        }
    }

    @Test("Stories are marked as one, also with a list, and count once in folders")
    func marks() async throws {
        try await run { server, items in
            func count(_ path: String) async throws -> Int {
                let text = await server.ask("/following?part=menu").text
                let words = try #require(text.firstMatch(of: /data-unread="([^"]*folder[^"]*)">([0-9,]+)/))
                return try #require(Int(words.2))
            }
            let before = try await count("Sea")
            _ = await server.post("/stories", "do=join&\(fields(items[0]))&with=\(page(items[1]).escaped)", Self.json)
            #expect(try await count("Sea") == before - 1)
            let marked = await server.post("/marks", "mark=read&\(fields(items[0]))", Self.json)
            #expect((marked.json["changed"] as? [Any])?.count == 2)
            _ = await server.post("/marks", "mark=unread&\(fields(items[0]))", Self.json)
            let all = await server.post("/marks", "mark=read&all=true&feed=\(items[0].feed.address.escaped)", Self.json)
            let scopes = try #require(all.json["changed"] as? [[String: Any]]).compactMap { $0["scope"] as? String }
            #expect(scopes.contains(items[1].key.scope), "the other item of the story")
        }
    }

    @Test("Stories stay apart for a feed, for a folder, and for an account that has turned them off")
    func off() async throws {
        try await run { server, items in
            _ = await server.post("/stories", "do=join&\(fields(items[0]))&with=\(page(items[1]).escaped)", Self.json)
            let joined = await rows(server)
            #expect(joined[1] == 1)
            #expect(await server.post("/follow", "feed=\(items[0].feed.address.escaped)&stories=apart").status == 303)
            #expect(await rows(server)[1] == 0)
            #expect(await !server.ask(page(items[0])).text.contains("class=\"story\""))
            let environment = server.scene.environment
            try environment.follow(items[0].feed, FollowSettings(stories: .first))
            #expect(await server.post("/following", "do=stories&in=Sea&stories=joined", Self.json).status == 204)
            #expect(await rows(server) == joined)
            let settings = try environment.followed().map { $0.settings.stories ?? .joined }
            #expect(settings.filter { $0 == .first }.count == 1, "a headline that comes first stays so")
            let list = await server.ask("/unread?folder=Sea").text
            #expect(list.contains("name=\"in\" value=\"Sea\"") && list.contains(" stories"))
            #expect(await server.post("/settings", "stories=off", Self.json).status == 200)
            #expect(await rows(server) == [joined[0] + 1, 0])
            #expect(await !server.ask("/unread?folder=Sea").text.contains("name=\"in\""))
            for form in ["do=stories&in=Sea", "do=stories&in=Nowhere&stories=apart", "do=stories&in=Sea&stories=x"] {
                #expect(await server.post("/following", form, Self.json).status == 400, "\(form)")
            }
        }
    }
}

extension String {
    /// As a value of a form.
    fileprivate var escaped: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
}

import FeedStore
import Feeds
import Foundation
import HTTPTypes
import Testing

@testable import ReaderApps

@Suite("Miniflux's API")
struct MinifluxTests {
    private let app: App

    init() throws {
        app = try App()
        try app.follow(App.top, in: "News")
    }

    private func titles(_ path: String) async throws -> [String] {
        struct Entries: Decodable {
            struct Entry: Decodable { let title: String }
            let entries: [Entry]
        }
        return try JSONDecoder().decode(Entries.self, from: try await app.miniflux(.get, path).body).entries.map(
            \.title)
    }

    @Test("Miniflux's API orders entries by each of their properties, and continues after one")
    func orders() async throws {
        try app.stories(3, dated: 1_700_000_000)
        try app.stories(1, dated: 1_600_000_000)
        try app.stories(2, dated: 1_500_000_000)
        #expect(try await titles("entries?order=id") == ["Story 3", "Story 1", "Story 2"])
        #expect(try await titles("entries?order=published_at&direction=desc") == ["Story 3", "Story 1", "Story 2"])
        #expect(try await titles("entries?order=title") == ["Story 1", "Story 2", "Story 3"])
        #expect(try await titles("entries?order=author&limit=1&offset=2") == ["Story 2"])
        #expect(try await titles("entries?published_after=1550000000&published_before=1650000000") == ["Story 1"])
        let first = try #require(try app.store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 3).last)
        #expect(try await titles("entries?after_entry_id=\(first)&order=id") == ["Story 1", "Story 2"])
        #expect(try await titles("entries?search=story+2") == ["Story 2"])
    }

    @Test("A search finds the beginnings of words, and words of scripts without spaces")
    func search() async throws {
        try app.story(1, "Plain words")
        try app.story(2, "日本の鷹について")
        try app.story(3, "日本の鶴", into: App.best)
        func found(_ words: String, _ parameters: String = "") async throws -> [String] {
            let words = try #require(words.addingPercentEncoding(withAllowedCharacters: []))
            return try await titles("entries?search=\(words)\(parameters)")
        }
        #expect(try await found("鷹") == ["日本の鷹について"])
        #expect(try await found("日本", "&status=unread") == ["日本の鷹について"])
        #expect(try await found("日本の鷹 つい", "&order=published_at") == ["日本の鷹について"])
        #expect(try await found("鶴") == [])
        #expect(try await found("wor") == ["Plain words"])
        #expect(try await found("ords") == [])
        #expect(try await app.miniflux(.get, "entries?search=plain&limit=1").text.contains(#""total":1"#))
    }

    @Test("Miniflux's API gives the entries that changed since, even if a whole feed was marked")
    func changed() async throws {
        try app.stories(1, 2)
        app.clock.advance()
        let then = Int(app.clock.now.timeIntervalSince1970)
        #expect(try await titles("entries?changed_after=\(then)") == [])
        #expect(try await app.miniflux(.put, "users/1/mark-all-as-read").status.code == 204)
        #expect(try await titles("entries?changed_after=\(then)&order=title") == ["Story 1", "Story 2"])
    }

    @Test("Entries are ordered by publication by default, starred ones, too, and by their last change")
    func defaultOrder() async throws {
        try app.stories(1, dated: 1_700_000_000)
        try app.stories(2, dated: 1_500_000_000)
        try app.stories(3, dated: 1_600_000_000)
        let ids = try app.store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 3)
        for id in [ids[2], ids[0], ids[1]] {
            app.clock.advance()
            #expect(try await app.miniflux(.put, "entries/\(id)/star").status.code == 204)
        }
        #expect(try await titles("entries") == ["Story 2", "Story 3", "Story 1"])
        #expect(try await titles("entries?starred=1&direction=desc") == ["Story 1", "Story 3", "Story 2"])
        #expect(try await titles("entries?order=changed_at") == ["Story 1", "Story 3", "Story 2"])
        #expect(try await titles("entries?starred=1&order=changed_at&limit=1&offset=1") == ["Story 3"])
    }

    @Test("A disabled feed isn't refreshed, and one with a crawler loads full texts")
    func settings() async throws {
        let feed = try #require(try app.store.subscriptions().first)
        func change(_ body: String) async throws -> String {
            let response = try await app.miniflux(.put, "feeds/\(feed.id)", body)
            #expect(response.status.code == 201, "\(response.text)")
            return response.text
        }
        #expect(try await change(#"{"disabled":true}"#).contains(#""disabled":true"#))
        #expect(try app.store.followed().first?.settings.interval == .never)
        #expect(try await change(#"{"disabled":false,"crawler":true}"#).contains(#""crawler":true,"#))
        #expect(try app.store.followed().first?.settings == FollowSettings(folder: "News", loadsFullTexts: true))
        // An interval of the reader's own isn't one that disables a feed.
        try app.environment.follow(
            try #require(app.environment.catalog.feed(App.top)), FollowSettings(interval: .seconds(7200)))
        #expect(try await change(#"{"disabled":false,"title":"Mine"}"#).contains(#""title":"Mine""#))
        #expect(try app.store.followed().first?.settings.interval == .seconds(7200))
    }

    @Test("Fields with the values that a feed has anyway are accepted, as some clients send all of them")
    func fields() async throws {
        let feed = try #require(try app.store.subscriptions().first)
        let known = try JSONSerialization.jsonObject(with: try await app.miniflux(.get, "feeds/\(feed.id)").body)
        let site = try #require((known as? [String: Any])?["site_url"] as? String)
        let body = """
            {"title":"Mine","site_url":"\(site)","scraper_rules":"","user_agent":null,"ignore_http_cache":false,\
            "hide_globally":false,"blocklist_rules":"","no_media_player":false}
            """
        #expect(try await app.miniflux(.put, "feeds/\(feed.id)", body).status.code == 201)
    }

    @Test(
        "A field without effect is refused by name, and nothing changes",
        arguments: [
            ("PUT", "feeds/ID", #"{"title":"x","scraper_rules":"article"}"#, "scraper_rules"),
            ("PUT", "feeds/ID", #"{"title":"x","site_url":"https://example.org/other"}"#, "site_url"),
            ("PUT", "feeds/ID", #"{"title":"x","hide_globally":true}"#, "hide_globally"),
            ("PUT", "feeds/ID", #"{"title":"x","keep_filter_entry_rules":["a"]}"#, "keep_filter_entry_rules"),
            ("POST", "feeds", #"{"feed_url":"https://example.org","user_agent":"me"}"#, "user_agent"),
            ("POST", "discover", #"{"url":"https://example.org","fetch_via_proxy":true}"#, "fetch_via_proxy"),
            ("POST", "categories", #"{"title":"x","hide_globally":true}"#, "hide_globally"),
            ("PUT", "categories/1", #"{"title":"x","hide_globally":true}"#, "hide_globally"),
            ("PUT", "entries", #"{"entry_ids":[1],"status":"read","tags":["a"]}"#, "tags"),
            ("GET", "entries?tags=a", "", "tags"),
        ])
    func withoutEffect(method: String, path: String, body: String, name: String) async throws {
        let feed = try #require(try app.store.subscriptions().first)
        let path = path.replacing("ID", with: String(feed.id))
        let response = try await app.miniflux(try #require(.init(method)), path, body)
        #expect(response.status.code == 400 && response.text.contains("“\(name)”"), "\(response.text)")
        #expect(try app.store.followed().first?.settings == FollowSettings(folder: "News"))
        #expect(try app.store.folders().map(\.path) == ["News"])
    }

    @Test("Feeds in no folder are in a category of their own")
    func noFolder() async throws {
        try app.follow(App.best)
        try app.stories(1)
        try app.stories(2, into: App.best)
        #expect(try await titles("categories/0/entries") == ["Story 2"])
        #expect(try await app.miniflux(.put, "categories/0/mark-all-as-read").status.code == 204)
        #expect(try await titles("entries?status=unread") == ["Story 1"])
        #expect(try await app.miniflux(.get, "categories").text.contains(#""id":0"#))
        let feed = try #require(try app.store.subscriptions().first)
        #expect(try await app.miniflux(.put, "feeds/\(feed.id)", #"{"category_id":0}"#).status.code == 201)
        #expect(try await titles("categories/0/entries?order=id") == ["Story 1", "Story 2"])
    }

    @Test("A star is toggled, and set together with the status")
    func stars() async throws {
        try app.stories(1)
        let id = try #require(try app.store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 1).first)
        for count in [1, 0] {
            #expect(try await app.miniflux(.put, "entries/\(id)/bookmark").body.isEmpty)
            #expect(try app.store.count(of: ItemSelection(.all, isSaved: true)) == count)
        }
        let body = #"{"entry_ids":[\#(id)],"status":"read","starred":true}"#
        #expect(try await app.miniflux(.put, "entries", body).status.code == 204)
        #expect(try await titles("entries?starred=true&status=read") == ["Story 1"])
    }

    @Test(
        "Miniflux's API refuses what it can't read, with the reason as JSON",
        arguments: [
            ("GET", "entries?order=x", "", 400), ("GET", "entries/9", "", 404), ("GET", "nothing", "", 404),
            ("PUT", "entries", "{", 400), ("PUT", "entries", #"{"entry_ids":[],"status":"read"}"#, 400),
            ("POST", "categories", #"{"title":" / "}"#, 400), ("PUT", "categories/0", #"{"title":"x"}"#, 400),
            ("DELETE", "feeds/9", "", 404), ("POST", "entries/1/save", "", 400),
        ])
    func refusals(method: String, path: String, body: String, status: Int) async throws {
        let response = try await app.miniflux(try #require(.init(method)), path, body)
        #expect(response.status.code == status && response.text.contains("error_message"))
    }
}

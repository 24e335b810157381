import FeedStore
import Feeds
import Foundation
import HTTPTypes
import Testing

@testable import ReaderApps

@Suite("Google Reader's API")
struct GoogleReaderTests {
    private let app: App
    private let list = "user/-/state/com.google/reading-list"
    private let read = "user/-/state/com.google/read"

    init() throws {
        app = try App()
        try app.follow(App.top, in: "News/Tech & more")
    }

    private func until(_ date: Date) -> Int { Int(date.timeIntervalSince1970) }

    @Test("Google Reader's API gives an item with an old date that arrived since the last request")
    func arrival() async throws {
        try app.stories(1)
        let looked = until(app.clock.now) + 1
        try app.stories(2, dated: 1_000_000_000)
        #expect(try await app.titles("\(list)?ot=\(looked)") == ["Story 2"])
        #expect(try await app.titles("\(list)?nt=\(looked)") == ["Story 1"])
        #expect(try await app.titles(list) == ["Story 2", "Story 1"])
        #expect(try await app.titles("\(list)?r=o") == ["Story 1", "Story 2"])
    }

    @Test("Pages don't shift when items are marked meanwhile")
    func pages() async throws {
        for number in 1...9 { try app.stories(number) }
        let first = try await app.ids("s=\(list)&xt=\(read)&n=4")
        #expect(first.ids.count == 4)
        let marked = first.ids.map { "i=\($0)" }.joined(separator: "&")
        #expect(try await app.google("edit-tag", form: "\(marked)&a=\(read)").text == "OK")
        let second = try await app.ids("s=\(list)&xt=\(read)&n=4&c=\(try #require(first.continuation))")
        let third = try await app.ids("s=\(list)&xt=\(read)&n=4&c=\(try #require(second.continuation))")
        #expect(third.continuation == nil && Set(first.ids + second.ids + third.ids).count == 9)
    }

    @Test("An item of two feeds is given once, under the first one, with one number in both")
    func once() async throws {
        try app.follow(App.best)
        try app.stories(1)
        try app.stories(1, into: App.best)
        let feeds = try app.store.subscriptions()
        let all = try await app.ids("s=\(list)").ids
        #expect(all.count == 1)
        #expect(feeds.count == 2)
        for feed in feeds { #expect(try await app.ids("s=feed/\(feed.id)").ids == all) }
        #expect(try await app.google("stream/contents/\(list)").text.contains("\"streamId\":\"feed/\(feeds[0].id)\""))
    }

    @Test("No stream has a muted item, and a saved one is starred even after its feed has dropped it")
    func mutedAndSaved() async throws {
        try app.environment.add([app.environment.rule("mute \"Story 3\"")])
        try app.stories(1, 2, 3)
        #expect(try await app.titles(list).sorted() == ["Story 1", "Story 2"])
        try app.store.mark([ItemKey(scope: "news", id: "2")], as: .saved, at: app.clock.now)
        let unfollowed = try #require(try app.environment.followed().first)
        try app.environment.unfollow(unfollowed.feed)
        #expect(try await app.titles("user/-/state/com.google/starred") == ["Story 2"])
        #expect(try await app.titles(list) == [])
    }

    @Test("A folder is marked as read without its subfolders, and without items that arrived later")
    func markAll() async throws {
        try app.follow(App.best, in: "News")
        try app.stories(1)
        try app.stories(2, into: App.best)
        let looked = until(app.clock.now)
        try app.stories(3, into: App.best)
        #expect(try await app.google("mark-all-as-read", form: "s=user/-/label/News&ts=\(looked)000000").text == "OK")
        #expect(try await app.titles("\(list)?xt=\(read)&r=o") == ["Story 1", "Story 3"])
        #expect(try await app.google("mark-all-as-read", form: "s=user/-/label/News").text == "OK")
        #expect(try await app.titles("\(list)?xt=\(read)") == ["Story 1"])
    }

    @Test("Folders with slashes and ampersands are named, and renamed")
    func folders() async throws {
        #expect(
            try await app.google("tag/list").text.contains(#""id":"user/-/label/News/Tech & more","type":"folder""#))
        try app.stories(1)
        #expect(try await app.titles("user%2F-%2Flabel%2FNews%2FTech%20%26%20more") == ["Story 1"])
        let form = "s=user/-/label/News/Tech+%26+more&dest=user/-/label/Press"
        #expect(try await app.google("rename-tag", form: form).text == "OK")
        #expect(try app.store.followed().map(\.settings.folder) == ["Press"])
        #expect(try await app.google("disable-tag", form: "s=user/-/label/Press").text == "OK")
        #expect(try app.store.followed().map(\.settings.folder) == [nil])
    }

    @Test("Feeds that aren't web feeds have readable content")
    func content() async throws {
        try app.stories(1)
        let text = try await app.google("stream/contents/\(list)").text
        #expect(text.contains("12 points") && text.contains("Discussion") && text.contains("\"author\":\"ann\""))
        #expect(text.contains("news.ycombinator.com/item?id=1"))
        let subscriptions = try await app.google("subscription/list").text
        #expect(subscriptions.contains("http://127.0.0.1:8080/news/top.atom"))
    }

    @Test("Labels are added to items, taken away, listed with their items, renamed and removed")
    func itemLabels() async throws {
        try app.stories(1, 2)
        let ids = try app.store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 2)
        let label = "user/-/label/To+read"
        #expect(
            try await app.google("edit-tag", form: "i=\(ids[0])&i=\(ids[1])&a=\(label)&a=user/-/label/Tea").text == "OK"
        )
        let tags = try await app.google("tag/list").text
        #expect(
            tags.contains(#"{"id":"user/-/label/To read","type":"tag"}"#) && tags.contains(#"more","type":"folder""#))
        #expect(try await app.titles("user/-/label/to%20read") == ["Story 1", "Story 2"])
        #expect(try await app.ids("s=user/-/label/Tea").ids == ids)
        #expect(try await app.google("unread-count").text.contains(#"{"count":2,"id":"user/-/label/To read","#))
        let contents = try await app.google("stream/contents/\(list)").text
        #expect(contents.contains(#""user/-/label/News/Tech & more","user/-/label/Tea","user/-/label/To read""#))
        #expect(try await app.google("edit-tag", form: "i=\(ids[1])&r=\(label)&a=\(read)").text == "OK")
        #expect(try await app.titles("user/-/label/To%20read") == ["Story 1"])
        #expect(try await app.google("mark-all-as-read", form: "s=\(label)").text == "OK")
        #expect(try app.store.unreadCounts().total == 0)
        #expect(try await app.google("rename-tag", form: "s=\(label)&dest=user/-/label/Later").text == "OK")
        #expect(try app.store.labels().map(\.name) == ["Later", "Tea"])
        #expect(try await app.google("disable-tag", form: "s=user/-/label/Tea&s=user/-/label/Later").text == "OK")
        #expect(try app.store.labels().isEmpty && app.store.followed().first?.settings.folder != nil)
    }

    @Test("Folders as labels, invalid names and unknown states are refused, with all of the request")
    func labels() async throws {
        try app.stories(1)
        let id = try #require(try app.store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 1).first)
        for change in [
            "a=\(read)&a=user/-/label/News%2FTech+%26+more", "a=\(read)&a=user/-/label/", "a=\(read)&a=x",
            "r=\(list)", "", "a=",
        ] {
            let response = try await app.google("edit-tag", form: "i=\(id)&\(change)")
            #expect(response.status.code == 400, "\(change)")
            #expect(try app.store.unreadCounts().total == 1, "\(change)")
        }
        #expect(try app.store.labels().isEmpty)
        // Apps send the social states of Google Reader, which readers don't see.
        let state = "user/-/state/com.google/"
        #expect(try await app.google("edit-tag", form: "i=\(id)&a=\(state)like&r=\(state)broadcast").text == "OK")
        #expect(try await app.google("edit-tag", form: "i=\(id)&a=\(read)&r=\(state)tracking-kept-unread").text == "OK")
        #expect(try app.store.unreadCounts().total == 0)
    }

    @Test("Folders that a feed can't be in, and unknown folders, are refused")
    func refusedFolders() async throws {
        let feed = try #require(try app.store.subscriptions().first)
        let edit = "ac=edit&s=feed/\(feed.id)&t=Mine"
        for form in ["\(edit)&a=user/-/label/A&a=user/-/label/B", "\(edit)&a=Tech", "\(edit)&r=\(read)", "\(edit)&t=x"]
        {
            #expect(try await app.google("subscription/edit", form: form).status.code == 400, "\(form)")
        }
        #expect(try app.store.followed().first?.settings == FollowSettings(folder: "News/Tech & more"))
        for (path, form) in [
            ("disable-tag", "s=user/-/label/None"), ("disable-tag", ""), ("disable-tag", "s=x"),
            ("mark-all-as-read", "s=user/-/label/None"),
        ] { #expect(try await app.google(path, form: form).status.code == 400, "\(path) \(form)") }
        #expect(try await app.google("subscription/edit", form: "\(edit)&a=user/-/label/A").text == "OK")
        #expect(try app.store.followed().first?.settings == FollowSettings(name: "Mine", folder: "A"))
    }

    @Test("Several feeds are titled, each with its own title")
    func titles() async throws {
        try app.follow(App.best)
        let ids = try app.store.subscriptions().map(\.id)
        let form = "ac=edit&s=feed/\(ids[0])&t=One&s=feed/\(ids[1])&t=Two"
        #expect(try await app.google("subscription/edit", form: form).text == "OK")
        #expect(try app.store.followed().map(\.settings.name) == ["One", "Two"])
    }

    @Test(
        "The stream of a feed is found by its address, escaped or not",
        arguments: [
            "feed/https%3A%2F%2Fexample.org%2Ffeed.xml", "feed/https://example.org/feed.xml",
            // As proxies send it.
            "feed/https:/example.org/feed.xml", "feed%2Fhttps%3A%2F%2Fexample.org%2Ffeed.xml",
        ])
    func address(stream: String) async throws {
        let feed = try #require(app.environment.catalog.feed(pasted: "https://example.org/feed.xml"))
        try app.environment.follow(feed)
        let contents = try await app.google("stream/contents/" + stream + "?n=5")
        #expect(contents.status.code == 200 && contents.text.contains(#""items":[]"#), "\(contents.text)")
        #expect(try await app.atom(stream).status.code == 200)
        #expect(try await app.google("stream/items/ids?s=" + stream).status.code == 200)
        #expect(try await app.google("stream/contents/feed/https://example.org/other.xml").status.code == 400)
    }

    @Test("Google Reader's API reads forms of parts, as Fever's does")
    func multipart() async throws {
        try app.stories(1)
        let id = try #require(try app.store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 1).first)
        let type: HTTPFields = [.contentType: "multipart/form-data; boundary=\"b 1\""]
        func body(_ fields: [(String, String)]) -> String {
            fields.map { "--b 1\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }.joined()
                + "--b 1--\r\n"
        }
        let form = body([("i", String(id)), ("a", read), ("T", "x")])
        #expect(try await app.google("edit-tag", form: form, type).text == "OK")
        #expect(try app.store.unreadCounts().total == 0)
        let fever = body([("api_key", "0"), ("mark", "item"), ("as", "unread"), ("id", String(id))])
        #expect(try await app.fever("api", form: fever, type).status.code == 200)
        #expect(try app.store.unreadCounts().total == 1)
        let opml = #"<opml version="2.0"><body><outline xmlUrl="https://example.org/feed.xml"/></body></opml>"#
        let file =
            "--b 1\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.opml\"\r\n\r\n\(opml)\r\n--b 1--\r\n"
        #expect(try await app.google("subscription/import", form: file, type).text == "OK")
        #expect(try app.store.followed().count == 2)
        // One without an end is none.
        let cut = String(form.dropLast(12))
        #expect(try await app.google("edit-tag", form: cut, type).status.code == 400)
    }

    @Test(
        "Google Reader's API refuses parameters that it can't read",
        arguments: [
            ("stream/items/ids?s=nothing", nil, 400), ("stream/items/ids?s=feed/99", nil, 400), ("nothing", nil, 404),
            ("stream/items/ids?s=reading-list&c=x", nil, 400), ("edit-tag", nil, 405), ("edit-tag", "a=x", 400),
            ("subscription/edit", "ac=x&s=feed/1", 400), ("rename-tag", "s=x", 400),
            ("subscription/import", "<html>", 400),
            // An export of Freshet has rules, too.
            ("subscription/import", "{\"version\": 1, \"rules\": [\"notify a\"]}", 400),
        ] as [(String, String?, Int)])
    func refusals(path: String, form: String?, status: Int) async throws {
        let response = try await app.google(path, form: form)
        #expect(response.status.code == status && !response.text.contains("<html"))
    }
}

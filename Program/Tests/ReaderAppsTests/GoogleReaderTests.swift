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

    @Test("gives an item with an old date that has arrived since the app last looked")
    func arrival() async throws {
        try app.stories(1)
        let looked = until(app.clock.now) + 1
        try app.stories(2, dated: 1_000_000_000)
        #expect(try await app.titles("\(list)?ot=\(looked)") == ["Story 2"])
        #expect(try await app.titles("\(list)?nt=\(looked)") == ["Story 1"])
        #expect(try await app.titles(list) == ["Story 2", "Story 1"])
        #expect(try await app.titles("\(list)?r=o") == ["Story 1", "Story 2"])
    }

    @Test("doesn't shift pages when items are marked meanwhile")
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

    @Test("gives an item of two feeds once, under the first one, with one number in both")
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

    @Test("gives no muted item in any stream, and a saved one as starred even when its feed has dropped it")
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

    @Test("marks a folder as read without its subfolders, and nothing that arrived after the app looked")
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

    @Test("names folders with slashes and ampersands, and renames them")
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

    @Test("has readable content for kinds of feed that aren't web feeds")
    func content() async throws {
        try app.stories(1)
        let text = try await app.google("stream/contents/\(list)").text
        #expect(text.contains("12 points") && text.contains("Discussion") && text.contains("\"author\":\"ann\""))
        #expect(text.contains("news.ycombinator.com/item?id=1"))
        let subscriptions = try await app.google("subscription/list").text
        #expect(subscriptions.contains("http://127.0.0.1:8080/news/top.atom"))
    }

    @Test(
        "refuses what it can't read",
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

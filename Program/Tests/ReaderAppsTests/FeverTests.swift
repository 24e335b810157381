import FeedStore
import Feeds
import Foundation
import HTTPTypes
import Testing

@testable import ReaderApps

@Suite("Fever's API")
struct FeverTests {
    private let app: App

    init() throws {
        app = try App()
        try app.follow(App.top, in: "News")
    }

    @Test("Fever's API adds only the requested members")
    func selectors() async throws {
        try app.stories(1)
        let plain = try await app.fever("api").text
        #expect(plain.contains(#""auth":1"#) && !plain.contains("groups") && !plain.contains("items"))
        let text = try await app.fever("api&groups&feeds&items&unread_item_ids&saved_item_ids&links&favicons").text
        for name in ["groups", "feeds_groups", "feeds", "items", "total_items", "links", "favicons"] {
            #expect(text.contains("\"\(name)\":"), "\(name)")
        }
        #expect(text.contains(#""saved_item_ids":"""#) && text.contains(#""title":"Story 1""#))
        #expect(try await app.fever("").status.code == 404)
    }

    @Test("Fever's API gives 50 items at a time, upwards and downwards")
    func pages() async throws {
        for number in 1...60 { try app.stories(number) }
        let all = try app.store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 100)
        func count(_ query: String) async throws -> Int {
            try await app.fever("api&items&" + query).text.components(separatedBy: "\"feed_id\"").count - 1
        }
        let pages = [
            "since_id=0": 50, "since_id=\(all[10])": 10, "max_id=9007199254740991": 50, "max_id=\(all[49])": 10,
        ]
        for (query, number) in pages { #expect(try await count(query) == number, "\(query)") }
        #expect(try await count("with_ids=\(all[0]),\(all[1]),77777") == 2)
    }

    @Test("The items of a story are listed singly, and marked together only if the account wants so")
    func stories() async throws {
        try app.follow(App.best)
        try app.stories(1)
        try app.stories(2, into: App.best)
        try app.stories(3)
        let ids = try app.store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 3).sorted()
        func unread() throws -> [Int64] {
            let all = ItemSelection(.followed, isUnread: true, order: .arrival)
            return try app.store.numbers(of: all, limit: 3).sorted()
        }
        _ = try app.environment.join(["1", "2"].map { ItemKey(scope: "news", id: $0) })
        _ = try await app.fever("api&mark=item&as=read&id=\(ids[0])")
        #expect(try unread() == Array(ids[1...]))
        try app.store.change(settings: [StoryPreferences.appsName: StoryPreferences.on])
        _ = try await app.fever("api&mark=item&as=unread&id=\(ids[0])")
        _ = try await app.fever("api&mark=item&as=saved&id=\(ids[0])")
        #expect(try unread() == ids)
        #expect(try await app.fever("api&saved_item_ids").text.contains("\"\(ids[0])\""))
        let asRead = ["i=\(ids[1])&a=user/-/state/com.google/read", "i=\(ids[1])&r=user/-/state/com.google/read"]
        _ = try await app.google("edit-tag", form: asRead[0])
        #expect(try unread() == [ids[2]])
        _ = try await app.google("edit-tag", form: asRead[1])
        #expect(try unread() == ids)
        _ = try await app.miniflux(.put, "entries", #"{"entry_ids": [\#(ids[0])], "status": "read"}"#)
        #expect(try unread() == [ids[2]])
        _ = try await app.miniflux(.put, "entries", #"{"entry_ids": [\#(ids[0])], "status": "unread"}"#)
        let best = try #require(try app.store.subscriptions().first { $0.follow.feed == App.best })
        _ = try await app.fever("api&mark=feed&as=read&id=\(best.id)")
        #expect(try unread() == [ids[2]])
    }

    @Test("Saving an item twice keeps it, and marking up to a time leaves later items unmarked")
    func marks() async throws {
        try app.stories(1)
        let before = Int(app.clock.now.timeIntervalSince1970)
        try app.stories(2)
        let ids = try app.store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 2)
        for _ in 0..<2 { _ = try await app.fever("api&mark=item&as=saved&id=\(ids[0])") }
        #expect(try await app.fever("api&saved_item_ids").text.contains("\"saved_item_ids\":\"\(ids[0])\""))
        _ = try await app.fever("api&mark=group&as=read&id=0&before=\(before)")
        #expect(try await app.fever("api&unread_item_ids").text.contains("\"unread_item_ids\":\"\(ids[0])\""))
        let folder = try #require(try app.store.folders().first)
        _ = try await app.fever("api&mark=group&as=read&id=\(folder.id)")
        #expect(try await app.fever("api&unread_item_ids").text.contains(#""unread_item_ids":"""#))
    }
}

import FeedStore
import Feeds
import Foundation
import HTTPTypes
import Testing

@testable import ReaderApps

@Suite("A parameter of a reader app")
struct ParameterTests {
    private let app: App
    private let ids: [Int64]

    /// Of three items, Story 1 is starred, and Story 3 is read.
    init() throws {
        app = try App()
        try app.follow(App.top)
        try app.stories(1...3)
        ids = try app.store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 3)
        try app.store.mark(numbered: [ids[0]], as: [.saved], at: app.clock.now)
        try app.store.mark(numbered: [ids[2]], as: [.read], at: app.clock.now)
    }

    @Test(
        "A parameter is a boolean in each form that Miniflux reads",
        arguments: [
            (true, ["1", "t", "T", "true", "TRUE", "True"]), (false, ["0", "f", "F", "false", "FALSE", "False"]),
        ])
    func booleans(isTrue: Bool, forms: [String]) async throws {
        for form in forms {
            let entries = try await app.miniflux(.get, "entries?order=title&starred=\(form)")
            #expect(try entries.titles(in: "entries") == (isTrue ? ["Story 1"] : ["Story 2", "Story 3"]), "\(form)")
            let categories = try await app.miniflux(.get, "categories?counts=\(form)").text
            #expect(categories.contains("feed_count") == isTrue, "\(form)")
        }
    }

    @Test(
        "Miniflux's API refuses a wrong parameter with the reason, rather than reading it differently",
        arguments: [
            "starred=yes", "starred=tRUE", "status=Read", "status=starred", "direction=descending", "direction=ASC",
            "order=date", "limit=ten", "limit=-1", "offset=-1", "offset=1.5", "feed_id=top", "category_id=News",
            "after=yesterday", "published_before=x", "changed_after=x", "after_entry_id=x", "before_entry_id=0x1",
        ])
    func miniflux(query: String) async throws {
        let answer = try await app.miniflux(.get, "entries?" + query)
        #expect(answer.status.code == 400 && answer.text.hasPrefix(#"{"error_message":"“"#), "\(answer.text)")
    }

    @Test("A parameter without a value counts as missing, as in Miniflux")
    func missing() async throws {
        let query = "entries?order=&direction=&status=&starred=&limit=&feed_id=&after="
        #expect(try await app.miniflux(.get, query).titles(in: "entries").count == 3)
        #expect(try await app.miniflux(.get, "categories?counts=maybe").status.code == 400)
        #expect(try await app.miniflux(.get, "entries?status=removed").titles(in: "entries") == [])
        #expect(try await app.miniflux(.get, "entries?status=removed&status=read").titles(in: "entries").count == 1)
    }

    @Test(
        "Google Reader's API refuses a wrong parameter with the reason, rather than reading it differently",
        arguments: [
            ("stream/contents/reading-list?r=oldest", nil), ("stream/items/ids?s=reading-list&n=all", nil),
            ("stream/items/ids?s=reading-list&ot=yesterday", nil), ("stream/items/ids?s=reading-list&nt=1.5", nil),
            ("stream/items/ids?s=reading-list&xt=user/-/label/News", nil),
            ("stream/items/ids?s=reading-list&it=seen", nil), ("stream/items/contents", "i=12&i=twelve"),
            ("edit-tag", "i=12&i=twelve&a=user/-/state/com.google/read"),
            ("edit-tag", "i=%ZZ&a=user/-/state/com.google/read"), ("mark-all-as-read", "s=reading-list&ts=yesterday"),
        ] as [(String, String?)])
    func google(path: String, form: String?) async throws {
        let answer = try await app.google(path, form: form)
        #expect(answer.status.code == 400 && answer.text.hasPrefix("“"), "\(answer.text)")
        #expect(try app.store.unreadCounts().total == 2)
    }

    @Test("A parameter of Google Reader's API excludes and includes states that no item has, too")
    func states() async throws {
        let state = "user/-/state/com.google/"
        #expect(try await app.titles("reading-list?xt=\(state)broadcast&it=\(state)reading-list").count == 3)
        #expect(try await app.titles("reading-list?it=\(state)like") == [])
        #expect(try await app.titles("reading-list?xt=\(state)reading-list") == [])
        #expect(try await app.titles("reading-list?xt=\(state)tracking-kept-unread") == ["Story 3"])
        #expect(try await app.titles("reading-list?xt=&it=&r=d").count == 3)
        #expect(try await app.titles("reading-list?n=99999999999999999999").count == 3)
    }

    @Test(
        "Fever's API refuses a wrong parameter with the reason, rather than ignoring it",
        arguments: [
            "mark=item&as=Read&id=1", "mark=item&id=1", "mark=item&as=read", "mark=item&as=read&id=one",
            "mark=all&as=read&id=0", "mark=feed&as=saved&id=0", "mark=group&as=unread&id=0",
            "mark=group&as=read&id=0&before=yesterday", "items&since_id=x", "items&max_id=x",
            "unread_recently_read=1",
        ])
    func fever(query: String) async throws {
        let answer = try await app.fever("api&" + query)
        #expect(answer.status.code == 400 && answer.text.contains(#""error":""#), "\(answer.text)")
        #expect(try app.store.unreadCounts().total == 2)
    }
}

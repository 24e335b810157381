import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("The button of a row") struct MarkButtonTests {
    private func read(_ fields: String) -> MarkButton? { Form(encoded: fields).flatMap(MarkButton.init) }

    @Test("The button of a row names a mark and an item, whose id may have spaces")
    func names() throws {
        let button = try #require(read("mark=saved+web/a%2520b+id+of%20it&return=/unread"))
        #expect(button.mark == "saved" && button.item == ItemKey(scope: "web/a%20b", id: "id of it"))
        #expect(button.rowID == "row-" + "web/a%20b id of it".elementID && button.date == nil)
    }

    @Test("The button of a row leaves out the scope that its form has")
    func scope() throws {
        let button = try #require(read("scope=news&mark=unread+8863"))
        #expect(button.item == ItemKey(scope: "news", id: "8863") && button.rowID == "row-8863")
    }

    @Test("The button of a row for older items names the item's date")
    func older() throws {
        let button = try #require(read("mark=older+2026-11-21T10:32:00Z+news+8863"))
        #expect(button.date == "2026-11-21T10:32:00Z" && button.item == ItemKey(scope: "news", id: "8863"))
    }

    @Test(
        "The button of a row is none of the marks that programs send",
        arguments: ["mark=read", "mark=older", "mark=", "id=1", "mark=read+", "mark=read+news"])
    func others(fields: String) { #expect(read(fields) == nil) }

    @Test("The button of a row marks its item, or the items older than it, and leads back to its row")
    func marks() async throws {
        try await RunningServer.run { server in
            let ids = await server.newsIDs()
            let saved = await server.post("/marks", "scope=news&return=/news/top?limit=20&mark=saved+\(ids[0])")
            #expect(saved.status == 303 && saved.headers["location"] == "/news/top?limit=20#row-\(ids[0])")
            let read = await server.post("/marks", "return=/unread&mark=read+news+\(ids[1])")
            #expect(read.headers["location"] == "/unread#row-" + "news \(ids[1])".elementID)
            let items = try server.stored("news/top")
            #expect(items.filter(\.isSaved).map(\.id) == [String(ids[0])])
            #expect(items.filter { !$0.isUnread }.map(\.id) == [String(ids[1])])
            let date = try #require(items[10].date)
            let older =
                "feed=/news/top&scope=news&mark=older+\(date.formatted(.iso8601))+\(items[10].id)&return=/news/top"
            #expect(await server.post("/marks", older).headers["location"] == "/news/top#row-\(items[10].id)")
            #expect(
                try server.stored("news/top").allSatisfy {
                    $0.isUnread == ($0.date.map { $0 >= date } ?? true) || $0.id == String(ids[1])
                })
            #expect(await server.post("/marks", "mark=tidy+news+1").status == 400)
        }
    }
}

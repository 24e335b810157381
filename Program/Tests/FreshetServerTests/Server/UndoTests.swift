import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("Undoing “mark all as read” on the server") struct UndoTests {
    private static let json = ["Accept": "application/json"]

    /// Follows sites and fetches their items.
    private func follow(_ count: Int, _ server: RunningServer, _ environment: FeedEnvironment) async throws {
        for number in 0..<count {
            let address = server.scene.sample.baseURL.appending(path: "web/undo\(number)/feed.xml")
            let feed = try #require(environment.catalog.feed(pasted: address.absoluteString))
            try environment.follow(feed)
            _ = try await server.scene.state(feed)
        }
    }

    private func number(_ reply: Reply) throws -> Int { try #require(reply.json["undo"] as? Int) }

    @Test("Undoing is one request for all feeds, which keeps later marks")
    func oneRequest() async throws {
        try await RunningServer.run { server in
            let environment = server.scene.environment
            try await follow(5, server, environment)
            let before = try environment.unreadCounts()
            try #require(before.byFeed.count == 5 && before.byFeed.values.allSatisfy { $0 > 1 })
            let marked = await server.post("/marks", "mark=read&all=true", Self.json)
            #expect(marked.status == 200 && (marked.json["changed"] as? [Any])?.count == before.total)
            #expect(try environment.unreadCounts().total == 0)
            // Opened meanwhile in another tab.
            let key = try #require(try environment.items(ItemSelection(.followed), limit: 1).items.first?.key)
            let single = await server.post(
                "/marks", "mark=read&scope=\(key.scope.escaped)&id=\(key.id.escaped)", Self.json)
            #expect(single.status == 200 && single.json["undo"] == nil)
            let undone = await server.post("/marks", "undo=\(try number(marked))", Self.json)
            #expect(undone.status == 200 && (undone.json["changed"] as? [Any])?.count == before.total - 1)
            #expect(undone.json["unreadCount"] as? Int == before.total - 1)
            #expect(try environment.unreadCounts().total == before.total - 1)
            // The page may send it again.
            let again = await server.post("/marks", "undo=\(try number(marked))", Self.json)
            #expect(again.status == 200 && (again.json["changed"] as? [Any])?.isEmpty == true)
        }
    }

    @Test("Undoing takes several markings, and JSON")
    func several() async throws {
        try await RunningServer.run { server in
            let environment = server.scene.environment
            try await follow(2, server, environment)
            let before = try environment.unreadCounts()
            let feed = try #require(before.byFeed.keys.first.flatMap(environment.catalog.feed)).address
            let one = await server.post("/marks", "mark=read&all=true&feed=\(feed.escaped)", Self.json)
            let other = await server.post("/marks", "mark=read&all=true", Self.json)
            let none = await server.post("/marks", "mark=read&all=true", Self.json)
            #expect(none.json["undo"] == nil)
            let body = "{\"undo\": [\(try number(one)), \(try number(other))]}"
            let headers = Self.json.merging(["Content-Type": "application/json"]) { $1 }
            #expect(await server.post("/marks", body, headers).status == 200)
            #expect(try environment.unreadCounts() == before)
        }
    }

    @Test("Undoing is refused if the marking is unknown or another account's")
    func refusals() async throws {
        try await RunningServer.run { server in
            #expect(await server.post("/marks", "undo=7", Self.json).status == 404)
            #expect(await server.post("/marks", "undo=x", Self.json).status == 400)
            #expect(await server.post("/following", "restore=7", Self.json).status == 404)
        }
        try await SharedServer.run { shared in
            let environment = try shared.environment("anna")
            try await follow(1, shared.server, environment)
            let before = try environment.unreadCounts().total
            let (anna, otto) = (try await shared.signIn("anna"), try await shared.signIn("otto"))
            func post(_ path: String, _ form: String, _ cookie: String) async -> Reply {
                await shared.server.post(path, form, Self.json.merging(["Cookie": cookie]) { $1 })
            }
            let undo = try number(await post("/marks", "mark=read&all=true", anna))
            #expect(await post("/marks", "undo=\(undo)", otto).status == 404)
            #expect(await post("/following", "restore=\(undo)", otto).status == 404)
            #expect(try environment.unreadCounts().total == 0)
            #expect(await post("/marks", "undo=\(undo)", anna).status == 200)
            #expect(try environment.unreadCounts().total == before)
        }
    }
}

extension String {
    /// As a value of a form.
    fileprivate var escaped: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
}

import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing
import WebText

@testable import FreshetServer

@Suite("A followed feed's address") struct AddressChangeTests {
    private static let json = ["Accept": "application/json"]

    private func serve(_ name: String, _ ids: [Int], in server: RunningServer) -> String {
        let items = ids.map {
            "{\"id\":\"\($0)\",\"title\":\"Item \($0)\",\"date_published\":\"2020-01-0\($0)T00:00:00Z\"}"
        }
        let body =
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"\(name)\",\"items\":[\(items.joined(separator: ","))]}"
        server.control.fail(
            "/web/\(name)/feed",
            with: .status(200, headers: ["Content-Type": "application/feed+json"], body: body))
        return server.scene.sample.webURL.absoluteString + "/\(name)/feed"
    }

    /// A server that follows a feed with a read and a saved item, and the address that it gets.
    private func run(_ body: (RunningServer, _ feed: Feed, _ address: String) async throws -> Void) async throws {
        try await RunningServer.run { server in
            let environment = server.scene.environment
            let old = serve("old", [1, 2, 3], in: server), new = serve("new", [2, 3, 4], in: server)
            let feed = try #require(environment.catalog.feed(pasted: old))
            try environment.follow(feed, FollowSettings(name: "Mine", folder: "News"))
            _ = try await server.scene.state(feed)
            for (id, mark) in [("1", Mark.saved), ("2", .read)] {
                try environment.mark([ItemKey(scope: feed.description.scope, id: id)], as: mark)
            }
            try await body(server, feed, new)
        }
    }

    private func expectMoved(_ server: RunningServer, to address: String) throws {
        let environment = server.scene.environment
        let followed = try environment.followed()
        let feed = try #require(environment.catalog.feed(pasted: address))
        #expect(followed.map(\.feed) == [feed])
        #expect(followed.first?.settings == FollowSettings(name: "Mine", folder: "News"))
        let unread = try environment.items(ItemSelection(.followed, isUnread: true), limit: nil).items
        #expect(Set(unread.map(\.shown.entry.id)) == ["1", "3", "4"])
        let saved = try environment.items(ItemSelection(.all, isSaved: true), limit: nil).items
        #expect(saved.map(\.shown.entry.id) == ["1"] && saved.map(\.feed) == followed.map(\.feed))
    }

    @Test("A followed feed's address is changed on its page, which leads to the feed's new page")
    func page() async throws {
        try await run { server, feed, address in
            let page = await server.ask(feed.address).text
            let old = try #require(feed.description.page?.absoluteString)
            #expect(page.contains("<input name=\"address\" type=\"text\" maxlength=\"2000\" value=\"\(old)\""))
            let form =
                "feed=\(feed.address.percentEncoded)&return=\(feed.address.percentEncoded)&name=Mine"
            // As the form sends it where nothing is changed.
            let same = await server.post("/follow", form + "&address=\(old.percentEncoded)")
            #expect(same.status == 303)
            #expect(try server.scene.environment.followed().map(\.feed) == [feed])
            let changed = await server.post("/follow", form + "&address=\(address.percentEncoded)")
            let moved = try #require(server.scene.environment.catalog.feed(pasted: address))
            #expect(changed.status == 303 && changed.headers["location"] == moved.address)
            try expectMoved(server, to: address)
            #expect(await server.ask(moved.address).text.contains("Item 4"))
        }
    }

    @Test("A followed feed's address is changed by programs, which learn why it can't be")
    func program() async throws {
        try await run { server, feed, address in
            let form = "feed=\(feed.address.percentEncoded)&address="
            let missing = server.scene.sample.webURL.absoluteString + "/new/nothing"
            for (typed, status) in [(missing, 404), ("nothing", 400), ("news/top", 400)] {
                let refused = await server.post("/follow", form + typed.percentEncoded, Self.json)
                #expect([status, 400, 502].contains(refused.status), "\(typed) \(refused.text)")
            }
            #expect(try server.scene.environment.followed().map(\.feed) == [feed])
            let changed = await server.post("/follow", form + address.percentEncoded, Self.json)
            #expect(changed.status == 200 && changed.json["isNew"] as? Bool == false)
            try expectMoved(server, to: address)
            _ = await server.post("/follow", "feed=/news/top")
            let fixed = await server.post(
                "/follow", "feed=/news/top&address=\(address.percentEncoded)", Self.json)
            #expect(fixed.status == 400 && fixed.text.contains("Only the address of a web feed"))
        }
    }

    @Test("A followed feed's address isn't changed to that of another followed feed")
    func twice() async throws {
        try await run { server, feed, address in
            let other = try #require(server.scene.environment.catalog.feed(pasted: address))
            try server.scene.environment.follow(other)
            let form = "feed=\(feed.address.percentEncoded)&address=\(address.percentEncoded)"
            let refused = await server.post("/follow", form, Self.json)
            #expect(refused.status == 400 && refused.text.contains("You follow the feed at this address already"))
            #expect(try server.scene.environment.followed().count == 2)
        }
    }

    @Test("A followed feed's address is changed by apps that speak Miniflux's API, with other settings")
    func miniflux() async throws {
        try await run { server, feed, address in
            let id = try #require(try server.scene.environment.store.subscriptions().first).id
            let body = #"{"feed_url":"\#(address)","title":"Mine","category_id":null}"#
            let changed = await server.ask("/v1/feeds/\(id)", "PUT", body: body)
            #expect(changed.status == 201 && changed.json["feed_url"] as? String == address)
            #expect(changed.json["title"] as? String == "Mine")
            try expectMoved(server, to: address)
            let number = try #require(changed.json["id"] as? Int)
            let nothing = server.scene.sample.webURL.absoluteString + "/none/feed"
            let refused = await server.ask("/v1/feeds/\(number)", "PUT", body: #"{"feed_url":"\#(nothing)"}"#)
            #expect([400, 502].contains(refused.status) && refused.text.contains("error_message"))
            try expectMoved(server, to: address)
        }
    }

    @Test("A followed feed's address may be on a private network only if an administrator gives it")
    func rights() async throws {
        try await SharedServer.run { shared in
            let anna = try shared.environment("anna")
            let feed = try #require(anna.catalog.feed(pasted: "https://nothing.example/feed"))
            try anna.follow(feed)
            let secret = try anna.store.issueAppPassword(named: "Phone", at: anna.now()).text
            let id = try #require(try anna.store.subscriptions().first).id
            let body = #"{"feed_url":"http://192.168.0.1/feed"}"#
            let refused = await shared.server.ask("/v1/feeds/\(id)", "PUT", ["X-Auth-Token": secret], body: body)
            #expect([400, 502].contains(refused.status))
            #expect(try anna.followed().map(\.feed) == [feed])
        }
    }
}

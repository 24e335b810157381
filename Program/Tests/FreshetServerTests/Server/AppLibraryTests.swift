import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("A library for reader apps") struct AppLibraryTests {
    private static let prose = (1...6).map { number in
        "<p>In part \(number) the keepers wrote down what the tide had left, and they did so with care, because nobody else would.</p>"
    }.joined()

    private func serve(_ path: String, _ body: String, type: String = "text/html", in server: RunningServer) {
        server.control.fail(path, with: .status(200, headers: ["Content-Type": type], body: body))
    }

    /// A followed feed whose only item links a page.
    private func follow(in server: RunningServer, text: String = "The beginning") async throws -> Feed {
        serve("/web/page.html", "<main>\(Self.prose)</main>", in: server)
        let environment = server.scene.environment
        let address = server.scene.sample.webURL.absoluteString + "/part/feed"
        let feed = try #require(environment.catalog.feed(pasted: address))
        try environment.follow(feed)
        try await refresh(feed, text, in: server)
        return feed
    }

    private func refresh(_ feed: Feed, _ text: String, in server: RunningServer) async throws {
        let document = """
            {"version":"https://jsonfeed.org/version/1.1","title":"Harbor Notes","items":[{"id":"1","title":"Low tide",\
            "url":"/web/page.html","content_html":"<p>\(text)</p>","date_published":"2020-01-01T00:00:00Z"}]}
            """
        serve("/web/part/feed", document, type: "application/feed+json", in: server)
        // Rarely changed feeds are polled once a day.
        server.control.advance(by: .seconds(2 * 86_400))
        _ = try await server.scene.state(feed)
    }

    private func entry(_ server: RunningServer) async throws -> [String: Any] {
        let entries = await server.ask("/v1/entries?order=id").json["entries"] as? [[String: Any]]
        return try #require(entries?.first)
    }

    private func changed(_ server: RunningServer) async throws -> Date {
        try Date(try #require(try await entry(server)["changed_at"] as? String), strategy: .iso8601)
    }

    @Test("A library has the full text of an entry once an app has fetched it")
    func fetchContent() async throws {
        try await RunningServer.run { server in
            _ = try await follow(in: server)
            let id = try #require(try await entry(server)["id"] as? Int)
            #expect((try await entry(server)["content"] as? String)?.contains("The beginning") == true)
            let fetched = await server.ask("/v1/entries/\(id)/fetch-content?update_content=true")
            #expect(fetched.status == 200 && (fetched.json["content"] as? String)?.contains("In part 6") == true)
            #expect(fetched.json["reading_time"] as? Int == 1)
            #expect((try await entry(server)["content"] as? String)?.contains("In part 6") == true)
            #expect(await server.ask("/fever/?api&items").text.contains("In part 6"))
            #expect(await server.ask("/reader/api/0/stream/contents").text.contains("In part 6"))
            #expect(await server.ask("/v1/entries/\(id)/fetch-content?update_content=maybe").status == 400)
            #expect(await server.ask("/v1/entries/99999/fetch-content").status == 404)
        }
    }

    @Test("A library reports why the full text of an entry can't be fetched")
    func noContent() async throws {
        try await RunningServer.run { server in
            _ = try await follow(in: server)
            serve("/web/page.html", "<p>No", in: server)
            let id = try #require(try await entry(server)["id"] as? Int)
            let refused = await server.ask("/v1/entries/\(id)/fetch-content")
            #expect(refused.status == 400 && refused.text.contains("full text couldn't be found"))
            server.control.fail("/web/page.html", with: .status(503))
            let failed = await server.ask("/v1/entries/\(id)/fetch-content")
            #expect([400, 502].contains(failed.status))
        }
    }

    @Test("A library has the date of an entry's last change: arrival, mark or content")
    func changes() async throws {
        try await RunningServer.run { server in
            let feed = try await follow(in: server)
            let id = try #require(try await entry(server)["id"] as? Int)
            var last = try await changed(server)
            for body in [
                #"{"entry_ids":[\#(id)],"status":"read"}"#, #"{"entry_ids":[\#(id)],"status":"unread"}"#,
                #"{"entry_ids":[\#(id)],"starred":true}"#, #"{"entry_ids":[\#(id)],"starred":false}"#,
            ] {
                server.control.advance(by: .seconds(60))
                let since = Int(server.control.now.timeIntervalSince1970)
                #expect(await server.ask("/v1/entries?changed_after=\(since)").json["total"] as? Int == 0)
                #expect(await server.ask("/v1/entries", "PUT", body: body).status == 204)
                let now = try await changed(server)
                #expect(now > last, "\(body)")
                last = now
                #expect(await server.ask("/v1/entries?changed_after=\(since)").json["total"] as? Int == 1)
                #expect(await server.ask("/v1/entries?changed_before=\(since)").json["total"] as? Int == 0)
                // The same again changes nothing.
                server.control.advance(by: .seconds(60))
                #expect(await server.ask("/v1/entries", "PUT", body: body).status == 204)
                #expect(try await changed(server) == last, "\(body)")
            }
            try await refresh(feed, "The beginning", in: server)
            #expect(try await changed(server) == last)
            try await refresh(feed, "Another beginning", in: server)
            #expect(try await changed(server) > last)
        }
    }

    @Test("A library keeps a saved item with its feed's title on all protocols, after unfollowing")
    func unfollowed() async throws {
        try await RunningServer.run { server in
            let feed = try await follow(in: server)
            let environment = server.scene.environment
            let id = try #require(try await entry(server)["id"] as? Int)
            #expect(await server.ask("/v1/entries/\(id)/star", "PUT").status == 204)
            let number = try #require(try environment.store.subscriptions().first).id
            try environment.unfollow(feed)
            for days in [0, 31] {
                try environment.store.prune(now: environment.now().addingTimeInterval(Double(days) * 86_400 + 1))
                let entries = await server.ask("/v1/entries?starred=true").json["entries"] as? [[String: Any]]
                let source = try #require(entries?.first?["feed"] as? [String: Any], "\(days)")
                #expect(source["title"] as? String == "Harbor Notes" && source["id"] as? Int64 == number)
                #expect((source["category"] as? [String: Any])?["title"] as? String == "All")
                #expect(entries?.first?["feed_id"] as? Int64 == number)
                let starred = "/reader/api/0/stream/contents/user/-/state/com.google/starred"
                let items = await server.ask(starred).json["items"] as? [[String: Any]]
                #expect((items?.first?["origin"] as? [String: Any])?["title"] as? String == "Harbor Notes")
                let fever = await server.ask("/fever/?api&feeds&items&with_ids=\(id)").json
                #expect((fever["items"] as? [[String: Any]])?.first?["feed_id"] as? Int64 == number)
                let named = (fever["feeds"] as? [[String: Any]])?.map { $0["title"] as? String }
                #expect(named == ["Harbor Notes"] && (fever["feeds_groups"] as? [Any])?.isEmpty == true)
            }
            #expect(await server.ask("/v1/feeds").text == "[]")
            // Followed again, it is as new as any other feed.
            try environment.follow(feed)
            try await refresh(feed, "The beginning", in: server)
            #expect(await server.ask("/v1/entries").json["total"] as? Int == 1)
        }
    }

    @Test("A library is sent completely without a limit, more than a response with one has")
    func all() async throws {
        try await RunningServer.run { server in
            let environment = server.scene.environment
            server.control.fail(".", with: .status(503))
            try environment.follow(.news)
            let items = (1...10_001).map { number in
                let json = """
                    {"id":\(number),"type":"story","title":"Story \(number)","url":"https://example.org/\(number)",\
                    "date":1790000000,"score":12,"comments":3,"author":"ann"}
                    """
                return FeedUpdate.Item(id: "\(number)", payload: Data(json.utf8))
            }
            let refresh = FeedUpdate(
                feed: Feed.news.key, scope: "news", items: items, mode: .merge, fetchedAt: environment.now())
            try environment.store.commit([refresh], ledger: [], quotas: [])
            let reply = await server.ask("/v1/entries?limit=0")
            #expect(reply.status == 200 && reply.headers["transfer-encoding"] == "chunked")
            #expect(reply.text.matches(of: /"share_code"/).count == 10_001)
            // Each part is a chunk of its own.
            #expect(reply.text.contains(#"{"total":10001,"entries":"#) && reply.text.contains("}]"))
            let head = await server.ask("/v1/entries?limit=0", "HEAD")
            #expect(head.status == 200 && head.body.isEmpty)
        }
    }
}

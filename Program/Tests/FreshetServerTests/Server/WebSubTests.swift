import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("A hub") struct WebSubTests {
    private static let path = "/web/pushed/atom.xml"
    private static let hub = "/web/hub"

    /// What the hub was asked.
    private struct Asked {
        let fields: [String: String]
        let path: String
        var secret: String? { fields["hub.secret"] }
        var topic: String { fields["hub.topic"] ?? "" }

        init(_ request: LoggedRequest) throws {
            let parts = URLComponents(string: "?" + request.body)?.queryItems ?? []
            fields = Dictionary(parts.map { ($0.name, $0.value ?? "") }) { $1 }
            let callback = try #require(fields["hub.callback"])
            #expect(callback.hasPrefix("https://feeds.example.org/websub/"))
            path = String(callback.dropFirst("https://feeds.example.org".count))
        }

        func verification(_ mode: String, topic: String? = nil, _ rest: String = "") -> String {
            let topic = (topic ?? self.topic).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return path + "?hub.mode=\(mode)&hub.topic=\(topic)&hub.challenge=a%26b&hub.lease_seconds=864000" + rest
        }
    }

    private func run(
        isReachable: Bool = true, _ body: (RunningServer, _ feed: FeedKey) async throws -> Void
    ) async throws {
        try await RunningServer.run {
            if isReachable { $0.beReachable(at: "https://feeds.example.org") }
            $0.hubInterval = 50
        } _: { server in
            try await body(server, try #require(SiteKey.key(server)))
        }
    }

    private func follow(_ server: RunningServer) async {
        let address = "http://127.0.0.1:\(server.scene.sample.port)\(Self.path)"
        let reply = await server.post("/follow", "address=\(address)", ["Accept": "application/json"])
        #expect(reply.status == 200)
    }

    /// The requests to the hub, once there are so many.
    private func asked(_ server: RunningServer, _ count: Int = 1) async throws -> [Asked] {
        try await waits { server.control.requests(to: Self.hub).count >= count }
        return try server.control.requests(to: Self.hub).map(Asked.init)
    }

    /// A subscription that the hub has verified.
    private func subscribed(_ server: RunningServer) async throws -> Asked {
        await follow(server)
        let asked = try #require(try await asked(server).first)
        let reply = await server.ask(asked.verification("subscribe"))
        #expect(reply.status == 200 && reply.text == "a&b")
        return asked
    }

    private func deliver(
        _ body: Data, to asked: Asked, _ server: RunningServer, signature: String? = nil
    ) async throws -> Reply {
        let secret = try #require(asked.secret)
        let own = signature ?? "sha256=" + body.hmacSHA256(key: secret)
        return await server.ask(
            asked.path, "POST", ["Content-Type": "application/atom+xml", "X-Hub-Signature": own],
            body: String(decoding: body, as: UTF8.self))
    }

    /// The sample's feed as it is now.
    private func document(_ server: RunningServer) async throws -> Data {
        let url = server.scene.sample.webURL.appending(path: "pushed/atom.xml")
        return try await HTTPClient().response(for: HTTPRequest(get: url)).value.body
    }

    private func polls(_ server: RunningServer) -> Int {
        server.control.requests(to: Self.path).count { $0.headers["user-agent"] == "FreshetServerTests" }
    }

    private func state(_ server: RunningServer) async -> [String: Any] {
        let feeds = await server.ask("/api/following").json["feeds"] as? [[String: Any]]
        return feeds?.first ?? [:]
    }

    @Test("A hub has its stories on an open page without a poll")
    func delivery() async throws {
        try await run { server, feed in
            let asked = try await subscribed(server)
            #expect(asked.fields["hub.mode"] == "subscribe" && asked.topic.hasSuffix(Self.path))
            #expect(await state(server)["push"] as? String == "waiting")
            let page = server.follow("/web/" + feed.rawValue.dropFirst(4))
            #expect(await page.event { $0.data.contains("\"rows\"") } != nil)
            let polls = polls(server)
            server.control.advance(by: .seconds(600))
            let body = try await document(server)
            let text = String(decoding: body, as: UTF8.self)
            let newest = try #require(text.firstMatch(of: /pushed\/(\d{6})"/)?.1)
            #expect(!page.heard.contains(newest.utf8))
            let reply = try await deliver(body, to: asked, server)
            #expect(reply.status == 202 && reply.body.isEmpty)
            #expect(await page.event { $0.data.contains(newest) } != nil)
            #expect(self.polls(server) == polls)
            let state = await state(server)
            #expect(state["push"] as? String == "pushed" && state["pushNote"] as? String == "127.0.0.1")
            #expect(await server.ask("/following").text.contains("pushed by 127.0.0.1"))
        }
    }

    @Test("A hub changes nothing with a forged delivery, nor with the challenge of another topic")
    func forgery() async throws {
        try await run { server, feed in
            let asked = try await subscribed(server)
            server.control.advance(by: .seconds(600))
            let body = try await document(server)
            let forged = Data(
                String(decoding: body, as: UTF8.self).replacing("<id>tag:pushed,2026:", with: "<id>tag:forged,2026:")
                    .utf8)
            let right = "sha256=" + body.hmacSHA256(key: try #require(asked.secret))
            for signature in ["", "sha256=00", right, "sha1=" + String(repeating: "0", count: 40)] {
                #expect(try await deliver(forged, to: asked, server, signature: signature).status == 202)
            }
            let store = server.scene.environment.store
            #expect(try store.takeHubDelivery(at: .distantFuture, until: .distantFuture) == nil)
            #expect(await server.ask(asked.verification("subscribe", topic: "https://other.example/")).status == 404)
            #expect(await server.ask(asked.verification("unsubscribe")).status == 404)
            #expect(await server.ask("/websub/" + String(repeating: "0", count: 64)).status == 404)
            // Hubs behind the same proxy are still heard after many wrong keys.
            for _ in 0..<30 {
                #expect(await server.post("/websub/" + String(repeating: "0", count: 64), "a").status == 404)
            }
            #expect(try await deliver(body, to: asked, server).status == 202)
            try await waits { try store.snapshot(of: feed, order: .newest, limit: nil).total == 21 }
            let ids = try store.snapshot(of: feed, order: .newest, limit: nil).items.map(\.id)
            #expect(!ids.contains { $0.contains("forged") })
        }
    }

    @Test("A hub isn't asked without a public address, and the list of followed feeds shows why")
    func unreachable() async throws {
        try await run(isReachable: false) { server, _ in
            await follow(server)
            let state = await state(server)
            #expect(state["push"] as? String == "notAsked" && state["pushNote"] as? String == "no public address")
            #expect(server.control.requests(to: Self.hub).isEmpty)
        }
    }

    @Test("A hub may verify before it accepts")
    func verificationFirst() async throws {
        try await run { server, _ in
            server.control.setLatency(.seconds(2), for: Self.hub)
            _ = try await subscribed(server)
            #expect(await state(server)["push"] as? String == "waiting")
        }
    }

    @Test("A hub may refuse, deny, or name another hub")
    func refusals() async throws {
        try await run { server, _ in
            server.control.fail(Self.hub, with: .status(403, body: "No such topic"), times: 1)
            await follow(server)
            try await waits { await state(server)["push"] as? String == "refused" }
            #expect(await state(server)["pushNote"] as? String == "127.0.0.1 refused: No such topic")
            #expect(await server.ask("/following").text.contains("127.0.0.1 refused: No such topic"))
        }
        try await run { server, _ in
            let asked = try await subscribed(server)
            #expect(await server.ask(asked.verification("denied", "&hub.reason=Closed")).status == 200)
            #expect(await state(server)["pushNote"] as? String == "127.0.0.1 refused: Closed")
        }
        try await run { server, _ in
            server.control.fail(
                Self.hub + "$", with: .status(307, headers: ["Location": Self.hub + "?second=1"]), times: 1)
            await follow(server)
            let asked = try await asked(server, 2)
            #expect(asked[0].fields == asked[1].fields)
            #expect(await server.ask(asked[1].verification("subscribe")).status == 200)
        }
    }

    @Test("A hub learns when nobody follows the feed any more")
    func unfollowing() async throws {
        try await run { server, feed in
            let first = try await subscribed(server)
            let path = "/" + feed.rawValue.replacing("%", with: "%25")
            #expect(await server.post("/unfollow", "feed=" + path).status == 303)
            #expect(try await deliver(document(server), to: first, server).status == 410)
            let second = try #require(try await asked(server, 2).last)
            #expect(second.fields["hub.mode"] == "unsubscribe" && second.path == first.path)
            #expect(await server.ask(second.verification("unsubscribe")).text == "a&b")
            #expect(try server.scene.environment.store.hubSubscriptions().isEmpty)
            #expect(try await deliver(document(server), to: first, server).status == 404)
        }
    }

    @Test("A hub can't send more than 3 MiB, nor text that a browser takes for a page")
    func limits() async throws {
        try await run { server, _ in
            let asked = try await subscribed(server)
            let reply = await server.ask(
                asked.path, "POST", ["Content-Length": String(20 << 20), "Content-Type": "application/atom+xml"])
            #expect(reply.status == 413)
            let challenge = await server.ask(asked.verification("subscribe"))
            #expect(challenge.headers["x-content-type-options"] == "nosniff")
            #expect(challenge.headers["content-type"] == "text/plain; charset=utf-8")
        }
    }
}

/// The key of the sample's pushed feed.
private enum SiteKey {
    static func key(_ server: RunningServer) -> FeedKey? {
        let address = "http://127.0.0.1:\(server.scene.sample.port)/web/pushed/atom.xml"
        return server.scene.environment.catalog.feed(path: ["web", address])?.key
    }
}

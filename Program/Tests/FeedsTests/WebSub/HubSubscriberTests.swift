import FeedStore
import Foundation
import Freshet
import SampleUpstreams
import Testing
import UpstreamTestSupport

@testable import Feeds

@Suite("A server that subscribes to hubs") struct HubSubscriberTests {
    private static let callback = "https://feeds.example.org/websub/"

    private func round(_ scene: Scene) async throws {
        let subscriber = HubSubscriber(environment: scene.environment(), callback: Self.callback)
        for try await _ in try subscriber.round().values {}
    }

    private func followed(_ scene: Scene) async throws -> Subject {
        let site = scene.site("pushed", "atom.xml")
        try await site.last()
        try scene.store.follow(site.key, path: site.feed.encodedPath, FollowSettings(), at: scene.now)
        return site
    }

    /// The fields of the requests to the hub.
    private func asked(_ control: FaultControl) -> [[String: String]] {
        control.requests(to: "/web/hub").map { request in
            let parts = URLComponents(string: "?" + request.body)?.queryItems ?? []
            return Dictionary(parts.map { ($0.name, $0.value ?? "") }) { $1 }
        }
    }

    private func verify(_ fields: [String: String], _ scene: Scene, lease: String = "864000") throws -> String? {
        let environment = scene.environment()
        let key = try #require(fields["hub.callback"]).dropFirst(Self.callback.count)
        guard let subscription = try environment.hubSubscription(withKey: String(key)) else { return nil }
        let sent = fields.merging(["hub.challenge": "c", "hub.lease_seconds": lease]) { $1 }
        return try environment.verify(try #require(HubVerification { sent[$0] }), of: subscription)
    }

    @Test("A subscribing server asks once for all that share the store, and again an hour later if unconfirmed")
    func once() async throws {
        try await Scene.run { scene in
            let site = try await followed(scene)
            for _ in 0..<3 { try await round(scene) }
            let first = asked(scene.control)
            #expect(first.count == 1 && first[0]["hub.topic"]?.hasSuffix("/web/pushed/atom.xml") == true)
            #expect(
                try scene.environment().pushStates(of: [FollowedFeed(feed: site.feed)])[site.key]?.name == "unconfirmed"
            )
            scene.advance(3601)
            for _ in 0..<2 { try await round(scene) }
            // The hub may still confirm the first request.
            let fields = asked(scene.control)
            #expect(fields.count == 2 && fields[0] == fields[1])
            scene.advance(3601)
            try await round(scene)
            #expect(asked(scene.control).count == 2)
        }
    }

    @Test("A subscribing server renews a lease before its end, with another key, and ends the old subscription")
    func renewal() async throws {
        try await Scene.run { scene in
            _ = try await followed(scene)
            try await round(scene)
            #expect(try verify(asked(scene.control)[0], scene) == "c")
            scene.advance(4 * 86_400)
            try await round(scene)
            #expect(asked(scene.control).count == 1)
            // A lease of 10 days is renewed after 5 to 7.5.
            scene.advance(4 * 86_400)
            for _ in 0..<2 { try await round(scene) }
            let renewed = asked(scene.control)
            #expect(renewed.count == 2 && renewed[1]["hub.mode"] == "subscribe")
            #expect(renewed[0]["hub.callback"] != renewed[1]["hub.callback"])
            #expect(renewed[0]["hub.secret"] != renewed[1]["hub.secret"])
            #expect(try scene.store.hubSubscriptions().map { $0.isActive(at: scene.now) } == [true, false])
            #expect(try verify(renewed[1], scene) == "c")
            try await round(scene)
            let ended = try #require(asked(scene.control).last)
            #expect(ended["hub.mode"] == "unsubscribe" && ended["hub.callback"] == renewed[0]["hub.callback"])
            #expect(try verify(ended, scene) == "c")
            #expect(try scene.store.hubSubscriptions().map { $0.isActive(at: scene.now) } == [true])
        }
    }

    @Test("A subscribing server keeps a subscription whose renewal the hub refuses until its lease ends")
    func refusedRenewal() async throws {
        try await Scene.run { scene in
            let site = try await followed(scene)
            try await round(scene)
            #expect(try verify(asked(scene.control)[0], scene) == "c")
            scene.advance(8 * 86_400)
            scene.control.fail("/web/hub", with: .status(500, body: "Broken"))
            try await round(scene)
            func state() throws -> PushState? {
                try scene.environment().pushStates(of: [FollowedFeed(feed: site.feed)])[site.key]
            }
            #expect(try state()?.name == "waiting")
            scene.advance(3 * 86_400)
            #expect(try state() == .refused(hub: "127.0.0.1", reason: "Broken"))
        }
    }

    @Test("A subscribing server asks no hub on a private network that has another origin than the feed")
    func privateHub() async throws {
        try await Scene.run { scene in
            let other = try await SampleUpstreams.start()
            let own = scene.sample.webURL.absoluteString + "/pushed/atom.xml"
            let links = "<\(other.webURL.absoluteString)/hub>; rel=\"hub\", <\(own)>; rel=\"self\""
            let feed = #"<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title></feed>"#
            scene.control.fail("/web/pushed", with: .status(200, headers: ["Link": links], body: feed))
            let site = try await followed(scene)
            let topic = try #require(try site.feed.description.hubFeed?.topic(in: scene.environment()))
            #expect(topic.hub.port == other.port && topic.url.absoluteString == own)
            try await round(scene)
            #expect(other.control.requests.isEmpty)
            let state = try scene.environment().pushStates(of: [FollowedFeed(feed: site.feed)])[site.key]
            #expect(state?.name == "refused")
            await other.stop()
        }
    }
}

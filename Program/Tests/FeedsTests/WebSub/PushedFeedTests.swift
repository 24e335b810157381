import FeedStore
import Foundation
import Freshet
import SampleUpstreams
import Testing
import UpstreamTestSupport

@testable import Feeds

@Suite("A feed that a hub delivers") struct PushedFeedTests {
    private static let path = "/web/pushed/atom.xml"

    /// A subscription that the hub has verified.
    @discardableResult
    private func subscribed(
        _ scene: Scene, _ site: Subject, secret: String? = nil, hasDelivered: Bool = false
    ) throws -> HubSubscription {
        let (store, now) = (scene.store, scene.now)
        try store.follow(site.key, path: site.feed.encodedPath, FollowSettings(), at: now)
        let topic = try #require(try site.feed.description.hubFeed?.topic(in: scene.environment()))
        let added = try store.addHubSubscription(
            site.key, topic: topic.url.absoluteString, hub: topic.hub.absoluteString, key: .make(), secret: secret,
            nextAt: now)
        let id = try #require(added?.id)
        try store.verifyHubSubscription(id, at: now, expiresAt: now + 864_000, nextAt: now + 432_000)
        if hasDelivered {
            #expect(try store.addHubDelivery(id, contentType: nil, body: nil, at: now))
            let delivery = try #require(try store.takeHubDelivery(at: now, until: now + 9))
            try store.finishHubDelivery(delivery, deliveredAt: now)
        }
        return try #require(try store.hubSubscriptions().first)
    }

    private func process(_ scene: Scene) async throws {
        for try await _ in try HubDeliveries(environment: scene.environment()).round().values {}
    }

    @Test("A pushed feed names the hub and itself, and only such a feed has a topic")
    func topic() async throws {
        try await Scene.run { scene in
            let (pushed, harbor) = (scene.site("pushed", "atom.xml"), scene.site("harbor", "atom.xml"))
            try await pushed.last()
            try await harbor.last()
            let topic = try #require(try pushed.feed.description.hubFeed?.topic(in: scene.environment()))
            #expect(topic.url.path() == Self.path && topic.hub.path() == "/web/hub")
            #expect(try harbor.feed.description.hubFeed?.topic(in: scene.environment()) == nil)
        }
    }

    @Test("A pushed feed doesn't become a feed of an account that doesn't follow it", arguments: [true, false])
    func separate(isDelivered: Bool) async throws {
        try await Scene.run { scene in
            let store = scene.store
            let anna = store.of(try #require(try store.addAccount(named: "anna", at: scene.now)).id)
            try store.setAdministrator(true, anna.account)
            let site = Subject(scene.site("pushed", "atom.xml").feed.description, scene.environment(store: anna))
            try await site.last()
            try anna.follow(site.key, path: site.feed.encodedPath, FollowSettings(), at: scene.now)
            let added = try store.addHubSubscription(
                site.key, topic: "https://a.example/", hub: "https://hub.example/", key: .make(), secret: nil,
                nextAt: scene.now)
            try store.verifyHubSubscription(
                #require(added).id, at: scene.now, expiresAt: scene.now + 864_000, nextAt: scene.now + 432_000)
            scene.advance(600)
            let document =
                "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>n</id><title>Now</title></entry></feed>"
            let body = isDelivered ? Data(document.utf8) : nil
            #expect(try store.addHubDelivery(#require(added).id, contentType: nil, body: body, at: scene.now))
            try await process(scene)
            #expect(try store.hubSubscriptions().first?.deliveredAt != nil)
            #expect(try anna.items(ItemSelection(), limit: nil).total > 0 && anna.feeds().map(\.feed) == [site.key])
            #expect(try store.feeds().isEmpty && store.items(ItemSelection(), limit: nil).total == 0)
        }
    }

    @Test("A pushed feed is polled once a day")
    func rarePolls() async throws {
        try await Scene.run({ $0.growth = 0.000_1 }) { scene in
            let site = scene.site("pushed", "atom.xml")
            try await site.last()
            try subscribed(scene, site, hasDelivered: true)
            scene.advance(86_400)
            try await site.last()
            let entry = try #require(try scene.store.ledger(.feed(site.key)).first)
            #expect(entry.rule == .webSub && entry.nextAllowedAt == scene.now + 86_400)
            scene.advance(80_000)
            #expect(try await site.last().deferral?.rule == .webSub && scene.paths.count == 2)
        }
    }

    @Test("A pushed feed is polled as usual before its first delivery, and after a poll finds undelivered items")
    func usualPolls() async throws {
        try await Scene.run { scene in
            let site = scene.site("pushed", "atom.xml")
            try await site.last()
            try subscribed(scene, site)
            scene.advance(86_400)
            try await site.last()
            #expect(try scene.store.ledger(.feed(site.key)).first?.rule != .webSub)
            let waiting = try #require(try scene.store.hubSubscriptions().first)
            #expect(waiting.deliveredAt == nil)

            #expect(try scene.store.addHubDelivery(waiting.id, contentType: nil, body: nil, at: scene.now))
            let delivery = try #require(try scene.store.takeHubDelivery(at: scene.now, until: scene.now + 9))
            try scene.store.finishHubDelivery(delivery, deliveredAt: scene.now)
            #expect(try scene.store.hubSubscriptions().first?.isDelivering(at: scene.now) == true)
            scene.advance(86_400)
            try await site.last()
            #expect(try scene.store.hubSubscriptions().first?.isDelivering(at: scene.now) == false)
            #expect(try scene.store.ledger(.feed(site.key)).first?.rule != .webSub)
        }
    }

    @Test("A pushed feed is fetched after an unsigned delivery, once a minute, not during an upstream's wait")
    func hints() async throws {
        try await Scene.run { scene in
            let site = scene.site("pushed", "atom.xml")
            try await site.last()
            let subscription = try subscribed(scene, site)
            func hint() throws {
                let environment = scene.environment()
                let answer = try environment.receive(
                    Data("<feed/>".utf8), contentType: nil, signature: nil, at: subscription)
                #expect(answer == .accepted)
            }
            try hint()
            try hint()
            try await process(scene)
            #expect(scene.paths == [Self.path])
            scene.advance(601)
            try await process(scene)
            // Both hints are one.
            #expect(scene.paths == [Self.path, Self.path])
            #expect(try scene.store.snapshot(of: site.key, order: .newest, limit: 0).total == 21)
            #expect(try scene.store.hubSubscriptions().first?.isDelivering(at: scene.now) == true)

            scene.advance(61)
            scene.control.fail(Self.path, with: .status(429, headers: ["Retry-After": "7200"]), times: 1)
            try hint()
            try await process(scene)
            #expect(scene.paths.count == 3)
            scene.advance(120)
            try hint()
            try await process(scene)
            #expect(scene.paths.count == 3)
        }
    }

    private func deliver(
        _ body: Data, _ contentType: String = "application/atom+xml; charset=utf8", to subscription: HubSubscription,
        _ scene: Scene
    ) async throws {
        let answer = try scene.environment().receive(
            body, contentType: contentType, signature: "sha256=" + body.hmacSHA256(key: "Jefe"), at: subscription)
        #expect(answer == .accepted)
        try await process(scene)
    }

    private func document(_ id: String, _ title: String, updated: String = "2026-01-02T00:00:00Z") -> String {
        """
        <feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>\(id)</id><title>\(title)</title>\
        <updated>\(updated)</updated></entry></feed>
        """
    }

    @Test("A pushed feed keeps items that a delivery leaves out, and the newer form of one that it repeats")
    func merging() async throws {
        try await Scene.run { scene in
            let site = scene.site("pushed", "atom.xml")
            let before = try await site.last()
            let subscription = try subscribed(scene, site, secret: "Jefe")
            for (title, day) in [("First", 2), ("Second", 3), ("Late", 2), ("Second", 3)] {
                let text = document("new", title, updated: "2026-01-0\(day)T00:00:00Z")
                try await deliver(Data(text.utf8), to: subscription, scene)
            }
            let after = try await site.states(.offline).last
            #expect(after?.total == before.total + 1)
            #expect(
                after?.items.map(\.entry.plainTitle).filter { ["First", "Second", "Late"].contains($0) } == ["Second"])
            #expect(scene.paths == [Self.path])
        }
    }

    @Test("A pushed feed is read in the delivery's charset, and fetched if a cut makes it unreadable")
    func damaged() async throws {
        try await Scene.run { scene in
            let site = scene.site("pushed", "atom.xml")
            let before = try await site.last()
            let subscription = try subscribed(scene, site, secret: "Jefe")
            let text = document("new", "Gr\u{F6}\u{DF}e")
            let latin1 = try #require(text.data(using: .isoLatin1))
            try await deliver(latin1, "application/atom+xml; charset=ISO-8859-1", to: subscription, scene)
            #expect(try await site.states(.offline).last?.items.contains { $0.entry.plainTitle == "Größe" } == true)
            scene.advance(120)
            try await deliver(Data(text.utf8.prefix(30)), to: subscription, scene)
            #expect(scene.paths == [Self.path, Self.path])
            #expect(try await site.states(.offline).last?.total == before.total + 1)
        }
    }
}

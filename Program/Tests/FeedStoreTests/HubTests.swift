import FeedStore
import Foundation
import Testing

@Suite("A subscription to a hub") struct HubTests {
    private let folder: TemporaryFolder
    private let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func add(_ key: Secret = .make(), to store: FeedStore? = nil) throws -> HubSubscription? {
        try (store ?? self.store).addHubSubscription(
            hello, topic: "https://a.example/feed", hub: "https://hub.example/", key: key, secret: "s", nextAt: day(1))
    }

    @Test("A hub subscription is pending once, however many servers add it")
    func pending() throws {
        let other = try folder.store()
        let key = Secret.make()
        let added = try #require(try add(key))
        #expect(try add(to: other) == nil)
        #expect(try other.hubSubscription(withKey: key) == added)
        #expect(try store.hubSubscription(withKey: .make()) == nil)
        #expect(added.verifiedAt == nil && !added.isActive(at: day(0)) && added.secret == "s" && !added.isFollowed)
    }

    @Test("A hub subscription is claimed by one server")
    func claims() throws {
        let other = try folder.store()
        let added = try #require(try add())
        #expect(try store.claimHubSubscription(added, until: day(2)))
        #expect(try !other.claimHubSubscription(added, until: day(2)))
        let claimed = try #require(try store.hubSubscriptions().first)
        #expect(claimed.nextAt == day(2) && claimed.failures == 2)
    }

    @Test("A verified hub subscription replaces the one before it, and keeps its last delivery")
    func renewal() throws {
        let first = try #require(try add())
        try store.verifyHubSubscription(first.id, at: day(1), expiresAt: day(11), nextAt: day(6))
        try deliver(first, at: day(2))
        #expect(try store.hubSubscriptions().map { $0.isDelivering(at: day(3)) } == [true])
        let second = try #require(try add())
        #expect(try store.hubSubscriptions().map(\.isEnding) == [false, false])
        try store.verifyHubSubscription(second.id, at: day(6), expiresAt: day(16), nextAt: day(11))
        let both = try store.hubSubscriptions(of: hello)
        #expect(both.map(\.isEnding) == [true, false] && both.map(\.nextAt) == [day(6), day(11)])
        #expect(both.map { $0.isDelivering(at: day(7)) } == [false, true])
        #expect(both.map { $0.isDelivering(at: day(17)) } == [false, false])
        try store.noteMissedDelivery(of: hello)
        #expect(try store.hubSubscriptions().allSatisfy { !$0.isDelivering(at: day(7)) })
        try store.removeHubSubscription(first.id)
        #expect(try store.hubSubscriptions().map(\.id) == [second.id])
    }

    @Test("A hub subscription that the hub refuses isn't verified")
    func refusal() throws {
        let added = try #require(try add())
        try store.verifyHubSubscription(added.id, at: day(1), expiresAt: day(11), nextAt: day(6))
        try store.refuseHubSubscription(added.id, reason: "no", nextAt: day(8))
        let refused = try #require(try store.hubSubscriptions().first)
        #expect(refused.refusal == "no" && refused.verifiedAt == nil && refused.nextAt == day(8))
        try store.verifyHubSubscription(added.id, at: day(8), expiresAt: day(18), nextAt: day(13))
        #expect(try store.hubSubscriptions().first?.refusal == nil)
        // A denial of the old one while a new one is asked for.
        _ = try add()
        try store.refuseHubSubscription(added.id, reason: "no", nextAt: day(8))
        #expect(try store.hubSubscriptions().map(\.verifiedAt) == [nil] && store.hubSubscriptions()[0].id != added.id)
    }

    @Test("A hub subscription knows whether any account follows its feed")
    func followed() throws {
        _ = try add()
        let second = try #require(try store.addAccount(named: "second", at: day(0)))
        try store.of(second.id).follow(hello)
        #expect(try store.hubSubscriptions().map(\.isFollowed) == [true])
        #expect(try store.followers()[hello] == store.follower(of: hello) && store.follower(of: hello) != nil)
    }

    private func deliver(_ subscription: HubSubscription, at date: Date) throws {
        #expect(try store.addHubDelivery(subscription.id, contentType: "a/b", body: Data("b".utf8), at: date))
        let delivery = try #require(try store.takeHubDelivery(at: date, until: date + 60))
        #expect(delivery.body == Data("b".utf8) && delivery.contentType == "a/b" && delivery.feed == hello)
        try store.finishHubDelivery(delivery, deliveredAt: date)
    }

    @Test("A hub subscription keeps deliveries in order until they are processed, a bounded number of them")
    func deliveries() throws {
        let added = try #require(try add())
        for number in 0..<16 {
            let body = number == 3 ? nil : Data([UInt8(number)])
            #expect(try store.addHubDelivery(added.id, contentType: nil, body: body, at: day(1)))
        }
        #expect(try !store.addHubDelivery(added.id, contentType: nil, body: Data(), at: day(1)))
        // A second hint is the first one.
        #expect(try store.addHubDelivery(added.id, contentType: nil, body: nil, at: day(1)))
        try store.close()
        let again = try folder.store()
        let first = try #require(try again.takeHubDelivery(at: day(1), until: day(2)))
        let second = try #require(try again.takeHubDelivery(at: day(1), until: day(2)))
        #expect(first.body == Data([0]) && second.body == Data([1]))
        try again.finishHubDelivery(second, deliveredAt: nil)
        // The first one wasn't processed in time.
        #expect(try again.takeHubDelivery(at: day(2), until: day(3)) == first)
        try again.postponeHubDelivery(first.id, to: day(9))
        #expect(try again.takeHubDelivery(at: day(3), until: day(4))?.body == Data([2]))
        try again.removeHubSubscription(added.id)
        #expect(try again.takeHubDelivery(at: day(30), until: day(31)) == nil && folder.count("hub_delivery") == 0)
    }
}

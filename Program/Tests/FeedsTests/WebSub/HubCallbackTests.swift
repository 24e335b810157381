import FeedStore
import Foundation
import Testing

@testable import Feeds

@Suite("The callback of a hub") struct HubCallbackTests {
    private func subscription(
        isEnding: Bool = false, isVerified: Bool = true, secret: String? = "Jefe", isFollowed: Bool = true
    ) throws -> HubSubscription {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hubs-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try FeedStore(at: folder.appending(path: "freshet.sqlite"))
        let (feed, now) = (FeedKey("web/a"), Date())
        if isFollowed { try store.follow(feed, path: "web/a", FollowSettings(), at: now) }
        let added = try store.addHubSubscription(
            feed, topic: "https://a.example/feed", hub: "https://hub.example/", key: .make(), secret: secret,
            nextAt: now)
        let id = try #require(added?.id)
        if isVerified { try store.verifyHubSubscription(id, at: now, expiresAt: now + 99, nextAt: now + 50) }
        if isEnding { try store.endHubSubscription(id, at: now) }
        return try #require(try store.hubSubscriptions().first)
    }

    private func verification(_ parameters: [String: String]) -> HubVerification? {
        let all = ["hub.topic": "https://a.example/feed", "hub.challenge": "c"].merging(parameters) { $1 }
        return HubVerification { all[$0] }
    }

    @Test("A hub's callback confirms a request that was made, and no other")
    func decisions() throws {
        let (wanted, ending) = (try subscription(isVerified: false), try subscription(isEnding: true))
        let subscribe = try #require(verification(["hub.mode": "subscribe"]))
        let unsubscribe = try #require(verification(["hub.mode": "unsubscribe"]))
        #expect(subscribe.decision(for: wanted) == .subscribed(challenge: "c"))
        #expect(subscribe.decision(for: ending) == .unknown)
        #expect(unsubscribe.decision(for: wanted) == .unknown)
        #expect(unsubscribe.decision(for: ending) == .unsubscribed(challenge: "c"))
        // A hub may verify again on its own.
        #expect(subscribe.decision(for: try subscription()) == .subscribed(challenge: "c"))
    }

    @Test("A hub's callback refuses another topic, another mode and a request without a challenge")
    func mismatch() throws {
        let wanted = try subscription(isVerified: false)
        for parameters in [
            ["hub.mode": "subscribe", "hub.topic": "https://b.example/feed"], ["hub.mode": "publish"],
            ["hub.mode": "denied", "hub.topic": "https://b.example/feed"],
        ] {
            #expect(try #require(verification(parameters)).decision(for: wanted) == .unknown)
        }
        let bare = try #require(
            HubVerification { ["hub.mode": "subscribe", "hub.topic": "https://a.example/feed"][$0] })
        #expect(bare.decision(for: wanted) == .unknown)
        #expect(verification(["hub.mode": "subscribe", "hub.challenge": String(repeating: "c", count: 1025)]) == nil)
        #expect(HubVerification { _ in nil } == nil)
    }

    @Test("A hub's callback notes a denial with its reason")
    func denial() throws {
        let denial = try #require(verification(["hub.mode": "denied", "hub.reason": "no"]))
        #expect(denial.decision(for: try subscription()) == .denied(reason: "no"))
    }

    @Test("A hub's callback uses a signed document, takes an unsigned one as a hint, and ignores the others")
    func deliveries() throws {
        let body = Data("what do ya want for nothing?".utf8)
        let signature = "sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
        let wrong = "sha1=0ffcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
        #expect(DeliveryDecision(try subscription(), signature: signature, body: body) == .document)
        #expect(DeliveryDecision(try subscription(), signature: wrong, body: body) == .ignored)
        #expect(DeliveryDecision(try subscription(), signature: nil, body: body) == .ignored)
        #expect(DeliveryDecision(try subscription(secret: nil), signature: nil, body: body) == .hint)
        #expect(DeliveryDecision(try subscription(secret: nil), signature: wrong, body: body) == .hint)
        #expect(DeliveryDecision(try subscription(isVerified: false), signature: signature, body: body) == .ignored)
        #expect(DeliveryDecision(try subscription(isFollowed: false), signature: signature, body: body) == .unwanted)
    }

    @Test("A subscription has the lease that the hub grants, which is renewed in its second half")
    func leases() {
        let now = Date(timeIntervalSince1970: 1_000_000)
        let day = HubLease(seconds: 86_400, from: now, random: 1)
        #expect(day.expiresAt == now + 86_400 && day.renewsAt == now + 64_800)
        #expect(HubLease(seconds: 86_400, from: now, random: 0).renewsAt == now + 43_200)
        #expect(HubLease(seconds: nil, from: now, random: 0).expiresAt == now + 864_000)
        #expect(HubLease(seconds: .max, from: now, random: 0).expiresAt == now + 90 * 86_400)
        // The feed is polled between the end of such a lease and its renewal.
        let short = HubLease(seconds: 5, from: now, random: 0)
        #expect(short.expiresAt == now + 5 && short.renewsAt == now + 60)
        #expect(HubLease(seconds: -1, from: now, random: 0).expiresAt == now)
    }

    @Test("A subscription is repeated after longer and longer pauses, up to a week")
    func backoff() {
        #expect([0, 1, 2, 3, 8, 9, 99].map(HubBackoff.pause) == [3600, 3600, 7200, 14_400, 460_800, 604_800, 604_800])
    }
}

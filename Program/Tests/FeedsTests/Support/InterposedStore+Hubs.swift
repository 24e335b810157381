import FeedStore
import Foundation

/// Passed on, without steps between.
extension InterposedStore {
    func followers() throws -> [FeedKey: Follower] { try store.followers() }
    func follower(of feed: FeedKey) throws -> Follower? { try store.follower(of: feed) }
    func extra(of feed: FeedKey) throws -> Data? { try store.extra(of: feed) }
    func hubSubscriptions() throws -> [HubSubscription] { try store.hubSubscriptions() }
    func hubSubscriptions(of feed: FeedKey) throws -> [HubSubscription] { try store.hubSubscriptions(of: feed) }
    func hubSubscription(withKey key: Secret) throws -> HubSubscription? { try store.hubSubscription(withKey: key) }
    func addHubSubscription(
        _ feed: FeedKey, topic: String, hub: String, key: Secret, secret: String?, nextAt: Date
    ) throws -> HubSubscription? {
        try store.addHubSubscription(feed, topic: topic, hub: hub, key: key, secret: secret, nextAt: nextAt)
    }
    func claimHubSubscription(_ subscription: HubSubscription, until date: Date) throws -> Bool {
        try store.claimHubSubscription(subscription, until: date)
    }
    func refuseHubSubscription(_ id: Int64, reason: String, nextAt: Date) throws {
        try store.refuseHubSubscription(id, reason: reason, nextAt: nextAt)
    }
    func verifyHubSubscription(_ id: Int64, at date: Date, expiresAt: Date, nextAt: Date) throws {
        try store.verifyHubSubscription(id, at: date, expiresAt: expiresAt, nextAt: nextAt)
    }
    func endHubSubscription(_ id: Int64, at date: Date) throws { try store.endHubSubscription(id, at: date) }
    func removeHubSubscription(_ id: Int64) throws { try store.removeHubSubscription(id) }
    func noteMissedDelivery(of feed: FeedKey) throws { try store.noteMissedDelivery(of: feed) }
    func addHubDelivery(_ subscription: Int64, contentType: String?, body: Data?, at date: Date) throws -> Bool {
        try store.addHubDelivery(subscription, contentType: contentType, body: body, at: date)
    }
    func takeHubDelivery(at now: Date, until date: Date) throws -> HubDelivery? {
        try store.takeHubDelivery(at: now, until: date)
    }
    func postponeHubDelivery(_ id: Int64, to date: Date) throws { try store.postponeHubDelivery(id, to: date) }
    func finishHubDelivery(_ delivery: HubDelivery, deliveredAt date: Date?) throws {
        try store.finishHubDelivery(delivery, deliveredAt: date)
    }
}

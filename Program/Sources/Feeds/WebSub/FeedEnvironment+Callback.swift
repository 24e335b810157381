import FeedStore
import Platform

/// The answers to hubs. Each function blocks the calling thread on the store, and fails with a ``FeedStoreError``.
extension FeedEnvironment {
    /// The number of characters of a callback's key.
    private static let keyLength = 64

    /// The subscription whose callback has that key; nil without reading the store if no key looks so.
    package func hubSubscription(withKey key: String) throws -> HubSubscription? {
        guard key.utf8.count == Self.keyLength else { return nil }
        return try store.hubSubscription(withKey: Secret(key))
    }

    /// Answers a hub's verification: the challenge, an empty text for a denial, or nil for 404.
    package func verify(_ verification: HubVerification, of subscription: HubSubscription) throws -> String? {
        let now = now()
        switch verification.decision(for: subscription) {
        case .unknown: return nil
        case .subscribed(let challenge):
            let lease = HubLease(seconds: verification.leaseSeconds, from: now, random: .random(in: 0...1))
            try store.verifyHubSubscription(
                subscription.id, at: now, expiresAt: lease.expiresAt, nextAt: lease.renewsAt)
            return challenge
        case .unsubscribed(let challenge):
            try store.removeHubSubscription(subscription.id)
            return challenge
        case .denied(let reason):
            try store.refuseHubSubscription(
                subscription.id, reason: HubRefusal.text(reason), nextAt: now + HubBackoff.longest)
            return ""
        }
    }

    /// How a delivery is answered.
    package enum DeliveryAnswer: Sendable, Hashable {
        /// It is stored or ignored: 202.
        case accepted
        /// Nobody follows the feed any more: 410.
        case gone
        /// Too many deliveries wait: 503.
        case busy
    }

    /// Stores a delivery if it counts. It is processed later; see ``subscribingToHubs(by:every:deliveries:)``.
    package func receive(
        _ body: Data, contentType: String?, signature: String?, at subscription: HubSubscription
    ) throws -> DeliveryAnswer {
        switch DeliveryDecision(subscription, signature: signature, body: body) {
        case .unwanted: return .gone
        case .ignored: return .accepted
        case .hint:
            return try store.addHubDelivery(subscription.id, contentType: nil, body: nil, at: now()) ? .accepted : .busy
        case .document:
            let type = contentType.map { String($0.prefix(200)) }
            return try store.addHubDelivery(subscription.id, contentType: type, body: body, at: now())
                ? .accepted : .busy
        }
    }
}

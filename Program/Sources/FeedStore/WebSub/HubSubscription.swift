import Platform

/// A subscription to the hub of a feed (WebSub, 5): a topic and a callback of its own.
package struct HubSubscription: Sendable, Hashable {
    /// Its number.
    package let id: Int64
    /// The feed that the hub delivers.
    package let feed: FeedKey
    /// The feed's own address, by which the hub knows it.
    package let topic: String
    /// The hub's address.
    package let hub: String
    /// The unguessable end of the callback's address.
    package let key: String
    /// What the hub signs deliveries with; nil if it was asked without encryption.
    package let secret: String?
    /// Whether the hub is asked to end it: nobody follows the feed any more, or a renewal has replaced it.
    package let isEnding: Bool
    /// When the hub last verified it; nil if it hasn't.
    package let verifiedAt: Date?
    /// When its lease ends; nil before its verification.
    package let expiresAt: Date?
    /// When the hub last delivered; nil if it hasn't, or if a poll found items that it hadn't delivered.
    package let deliveredAt: Date?
    /// Why the hub refused it; nil if it didn't.
    package let refusal: String?
    /// How often the hub has been asked since it last verified the subscription.
    package let failures: Int
    /// When a server acts on it next: asks, asks again or renews.
    package let nextAt: Date
    /// Whether any account follows the feed.
    package let isFollowed: Bool

    /// Whether its lease runs.
    package func isActive(at now: Date) -> Bool { verifiedAt != nil && expiresAt.map { $0 > now } ?? false }

    /// Whether its feed is polled only once a day.
    package func isDelivering(at now: Date) -> Bool { !isEnding && isActive(at: now) && deliveredAt != nil }
}

/// An acknowledged delivery of a hub.
package struct HubDelivery: Sendable, Hashable {
    /// Its number, in the order of arrival.
    package let id: Int64
    /// The feed.
    package let feed: FeedKey
    /// The subscription that it arrived at.
    package let subscription: Int64
    /// The `Content-Type` of the body.
    package let contentType: String?
    /// The feed's document; nil for a hint to fetch the feed.
    package let body: Data?
}

public import Platform

/// A subscription to the hub of a feed (WebSub, 5): a topic and a callback of its own.
public struct HubSubscription: Sendable, Hashable {
    /// Its number.
    public let id: Int64
    /// The feed that the hub delivers.
    public let feed: FeedKey
    /// The feed's own address, by which the hub knows it.
    public let topic: String
    /// The hub's address.
    public let hub: String
    /// The unguessable end of the callback's address.
    public let key: String
    /// What the hub signs deliveries with; nil if it was asked without encryption.
    public let secret: String?
    /// Whether the hub is asked to end it: nobody follows the feed any more, or a renewal has replaced it.
    public let isEnding: Bool
    /// When the hub last verified it; nil if it hasn't.
    public let verifiedAt: Date?
    /// When its lease ends; nil before its verification.
    public let expiresAt: Date?
    /// When the hub last delivered; nil if it hasn't, or if a poll found items that it hadn't delivered.
    public let deliveredAt: Date?
    /// Why the hub refused it; nil if it didn't.
    public let refusal: String?
    /// How often the hub has been asked since it last verified the subscription.
    public let failures: Int
    /// When a server acts on it next: asks, asks again or renews.
    public let nextAt: Date
    /// Whether any account follows the feed.
    public let isFollowed: Bool

    /// Whether its lease runs.
    public func isActive(at now: Date) -> Bool { verifiedAt != nil && expiresAt.map { $0 > now } ?? false }

    /// Whether its feed is polled only once a day.
    public func isDelivering(at now: Date) -> Bool { !isEnding && isActive(at: now) && deliveredAt != nil }
}

/// An acknowledged delivery of a hub.
public struct HubDelivery: Sendable, Hashable {
    /// Its number, in the order of arrival.
    public let id: Int64
    /// The feed.
    public let feed: FeedKey
    /// The subscription that it arrived at.
    public let subscription: Int64
    /// The `Content-Type` of the body.
    public let contentType: String?
    /// The feed's document; nil for a hint to fetch the feed.
    public let body: Data?
}

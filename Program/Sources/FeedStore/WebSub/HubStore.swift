public import Platform

/// Subscriptions to hubs, shared by all accounts and servers. Every function blocks the calling thread.
public protocol HubStore: Sendable {
    /// The followed feeds of all accounts, each with the first of those who follow it and may read it.
    func followers() throws -> [FeedKey: Follower]

    /// The same for one feed; nil if nobody follows it.
    func follower(of feed: FeedKey) throws -> Follower?

    /// What is kept for a stored feed; see ``Snapshot/extra``. Reads one row.
    func extra(of feed: FeedKey) throws -> Data?

    /// All subscriptions, oldest first.
    func hubSubscriptions() throws -> [HubSubscription]

    /// The subscriptions of one feed, oldest first.
    func hubSubscriptions(of feed: FeedKey) throws -> [HubSubscription]

    /// The subscription whose callback has that key.
    func hubSubscription(withKey key: Secret) throws -> HubSubscription?

    /// Adds a subscription that the hub hasn't verified.
    ///
    /// - Returns: nil if the feed has one already, perhaps by another server.
    func addHubSubscription(
        _ feed: FeedKey, topic: String, hub: String, key: Secret, secret: String?, nextAt: Date
    ) throws -> HubSubscription?

    /// Reserves the next action on a subscription for the caller, and counts it as a failure until the hub verifies it.
    ///
    /// - Returns: false if another server has reserved it.
    func claimHubSubscription(_ subscription: HubSubscription, until date: Date) throws -> Bool

    /// Notes that the hub refused a subscription; it isn't verified then.
    func refuseHubSubscription(_ id: Int64, reason: String, nextAt: Date) throws

    /// Notes that the hub verified a subscription until `expiresAt`. It replaces other verified ones of the feed, which end.
    func verifyHubSubscription(_ id: Int64, at date: Date, expiresAt: Date, nextAt: Date) throws

    /// Marks a subscription to be ended by the hub.
    func endHubSubscription(_ id: Int64, at date: Date) throws

    /// Removes a subscription with its deliveries.
    func removeHubSubscription(_ id: Int64) throws

    /// Notes that a poll found items that the hub hadn't delivered.
    func noteMissedDelivery(of feed: FeedKey) throws

    /// Stores a delivery, or a hint without a body; several hints are one.
    ///
    /// - Returns: false if too many deliveries wait.
    func addHubDelivery(_ subscription: Int64, contentType: String?, body: Data?, at date: Date) throws -> Bool

    /// The oldest delivery that is due, reserved for the caller until `date`.
    func takeHubDelivery(at now: Date, until date: Date) throws -> HubDelivery?

    /// Moves a delivery to a later date.
    func postponeHubDelivery(_ id: Int64, to date: Date) throws

    /// Removes a delivery that has been processed.
    ///
    /// - Parameter date: when the hub delivered, if it did.
    func finishHubDelivery(_ delivery: HubDelivery, deliveredAt date: Date?) throws
}

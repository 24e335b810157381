import Platform
import SQL
import WebText

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
    /// The secret that signs deliveries; nil if the hub was asked without encryption.
    package let secret: String?
    /// True if the hub is asked to end it: nobody follows the feed, or a renewal has replaced it.
    package let isEnding: Bool
    /// The date when the hub last verified it; nil if it hasn't.
    package let verifiedAt: Date?
    /// The date when its lease ends; nil before its verification.
    package let expiresAt: Date?
    /// The date of the hub's last delivery; nil without one, or if a poll found items that the hub missed.
    package let deliveredAt: Date?
    /// The reason for the hub's refusal; nil without one.
    package let refusal: String?
    /// The number of requests to the hub since it last verified the subscription.
    package let failures: Int
    /// The date of the server's next action: asking, asking again or renewing.
    package let nextAt: Date
    /// True if any account follows the feed.
    package let isFollowed: Bool

    /// True if its lease runs.
    package func isActive(at now: Date) -> Bool { verifiedAt != nil && expiresAt.map { $0 > now } ?? false }

    /// True if its feed is polled only once a day, because the hub delivers it.
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

/// An account that follows a feed.
package struct Follower: Sendable, Hashable {
    /// The account.
    package let account: Account.ID
    /// The feed's path as it is followed; see ``StoredFollow/path``.
    package let path: String
}

private enum HubColumn: String, ColumnList {
    case id, feed, topic, hub, key, secret, isEnding = "is_ending", verifiedAt = "verified_at"
    case expiresAt = "expires_at", deliveredAt = "delivered_at", refusal, failures, nextAt = "next_at"
    case isFollowed = """
        CASE WHEN EXISTS (SELECT 1 FROM followed WHERE followed.feed = hub_subscription.feed
            AND followed.account_id NOT IN (SELECT id FROM account WHERE disabled_at IS NOT NULL)) THEN 1 ELSE 0 END
        """
}

extension HubSubscription {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: try row.integer(HubColumn.id), feed: FeedKey(try row.text(HubColumn.feed)),
            topic: try row.text(HubColumn.topic), hub: try row.text(HubColumn.hub), key: try row.text(HubColumn.key),
            secret: try row.optionalText(HubColumn.secret), isEnding: try row.flag(HubColumn.isEnding),
            verifiedAt: try row.optionalDate(HubColumn.verifiedAt),
            expiresAt: try row.optionalDate(HubColumn.expiresAt),
            deliveredAt: try row.optionalDate(HubColumn.deliveredAt),
            refusal: try row.optionalText(HubColumn.refusal), failures: try row.count(HubColumn.failures),
            nextAt: try row.date(HubColumn.nextAt), isFollowed: try row.flag(HubColumn.isFollowed))
    }
}

// What hubs are asked shows on no page, so the number of the last change stays.
/// Subscriptions to hubs, shared by all accounts and servers.
extension FeedStore {
    private static let columns = "SELECT \(HubColumn.sql) FROM hub_subscription"

    private func subscriptions(
        _ condition: String, _ values: [(any SQLValueConvertible)?] = []
    ) throws -> [HubSubscription] {
        try read { db in
            try database.rows(of: "hub subscriptions", db, Self.columns + condition, values) { try HubSubscription($0) }
        }
    }

    /// The followed feeds of all accounts that aren't disabled, each with the first of those who follow it and may read it.
    package func followers() throws -> [FeedKey: Follower] {
        try read { db in
            let rows = try db.rows(Self.followers + " WHERE \(Account.isEnabled()) ORDER BY followed.id")
            let pairs = try rows.map { row in
                (FeedKey(try row.text(0)), Follower(account: try row.integer(1), path: try row.text(2)))
            }
            return Dictionary(pairs) { first, _ in first }
        }
    }

    /// The same account for one feed; nil if nobody follows it.
    package func follower(of feed: FeedKey) throws -> Follower? {
        try read { db in
            let sql =
                Self.followers + " WHERE followed.feed = ? AND \(Account.isEnabled()) ORDER BY followed.id LIMIT 1"
            return try db.row(sql, [feed.rawValue]).map {
                Follower(account: try $0.integer(1), path: try $0.text(2))
            }
        }
    }

    private static let followers = """
        SELECT followed.feed, account_id, path
        FROM followed JOIN feed ON feed.key = followed.feed AND \(FeedOwner.admits("followed.account_id"))
        """

    /// Reads the additional data of a stored feed; see ``Snapshot/extra``. Reads one row.
    package func extra(of feed: FeedKey) throws -> Data? {
        try read { try $0.row("SELECT extra FROM feed WHERE key = ?", [feed.rawValue])?.optionalData(0) }
    }

    /// All subscriptions, oldest first.
    package func hubSubscriptions() throws -> [HubSubscription] { try subscriptions(" ORDER BY id") }

    /// The subscriptions of one feed, oldest first.
    package func hubSubscriptions(of feed: FeedKey) throws -> [HubSubscription] {
        try subscriptions(" WHERE feed = ? ORDER BY id", [feed.rawValue])
    }

    /// The subscription whose callback has that key.
    ///
    /// Compares hashes, so that the time says nothing about the key.
    package func hubSubscription(withKey key: Secret) throws -> HubSubscription? {
        try subscriptions(" WHERE hash = ?", [key.hash]).first
    }

    /// Adds a subscription that the hub hasn't verified.
    ///
    /// - Returns: nil if the feed has one already, perhaps by another server.
    package func addHubSubscription(
        _ feed: FeedKey, topic: String, hub: String, key: Secret, secret: String?, nextAt: Date
    ) throws -> HubSubscription? {
        let isAdded = try writeSilently { db in
            try db.execute(
                """
                INSERT INTO hub_subscription (feed, topic, hub, key, hash, secret, failures, next_at)
                VALUES (?, ?, ?, ?, ?, ?, 1, ?) ON CONFLICT DO NOTHING
                """,
                [feed.rawValue, topic, hub, key.text, key.hash, secret, nextAt.milliseconds]) > 0
        }
        return isAdded ? try hubSubscription(withKey: key) : nil
    }

    /// Reserves the next action on a subscription for the caller, and counts it as a failure until the hub verifies it.
    ///
    /// Changes the row only if nobody else has since it was read.
    ///
    /// - Returns: false if another server has reserved it.
    package func claimHubSubscription(_ subscription: HubSubscription, until date: Date) throws -> Bool {
        try writeSilently { db in
            try db.execute(
                "UPDATE hub_subscription SET next_at = ?, failures = failures + 1 WHERE id = ? AND next_at = ?",
                [date.milliseconds, subscription.id, subscription.nextAt.milliseconds]) > 0
        }
    }

    /// Notes that the hub refused a subscription; it isn't verified then.
    ///
    /// Removes the row instead if the hub is being asked again meanwhile.
    package func refuseHubSubscription(_ id: Int64, reason: String, nextAt: Date) throws {
        try writeSilently { db in
            let others = """
                SELECT count(*) FROM hub_subscription WHERE id <> ?1 AND verified_at IS NULL AND is_ending = 0
                    AND feed = (SELECT feed FROM hub_subscription WHERE id = ?1)
                """
            if try db.count(others, [id]) > 0 { return try Self.remove(id, db) }
            try db.execute(
                """
                UPDATE hub_subscription SET verified_at = NULL, expires_at = NULL, delivered_at = NULL, refusal = ?,
                    next_at = ? WHERE id = ?
                """, [reason, nextAt.milliseconds, id])
        }
    }

    /// Notes that the hub verified a subscription until `expiresAt`. It replaces other verified ones of the feed, which end.
    ///
    /// The new row takes over the last delivery, so that a renewal doesn't change how often the feed is polled.
    package func verifyHubSubscription(_ id: Int64, at date: Date, expiresAt: Date, nextAt: Date) throws {
        try writeSilently { db in
            let others = """
                FROM hub_subscription AS other
                WHERE other.feed = (SELECT feed FROM hub_subscription WHERE id = ?1) AND other.id <> ?1
                    AND other.verified_at IS NOT NULL
                """
            let delivered = try db.row("SELECT max(other.delivered_at) \(others)", [id])?.optionalInteger(0)
            try db.execute(
                """
                UPDATE hub_subscription SET is_ending = 1, failures = 0, next_at = ?2
                WHERE is_ending = 0 AND id IN (SELECT other.id \(others))
                """, [id, date.milliseconds])
            try db.execute(
                """
                UPDATE hub_subscription SET verified_at = ?, expires_at = ?, next_at = ?, failures = 0, refusal = NULL,
                    delivered_at = coalesce(delivered_at, ?) WHERE id = ?
                """, [date.milliseconds, expiresAt.milliseconds, nextAt.milliseconds, delivered, id])
        }
    }

    /// Marks a subscription to be ended by the hub.
    package func endHubSubscription(_ id: Int64, at date: Date) throws {
        try writeSilently { db in
            try db.execute(
                "UPDATE hub_subscription SET is_ending = 1, failures = 0, next_at = ? WHERE id = ? AND is_ending = 0",
                [date.milliseconds, id])
        }
    }

    /// Removes a subscription with its deliveries.
    package func removeHubSubscription(_ id: Int64) throws { try writeSilently { try Self.remove(id, $0) } }

    private static func remove(_ id: Int64, _ db: StoreTransaction) throws {
        try db.execute("DELETE FROM hub_delivery WHERE subscription_id = ?", [id])
        try db.execute("DELETE FROM hub_subscription WHERE id = ?", [id])
    }

    /// Notes that a poll found items that the hub hadn't delivered.
    package func noteMissedDelivery(of feed: FeedKey) throws {
        try writeSilently { db in
            try db.execute(
                "UPDATE hub_subscription SET delivered_at = NULL WHERE feed = ? AND delivered_at IS NOT NULL",
                [feed.rawValue])
        }
    }

    // MARK: Deliveries

    /// The number of deliveries of a subscription that may wait.
    private static let maximumDeliveries = 16

    /// Stores a delivery, or a hint without a body; several hints are one.
    ///
    /// Counts before it inserts, in one transaction.
    ///
    /// - Returns: false if too many deliveries wait.
    package func addHubDelivery(_ subscription: Int64, contentType: String?, body: Data?, at date: Date) throws -> Bool
    {
        try writeSilently { db in
            let hints = "SELECT count(*) FROM hub_delivery WHERE subscription_id = ? AND body IS NULL"
            if body == nil, try db.count(hints, [subscription]) > 0 { return true }
            let all = "SELECT count(*) FROM hub_delivery WHERE subscription_id = ?"
            if try db.count(all, [subscription]) >= Self.maximumDeliveries { return false }
            try db.execute(
                "INSERT INTO hub_delivery (subscription_id, content_type, body, due_at) VALUES (?, ?, ?, ?)",
                [subscription, contentType, body, date.milliseconds])
            return true
        }
    }

    /// The oldest delivery that is due, reserved for the caller until `date`.
    ///
    /// Reads first, so that nothing is written if nothing waits.
    package func takeHubDelivery(at now: Date, until date: Date) throws -> HubDelivery? {
        let oldest = """
            SELECT hub_delivery.id, feed, subscription_id, content_type, body, due_at
            FROM hub_delivery JOIN hub_subscription ON hub_subscription.id = subscription_id
            WHERE due_at <= ? ORDER BY hub_delivery.id LIMIT 1
            """
        while let row = try read({ try $0.row(oldest, [now.milliseconds]) }) {
            let (id, due) = (try row.integer(0), try row.integer(5))
            let isTaken = try writeSilently { db in
                try db.execute(
                    "UPDATE hub_delivery SET due_at = ? WHERE id = ? AND due_at = ?", [date.milliseconds, id, due]) > 0
            }
            if !isTaken { continue }
            return HubDelivery(
                id: id, feed: FeedKey(try row.text(1)), subscription: try row.integer(2),
                contentType: try row.optionalText(3), body: try row.optionalData(4))
        }
        return nil
    }

    /// Moves a delivery to a later date.
    package func postponeHubDelivery(_ id: Int64, to date: Date) throws {
        try writeSilently { db in
            try db.execute("UPDATE hub_delivery SET due_at = ? WHERE id = ?", [date.milliseconds, id])
        }
    }

    /// Removes a delivery that has been processed.
    ///
    /// - Parameter date: when the hub delivered, if it did.
    package func finishHubDelivery(_ delivery: HubDelivery, deliveredAt date: Date?) throws {
        try writeSilently { db in
            try db.execute("DELETE FROM hub_delivery WHERE id = ?", [delivery.id])
            guard let date else { return }
            try db.execute(
                "UPDATE hub_subscription SET delivered_at = ? WHERE id = ? AND verified_at IS NOT NULL",
                [date.milliseconds, delivery.subscription])
        }
    }
}

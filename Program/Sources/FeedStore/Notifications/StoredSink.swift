public import Platform

/// A sink with its queue and the results of its deliveries.
public struct StoredSink: Sendable, Hashable, Identifiable {
    /// The sink's id. Ids aren't reused.
    public let id: Int64
    /// The name.
    public let name: String
    /// The caller's encoded settings.
    public let settings: Data
    /// When it was added.
    public let createdAt: Date
    /// The number of waiting notifications.
    public let waiting: Int
    /// When a batch was last delivered.
    public let deliveredAt: Date?
    /// The number of failures since the last success.
    public let failures: Int
    /// Why the last delivery failed; nil if it succeeded.
    public let error: String?
    /// When it failed.
    public let errorAt: Date?
    /// When the next retry is due.
    public let retryAt: Date?
    /// When a digest was last sent.
    public let digestedAt: Date?

    /// The longest time from a failure to the next attempt, in seconds.
    public static let longestPause: TimeInterval = 3600

    /// Whether the next attempt isn't due yet. A later time than the longest pause allows was set by a clock that was ahead.
    public func isPaused(at now: Date) -> Bool {
        retryAt.map { $0 > now && $0 <= now + Self.longestPause } ?? false
    }

    /// Whether the last digest, or the sink, is older than `due`. Future times were set by a clock that was ahead.
    public func wasDigested(before due: Date, now: Date) -> Bool {
        let last = digestedAt ?? createdAt
        return last < due || last > now
    }
}

/// Notifications that are sent together to one sink.
public struct NotificationBatch: Sendable, Hashable {
    /// One notification.
    public struct Notification: Sendable, Hashable, Identifiable {
        /// The id: globally unique, and the same in every attempt and for every sink.
        public let id: String
        /// The text of the rule.
        public let rule: String
        /// The number of items that a rate rule counted; 0 for an absence; nil for a single item.
        public let count: Int?
        /// The item; nil with a `count`, or if the item is no longer stored.
        public let item: StoredItem?
        /// When it was queued.
        public let createdAt: Date
    }

    /// The sink.
    public let sink: Int64
    /// The number of failed attempts.
    public let failures: Int
    /// The notifications, oldest first.
    public let notifications: [Notification]

    let number: Int64

    /// Identifies the batch in every attempt: the first notification's id.
    public var id: String { notifications.first?.id ?? "" }
}

import Platform

/// A destination with its queue and the results of its deliveries.
package struct StoredDestination: Sendable, Hashable, Identifiable {
    /// The destination's id. Ids aren't reused.
    package let id: Int64
    /// The name.
    package let name: String
    /// The caller's encoded settings.
    package let settings: Data
    /// The date when it was added.
    package let createdAt: Date
    /// The number of waiting notifications.
    package let waiting: Int
    /// The date when a batch was last delivered.
    package let deliveredAt: Date?
    /// The number of failures since the last success.
    package let failures: Int
    /// The error of the last delivery; nil if it succeeded.
    package let error: String?
    /// The date of the failure.
    package let errorAt: Date?
    /// The date when the next retry is due.
    package let retryAt: Date?
    /// The date when a digest was last sent.
    package let digestedAt: Date?

    /// The longest time from a failure to the next attempt, in seconds.
    package static let longestPause: TimeInterval = 3600

    /// True if the next attempt isn't due yet. A time beyond the longest pause was set by a clock that was ahead.
    package func isPaused(at now: Date) -> Bool {
        retryAt.map { $0 > now && $0 <= now + Self.longestPause } ?? false
    }

    /// True if the last digest, or the destination, is older than `due`. Future times were set by a clock that was ahead.
    package func wasDigested(before due: Date, now: Date) -> Bool {
        let last = digestedAt ?? createdAt
        return last < due || last > now
    }
}

/// Notifications that are sent together to one destination.
package struct NotificationBatch: Sendable, Hashable {
    /// One notification.
    package struct Notification: Sendable, Hashable, Identifiable {
        /// The id: globally unique, and the same in every attempt and for every destination.
        package let id: String
        /// The text of the rule.
        package let rule: String
        /// The number of items that a rate rule counted; 0 for an absence; nil for a single item.
        package let count: Int?
        /// The item; nil with a `count`, or if the item has been removed.
        package let item: StoredItem?
        /// The date when it was queued.
        package let createdAt: Date
    }

    /// The destination.
    package let destination: Int64
    /// The number of failed attempts.
    package let failures: Int
    /// The notifications, oldest first.
    package let notifications: [Notification]

    let number: Int64

    /// Identifies the batch in every attempt: the first notification's id.
    package var id: String { notifications.first?.id ?? "" }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where notifications go, and those that wait. Every function blocks the calling thread.
///
/// A notification is queued for each sink in the transaction that stores its item, and stays until it is delivered: it is
/// delivered at least once, whenever a process is killed.
public protocol NotificationStore: Sendable {
    /// The sinks, by name.
    func sinks() throws -> [StoredSink]

    /// Adds a sink. Notifications queued before aren't sent to it.
    ///
    /// - Returns: false if a sink of that name exists; nothing changes then.
    @discardableResult
    func addSink(named name: String, settings: Data, at date: Date) throws -> Bool

    /// Removes a sink and its queued notifications; false if no sink has that name.
    @discardableResult
    func removeSink(named name: String) throws -> Bool

    /// Takes the oldest waiting notifications of a sink, at most `limit`.
    ///
    /// Nil if none wait, if a retry isn't due yet, or for 2 minutes after another call took a batch that isn't settled. A
    /// failed batch comes again with the same notifications.
    func takeBatch(for sink: Int64, limit: Int, now: Date) throws -> NotificationBatch?

    /// Removes delivered notifications, and clears the sink's error.
    func settle(_ batch: NotificationBatch, at date: Date) throws

    /// Leaves the notifications waiting until `retryAt`.
    func fail(_ batch: NotificationBatch, error: String, retryAt: Date, at date: Date) throws

    /// Replaces the settings of a sink; false if no sink has that name.
    @discardableResult
    func updateSink(named name: String, settings: Data) throws -> Bool

    /// Notes that a digest was sent to a sink or, with an error, wasn't.
    func noteDigest(of sink: Int64, error: String?, retryAt: Date?, at date: Date) throws

    /// Queues notifications of rules such as `notify no release for 90d` that are due.
    func checkAbsences(now: Date) throws
}

/// Where notifications go, and how that went.
public struct StoredSink: Sendable, Hashable, Identifiable {
    /// Never used for another sink.
    public let id: Int64
    /// The name.
    public let name: String
    /// What the caller needs to reach it.
    public let settings: Data
    /// When it was added.
    public let createdAt: Date
    /// The number of notifications that wait.
    public let waiting: Int
    /// When a batch was delivered last.
    public let deliveredAt: Date?
    /// The number of failures since then.
    public let failures: Int
    /// Why the last delivery failed; nil if it succeeded.
    public let error: String?
    /// When it failed.
    public let errorAt: Date?
    /// When it is tried again.
    public let retryAt: Date?
    /// When a digest was sent last.
    public let digestedAt: Date?
}

/// Notifications that are sent to one sink together.
public struct NotificationBatch: Sendable, Hashable {
    /// One notification.
    public struct Notification: Sendable, Hashable, Identifiable {
        /// Unique in the world, and the same in every attempt and for every sink.
        public let id: String
        /// The text of the rule.
        public let rule: String
        /// The number of items of a rate rule, 0 of an absence; nil for a single item.
        public let count: Int?
        /// The item; nil with a `count`, or if the item isn't stored any more.
        public let item: StoredItem?
        /// When it was queued.
        public let createdAt: Date
    }

    /// The sink.
    public let sink: Int64
    /// The number of failed attempts before.
    public let failures: Int
    /// The notifications, oldest first.
    public let notifications: [Notification]

    let number: Int64

    /// Identifies the batch in every attempt: the first notification's id.
    public var id: String { notifications.first?.id ?? "" }
}

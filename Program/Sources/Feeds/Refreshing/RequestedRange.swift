import FeedStore
import Platform

/// The part of a feed that the last refresh requested, stored with the feed: a number of days or of items.
package struct RequestedRange: Codable, Sendable {
    /// The number of days or items.
    package let count: Int
    /// The time at which this much was last requested. Smaller refreshes keep requesting it for a while.
    package let wantedAt: Date?

    /// A coverage.
    package init(_ count: Int, wantedAt: Date? = nil) {
        self.count = count
        self.wantedAt = wantedAt
    }

    /// Reads a snapshot; 0 if nothing was fetched or another version stored it.
    package init(_ snapshot: Snapshot) {
        self = snapshot.decodedExtra(RequestedRange.self) ?? RequestedRange(0)
    }

    /// The encoded form for the store.
    package func extra() throws -> Data { try StoredJSON.encode(self) }
}

extension Snapshot {
    /// The decoded extra data; nil if it is missing or was stored by another version.
    package func decodedExtra<Value: Decodable>(_: Value.Type) -> Value? {
        guard let extra else { return nil }
        do {
            return try StoredJSON.decode(from: extra)
        } catch {
            return nil
        }
    }
}

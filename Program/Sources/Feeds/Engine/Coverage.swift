public import FeedStore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How much was asked for when a feed was last refreshed, kept beside its items: days of events, or a number of stories.
public struct Coverage: Codable, Sendable {
    /// How many days or items.
    public let count: Int
    /// When somebody last wanted as much; a later refresh may ask for it on their behalf.
    public let wantedAt: Date?

    /// As much as that.
    public init(_ count: Int, wantedAt: Date? = nil) {
        self.count = count
        self.wantedAt = wantedAt
    }

    /// What a snapshot says; 0 where nothing was fetched, or by another version.
    public init(_ snapshot: Snapshot) {
        self = snapshot.decodedExtra(Coverage.self) ?? Coverage(0)
    }

    /// The form that the store keeps.
    public func extra() throws -> Data { try JSONEncoder().encode(self) }
}

extension Snapshot {
    /// What the feed keeps beside its items; nil where there is nothing, or it is of another version.
    public func decodedExtra<Value: Decodable>(_: Value.Type) -> Value? {
        guard let extra else { return nil }
        do {
            return try JSONDecoder().decode(Value.self, from: extra)
        } catch {
            return nil
        }
    }
}

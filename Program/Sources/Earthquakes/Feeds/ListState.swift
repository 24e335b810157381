import FeedStore
import Feeds
import Platform

/// The state of a list that is stored beside its earthquakes.
struct ListState: Codable {
    /// When the upstream generated the newest response.
    var generated: Date?

    /// Decodes a snapshot; empty if nothing was fetched or another version stored it.
    init(_ snapshot: Snapshot) { self = snapshot.decodedExtra(ListState.self) ?? ListState() }

    private init() {}

    /// The encoded form for the store.
    func extra() throws -> Data { try StoredJSON.encode(self) }
}

import FeedStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FeedItem {
    /// The form that the store keeps.
    func payload() throws -> Data { try JSONEncoder().encode(self) }

    /// Reads the form that the store keeps.
    init(payload: Data) throws { self = try JSONDecoder().decode(Self.self, from: payload) }

    /// The item for the store.
    func stored(rank: Int? = nil) throws -> Refresh.Item {
        Refresh.Item(id: id, date: date, rank: rank, payload: try payload())
    }
}

extension Snapshot {
    /// The items that this version can read; another one's that it cannot are left out, and counted by the caller.
    func decoded<Item: FeedItem>(as _: Item.Type = Item.self) -> [ShownItem<Item>] {
        let decoder = JSONDecoder()
        return items.compactMap { stored in
            guard let item = try? decoder.decode(Item.self, from: stored.payload) else { return nil }
            return ShownItem(item, isNew: stored.isNew)
        }
    }
}

extension StoredError {
    /// The failure for the store.
    init(_ error: FeedError, at date: Date) {
        self.init(kind: error.kind, message: error.message, at: date, retryAt: error.retryAt)
    }
}

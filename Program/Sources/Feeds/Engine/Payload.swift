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
        Refresh.Item(id: feedID, date: feedDate, rank: rank, payload: try payload())
    }
}

extension Snapshot {
    /// The items, and how many of them this version cannot read.
    func decoded<Item: FeedItem>(as _: Item.Type = Item.self) -> (items: [ShownItem<Item>], unreadable: Int) {
        let decoder = JSONDecoder()
        var unreadable = 0
        let shown: [ShownItem<Item>] = items.compactMap { stored in
            do {
                return ShownItem(
                    try decoder.decode(Item.self, from: stored.payload), isNew: stored.isNew, isRead: stored.isRead,
                    isSaved: stored.isSaved)
            } catch {
                unreadable += 1
                return nil
            }
        }
        return (shown, unreadable)
    }
}

extension StoredFeed {
    /// What a snapshot tells, all of it.
    init(_ snapshot: Snapshot) {
        let (items, unreadable) = snapshot.decoded(as: Item.self)
        self.init(items: items, total: snapshot.total - unreadable, unreadable: unreadable, snapshot: snapshot)
    }
}

extension StoredError {
    /// The failure for the store.
    init(_ error: FeedError, at date: Date) {
        self.init(kind: error.kind, message: error.message, at: date, retryAt: error.retryAt)
    }
}

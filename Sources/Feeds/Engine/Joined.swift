import FeedStore

extension StoredFeed {
    /// What is stored together with what has just arrived, no more than `limit`; of an item that is in both, the newer form.
    func joined(by arrived: [Item], _ standing: Standing, limit: Int) -> FeedState<Item> {
        var state = FeedState(self, standing)
        let known = Dictionary(items.map { ($0.item.feedID, $0.isNew) }) { first, _ in first }
        let arrivedIDs = Set(arrived.map(\.feedID))
        let fresh = arrived.map { ShownItem($0, isNew: known[$0.feedID] ?? snapshot.hasBeenShown) }
        let all = fresh + items.filter { !arrivedIDs.contains($0.item.feedID) }
        state.items = all.enumerated().sorted { lhs, rhs in
            switch (lhs.element.item.feedDate, rhs.element.item.feedDate) {
            case (let left?, let right?) where left != right: left > right
            case (nil, _?): false
            case (_?, nil): true
            default: lhs.offset < rhs.offset
            }
        }.map(\.element)
        state.total = max(total, state.items.count)
        state.items = Array(state.items.prefix(limit))
        return state
    }
}

extension FeedSource {
    /// The items of refreshes that could not be stored.
    func unstored(_ refreshes: [Refresh]) throws -> [Item] {
        try refreshes.filter { $0.feed == key }.flatMap(\.items).map { try Item(payload: $0.payload) }
    }
}

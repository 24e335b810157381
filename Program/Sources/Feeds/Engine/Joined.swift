import FeedStore

extension StoredFeed {
    /// What is stored together with what has just arrived, at most `limit` of it; of an item that is in both, the newer form.
    func joined(
        by arrived: [Item], seen: Set<String>, _ limit: Int, _ standing: Standing, replacing: Bool = false
    ) -> FeedState<Item> {
        var state = FeedState(self, standing)
        let known = Dictionary(items.map { ($0.item.feedID, $0) }) { first, _ in first }
        let arrivedIDs = Set(arrived.map(\.feedID))
        let fresh = arrived.map { item in
            guard var shown = known[item.feedID] else {
                return ShownItem(item, isNew: snapshot.hasBeenShown && !seen.contains(item.feedID))
            }
            shown.item = item
            return shown
        }
        let all = fresh + (replacing ? [] : items.filter { !arrivedIDs.contains($0.item.feedID) })
        let sorted = all.enumerated().sorted { lhs, rhs in
            switch (lhs.element.item.feedDate, rhs.element.item.feedDate) {
            case (let left?, let right?) where left != right: left > right
            case (nil, _?): false
            case (_?, nil): true
            default: lhs.offset < rhs.offset
            }
        }
        state.items = sorted.prefix(limit).map(\.element)
        state.total = replacing ? all.count : max(total, all.count)
        return state
    }

    /// What is stored together with what was fetched but could not be stored.
    func joined(
        byUnstored refreshes: [Refresh], of feed: FeedKey, _ limit: Int, _ standing: Standing
    ) throws -> FeedState<Item> {
        guard let refresh = refreshes.first(where: { $0.feed == feed }) else { return FeedState(self, standing) }
        let items = try refresh.items.map { try Item(payload: $0.payload) }
        var state = joined(by: items, seen: refresh.seen, limit, standing, replacing: refresh.mode == .replace)
        state.gaps = refresh.gaps + state.gaps
        if let skipped = refresh.skipped { state.skipped = skipped }
        if refresh.error == nil { state.fetchedAt = refresh.fetchedAt }
        return state
    }
}

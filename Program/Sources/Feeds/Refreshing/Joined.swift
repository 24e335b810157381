import FeedStore
import Platform

extension StoredFeed {
    /// Merges stored items with newly arrived ones, up to `limit`. The newer form of an item wins.
    func joined(
        by arrived: [any FeedItem], read: Set<String>, _ limit: Int, _ freshness: Freshness, replacing: Bool = false
    ) -> FeedState {
        var state = FeedState(self, freshness)
        let known = Dictionary(items.map { ($0.entry.id, $0) }) { first, _ in first }
        let arrivedIDs = Set(arrived.map(\.feedID))
        let fresh = arrived.enumerated().map { place, item in
            var shown = known[item.feedID]?.with(item) ?? ShownItem(item, isUnread: !read.contains(item.feedID))
            if order == .ranked { shown.rank = place }
            return shown
        }
        let all = fresh + (replacing ? [] : items.filter { !arrivedIDs.contains($0.entry.id) })
        state.items = Array(order.sorted(all).prefix(limit))
        state.total = replacing ? all.count : max(total, all.count)
        return state
    }

    /// Removes items that rules hide. Stored items that are shown, such as saved ones, stay.
    func shown(_ arrived: [any FeedItem], _ filter: MuteFilter?, at now: Date) -> [any FeedItem] {
        guard let filter else { return arrived }
        let known = Set(items.map(\.entry.id))
        return arrived.filter {
            known.contains($0.feedID) || !filter.hides($0.entry.searchFields, date: $0.feedDate, at: now)
        }
    }

    /// Merges stored items with items that were fetched but couldn't be stored.
    func joined(
        byUnstored refreshes: [Refresh], of feed: some FeedDescription, _ limit: Int, _ freshness: Freshness
    ) throws -> FeedState {
        guard let refresh = refreshes.first(where: { $0.feed == feed.key }) else { return FeedState(self, freshness) }
        let listed = refresh.items.filter { !refresh.removed.contains($0.id) }
        let items = try listed.map { try payloadItem(feed, $0) }
        var stored = self
        stored.items.removeAll { refresh.removed.contains($0.entry.id) }
        var state = stored.joined(by: items, read: refresh.read, limit, freshness, replacing: refresh.mode == .replace)
        state.gaps = refresh.gaps + state.gaps
        if let title = refresh.title { state.title = title }
        if let skipped = refresh.skipped { state.skipped = skipped }
        if refresh.error == nil { state.fetchedAt = refresh.fetchedAt }
        return state
    }

    private func payloadItem<Source: FeedDescription>(_: Source, _ item: Refresh.Item) throws -> any FeedItem {
        try Source.Item(payload: item.payload)
    }
}

extension ItemOrder {
    /// The items in an order, sorted like the store does. The sort is stable.
    package func sorted(_ items: [ShownItem]) -> [ShownItem] {
        switch self {
        case .newest: Self.sorted(items) { $0.entry.date }
        case .ranked: Self.sorted(items) { $0.rank.map { -$0 } }
        case .largest: Self.sorted(items) { $0.entry.measures.first?.compared }
        }
    }

    /// Largest values first; items without a value last.
    private static func sorted<Value: Comparable>(
        _ items: [ShownItem], by value: (ShownItem) -> Value?
    ) -> [ShownItem] {
        let keyed = items.enumerated().map { (offset: $0, value: value($1), item: $1) }
        return keyed.sorted { one, other in
            switch (one.value, other.value) {
            case (let left?, let right?) where left != right: left > right
            case (nil, _?): false
            case (_?, nil): true
            default: one.offset < other.offset
            }
        }.map(\.item)
    }
}

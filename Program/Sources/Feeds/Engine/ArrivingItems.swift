import FeedStore
import Synchronization

/// The items that refreshes have shown but not yet stored, with the marks that readers give them meanwhile.
///
/// A refresh of many requests takes minutes; its items can be opened and marked as soon as they are shown.
final class ArrivingItems: Sendable {
    private struct Arrival {
        let feed: FeedKey
        var items: [ItemKey: ShownItem] = [:]
        var marks: [ItemKey: Set<Mark>] = [:]
    }

    /// By the transport of the refresh.
    private let arrivals = Mutex<[ObjectIdentifier: Arrival]>([:])

    /// Notes what a refresh shows now, of which the items without a date of arrival aren't stored. Returns it with the marks.
    func shown(_ items: [ShownItem], of feed: some FeedDescription, by refresh: LedgerTransport) -> [ShownItem] {
        arrivals.withLock { arrivals in
            let marks = arrivals[ObjectIdentifier(refresh)]?.marks ?? [:]
            var arrival = Arrival(feed: feed.key)
            let marked = items.map { item in
                guard item.firstSeenAt == nil else { return item }
                let key = ItemKey(scope: feed.scope, id: item.entry.id)
                var item = item
                if let given = marks[key] {
                    for mark in given { _ = item.apply(mark) }
                    arrival.marks[key] = given
                }
                arrival.items[key] = item
                return item
            }
            arrivals[ObjectIdentifier(refresh)] = arrival
            return marked
        }
    }

    /// An item that a feed shows and hasn't stored.
    func item(_ key: ItemKey, of feed: FeedKey) -> ShownItem? {
        arrivals.withLock { arrivals in
            arrivals.values.lazy.filter { $0.feed == feed }.compactMap { $0.items[key] }.first
        }
    }

    /// Marks items, for the store to mark later; returns those that changed.
    func mark(_ keys: [ItemKey], as mark: Mark) -> Set<ItemKey> {
        arrivals.withLock { arrivals in
            var changed: Set<ItemKey> = []
            for refresh in arrivals.keys {
                for key in keys where arrivals[refresh]?.items[key]?.apply(mark) == true {
                    arrivals[refresh]?.marks[key, default: []].remove(mark.inverse)
                    arrivals[refresh]?.marks[key, default: []].insert(mark)
                    changed.insert(key)
                }
            }
            return changed
        }
    }

    /// Forgets the items of a refresh, which are stored or lost now, and returns the marks they got.
    @discardableResult
    func end(_ refresh: LedgerTransport) -> [Mark: [ItemKey]] {
        let arrival = arrivals.withLock { $0.removeValue(forKey: ObjectIdentifier(refresh)) }
        var marks: [Mark: [ItemKey]] = [:]
        for (key, given) in arrival?.marks ?? [:] {
            for mark in given { marks[mark, default: []].append(key) }
        }
        return marks
    }
}

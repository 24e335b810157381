import FeedStore
import Feeds
import Platform

extension HomePage {
    /// How many of the unread items may be of one feed while others have unread items too.
    static let perFeed = 3

    /// The newest unread items. A feed with many leaves places for the others.
    ///
    /// Blocks the calling thread on the store.
    static func unread(in environment: FeedEnvironment, for site: Site) throws -> ListedItems {
        let selection = ItemListPage.Kind.unread.selection
        // Usually enough to find items of several feeds.
        var list = try environment.items(selection, limit: unreadLimit * 5)
        var candidates = list.items
        if list.total > candidates.count {
            let listed = Set(candidates.map(\.feed.key))
            let others = site.followed.map(\.feed).filter { !listed.contains($0.key) && site.unreadCount($0) > 0 }
            for feed in others.prefix(unreadLimit) {
                let selection = ItemSelection(.feed(feed.key), isUnread: true)
                candidates += try environment.items(selection, limit: perFeed).items
            }
        }
        list.items = capped(candidates)
        return list
    }

    /// The newest items, at most ``perFeed`` of each feed unless there are too few, newest first.
    static func capped(_ items: [ListedItems.Item]) -> [ListedItems.Item] {
        var seen: Set<ItemKey> = []
        let ordered = items.filter { seen.insert($0.key).inserted }.enumerated()
            .sorted { one, other in
                (one.element.time, other.offset) > (other.element.time, one.offset)
            }
            .map(\.element)
        var counts: [FeedKey: Int] = [:]
        var isChosen = ordered.map { item in
            counts[item.feed.key, default: 0] += 1
            return counts[item.feed.key, default: 0] <= perFeed
        }
        var left = unreadLimit
        for index in ordered.indices where isChosen[index] {
            isChosen[index] = left > 0
            left -= 1
        }
        for index in ordered.indices where !isChosen[index] && left > 0 {
            isChosen[index] = true
            left -= 1
        }
        return zip(ordered, isChosen).filter(\.1).map(\.0)
    }
}

extension ListedItems.Item {
    /// What lists are ordered by.
    fileprivate var time: Date { shown.entry.date ?? shown.firstSeenAt ?? .distantPast }
}

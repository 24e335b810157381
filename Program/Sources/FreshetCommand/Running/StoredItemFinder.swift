import FeedStore
import Feeds

/// Finds stored items by the ids that programs and pipes print.
struct StoredItemFinder {
    private let environment: FeedEnvironment

    init(_ environment: FeedEnvironment) { self.environment = environment }

    /// The keys of the items, each once; fails if an id is unknown, or names different items.
    ///
    /// An item that is stored more than once, under several addresses of one feed, has several keys.
    func items(_ ids: [String], in feed: Feed?) throws -> [ItemKey] {
        let feeds = try feed.map { [$0.key] } ?? environment.store.feeds().map(\.feed)
        var found: [String: [ItemKey: StoredItem]] = [:]
        for feed in feeds {
            for item in try environment.store.items(of: feed, ids: ids) {
                found[item.id, default: [:]][item.key] = item
            }
        }
        if feed == nil, found.count < Set(ids).count {
            // No feed lists these any more.
            for item in try environment.store.items(ItemSelection(.all, isSaved: true), limit: nil).items
            where ids.contains(item.id) { found[item.id, default: [:]][item.key] = item }
        }
        var keys: [ItemKey] = []
        for id in ids {
            let matches = markable(found[id]?.values.map { $0 } ?? [])
            if matches.isEmpty { throw CommandFailure("No item has the id “\(id)”. Nothing was marked.") }
            guard areSame(matches) else {
                let names = Set(matches.map(\.feed.rawValue)).sorted().joined(separator: " and ")
                throw CommandFailure("“\(id)” is an id in \(names). Name the feed with --feed.")
            }
            for item in matches where !keys.contains(item.key) { keys.append(item.key) }
        }
        return keys
    }

    /// Leaves out items that another one of the same id stands for, such as the story above its comments.
    private func markable(_ items: [StoredItem]) -> [StoredItem] {
        items.count == 1 ? items : items.filter { entry($0)?.isMarkable ?? true }
    }

    /// Whether all of them lead to one address.
    private func areSame(_ items: [StoredItem]) -> Bool {
        if items.count == 1 { return true }
        let links = items.map { entry($0)?.link }
        return links.allSatisfy { $0 != nil && $0 == links.first }
    }

    private func entry(_ item: StoredItem) -> Entry? {
        environment.catalog.feed(item.feed)?.shown([item]).first?.entry
    }
}

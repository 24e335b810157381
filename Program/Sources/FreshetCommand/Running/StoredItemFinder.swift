import FeedStore
import Feeds

/// Finds stored items by the ids that programs and pipes print.
struct StoredItemFinder {
    private let environment: FeedEnvironment

    init(_ environment: FeedEnvironment) { self.environment = environment }

    /// The keys of the items, each once; fails if an id is unknown, or names items of several upstreams.
    func items(_ ids: [String], in feed: Feed?) throws -> [ItemKey] {
        let feeds = try feed.map { [$0.key] } ?? environment.store.feeds().map(\.feed)
        var found: [String: Set<ItemKey>] = [:]
        for feed in feeds {
            for item in try environment.store.items(of: feed, ids: ids) {
                found[item.key.id, default: []].insert(item.key)
            }
        }
        if feed == nil, found.count < Set(ids).count {
            // No feed lists these any more.
            for item in try environment.store.items(ItemSelection(.all, isSaved: true), limit: nil).items
            where ids.contains(item.key.id) { found[item.key.id, default: []].insert(item.key) }
        }
        var keys: [ItemKey] = []
        for id in ids {
            let matches = found[id] ?? []
            guard let key = matches.first else {
                throw CommandFailure("No item has the id “\(id)”. Nothing was marked.")
            }
            guard matches.count == 1 else {
                let scopes = matches.map(\.scope).sorted().joined(separator: " and ")
                throw CommandFailure("“\(id)” is an id in \(scopes). Name the feed with --feed.")
            }
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }
}

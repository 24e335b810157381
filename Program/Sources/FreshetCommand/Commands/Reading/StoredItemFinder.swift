import FeedStore
import Feeds
import WebText

/// Finds stored items by the ids that programs and pipes print.
struct StoredItemFinder {
    private typealias Found = [ItemReference: [ItemKey: StoredItem]]

    private let environment: FeedEnvironment

    init(_ environment: FeedEnvironment) { self.environment = environment }

    /// The keys of the items, each once; fails if an id is unknown, or names different items.
    ///
    /// An item that is stored more than once, under several addresses of one feed, has several keys.
    func items(_ references: [ItemReference]) throws -> [ItemKey] {
        let found = try stored(references)
        var keys: [ItemKey] = []
        var known: Set<ItemKey> = []
        for reference in references {
            let id = reference.id.inQuotes
            let matches = markable(found[reference]?.values.map { $0 } ?? [])
            if matches.isEmpty { throw CommandFailure("No item has the id \(id). Nothing was marked.") }
            guard areSame(matches) else {
                let names = Set(matches.map(\.feed.address)).sorted().joined(separator: " and ")
                throw CommandFailure("\(id) is an id in \(names). Name the feed with --feed. Nothing was marked.")
            }
            for item in matches where known.insert(item.key).inserted { keys.append(item.key) }
        }
        return keys
    }

    private func stored(_ references: [ItemReference]) throws -> Found {
        let wanted = Set(references)
        let feeds = try environment.store.feeds().map(\.feed)
        var found = Found()
        for (feed, group) in Dictionary(grouping: wanted, by: \.feed) {
            for key in feed.map({ [$0] }) ?? feeds {
                for item in try environment.store.items(of: key, ids: group.map(\.id)) {
                    found[ItemReference(id: item.id, feed: feed), default: [:]][item.key] = item
                }
            }
        }
        if found.count < wanted.count {
            // No feed lists these any more.
            for item in try environment.store.items(ItemSelection(.all, isSaved: true), limit: nil).items {
                let names = [ItemReference(id: item.id, feed: nil), ItemReference(id: item.id, feed: item.feed)]
                for name in names where wanted.contains(name) { found[name, default: [:]][item.key] = item }
            }
        }
        return found
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

import FeedStore
import Feeds
import WebText

/// Finds stored items by the ids that programs and pipes print.
struct StoredItemFinder {
    private typealias Found = [ItemReference: [ItemKey: StoredItem]]

    /// The number of items that are read together: lines from a pipe may name any number.
    private static let batch = 500

    private let environment: FeedEnvironment

    init(_ environment: FeedEnvironment) { self.environment = environment }

    /// The keys of the items, each once; fails if an id is unknown, or names different items.
    ///
    /// An item that is stored more than once, under several addresses of one feed, has several keys.
    func items(_ references: [ItemReference]) throws -> [ItemKey] {
        var keys: [ItemReference: [ItemKey]] = [:]
        var wanted = Array(Set(references))[...]
        let feeds = try environment.store.feeds().map(\.feed)
        while !wanted.isEmpty {
            for (reference, items) in try stored(wanted.prefix(Self.batch), in: feeds) {
                keys[reference] = try same(markable(Array(items.values)), reference)
            }
            wanted = wanted.dropFirst(Self.batch)
        }
        // No feed lists these any more.
        let missing = Set(references).subtracting(keys.keys)
        for (reference, items) in missing.isEmpty ? [:] : try kept(missing) {
            keys[reference] = try same(markable(Array(items.values)), reference)
        }
        var known: Set<ItemKey> = []
        return try references.flatMap { reference in
            guard let items = keys[reference], !items.isEmpty else {
                throw CommandFailure("No item has the id \(reference.id.inQuotes). Nothing was changed.")
            }
            return items.filter { known.insert($0).inserted }
        }
    }

    private func stored(_ wanted: ArraySlice<ItemReference>, in feeds: [FeedKey]) throws -> Found {
        var found = Found()
        for (feed, group) in Dictionary(grouping: wanted, by: \.feed) {
            for key in feed.map({ [$0] }) ?? feeds {
                for item in try environment.store.items(of: key, ids: group.map(\.id)) {
                    found[ItemReference(id: item.id, feed: feed), default: [:]][item.key] = item
                }
            }
        }
        return found
    }

    /// The saved items and the items with labels.
    private func kept(_ wanted: Set<ItemReference>) throws -> Found {
        var found = Found()
        let labels = try environment.store.labelNames().map { ItemSelection(.all, label: $0) }
        for selection in [ItemSelection(.all, isSaved: true)] + labels {
            _ = try environment.store.forEachPart(of: selection) { items in
                for item in items {
                    let names = [ItemReference(id: item.id, feed: nil), ItemReference(id: item.id, feed: item.feed)]
                    for name in names where wanted.contains(name) { found[name, default: [:]][item.key] = item }
                }
                return true
            }
        }
        return found
    }

    /// The keys of items that a reference names; fails if they are different items.
    private func same(_ items: [StoredItem], _ reference: ItemReference) throws -> [ItemKey] {
        guard items.isEmpty || areSame(items) else {
            let names = Set(items.map(\.feed.address)).sorted().joined(separator: " and ")
            throw CommandFailure(
                "\(reference.id.inQuotes) is an id in \(names). Name the feed with --feed. Nothing was changed.")
        }
        return items.map(\.key)
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

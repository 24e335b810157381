import Catalog
import FeedStore
import Feeds
import Search
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

    /// Leaves out items that another item of the same id represents, such as the story above its comments.
    private func markable(_ items: [StoredItem]) -> [StoredItem] {
        items.count == 1 ? items : items.filter { entry($0)?.isMarkable ?? true }
    }

    /// True if all of them lead to one address.
    private func areSame(_ items: [StoredItem]) -> Bool {
        if items.count == 1 { return true }
        let links = items.map { entry($0)?.link }
        return links.allSatisfy { $0 != nil && $0 == links.first }
    }

    private func entry(_ item: StoredItem) -> Entry? {
        environment.catalog.feed(item.feed)?.shown([item]).first?.entry
    }
}

/// An item that a user names.
struct ItemReference: Hashable, Sendable {
    let id: String
    /// A feed that lists it; nil if the id alone should suffice.
    let feed: FeedKey?
}

/// The items in the lines that `freshet unread`, `saved` and `search` print in pipes, or in lines of ids alone.
struct ItemLines {
    let references: [ItemReference]

    /// - Parameter feed: the feed of ids alone.
    init(_ text: String, in feed: FeedKey?) throws {
        references = try text.split(whereSeparator: \.isNewline).enumerated().map { index, line in
            guard let reference = Self.reference(line, feed) else {
                throw CommandFailure(
                    "Line \(index + 1) names no item. Give the lines that freshet unread, saved or search prints "
                        + "in a pipe, or ids alone. Nothing was changed.")
            }
            return reference
        }
    }

    /// The feed that a line names by its key or its address.
    private static func named(_ text: String) -> Feed? {
        let catalog = FeedCatalog.all
        return catalog.feed(FeedKey(text)) ?? (text.contains("://") ? catalog.feed(pasted: text) : nil)
    }

    private static func reference(_ line: Substring, _ feed: FeedKey?) -> ItemReference? {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).trimmed }
        if fields.count == 1 { return ItemReference(id: fields[0], feed: feed) }
        // Date, feed, title, address, id, and of a search the match, of stories how many others tell it.
        guard 5...6 ~= fields.count, !fields[4].isEmpty, let named = named(fields[1]) else { return nil }
        return ItemReference(id: fields[4], feed: named.key)
    }
}

extension ItemReference {
    /// The items that ids name, or with `-` those of standard input.
    static func all(_ ids: [String], in feed: FeedKey?) throws -> [ItemReference] {
        guard ids == ["-"] else { return ids.map { ItemReference(id: $0, feed: feed) } }
        let input = try InputFile(path: "-").read(atMost: 64 << 20)
        return try ItemLines(String(decoding: input, as: UTF8.self), in: feed).references
    }
}

extension FeedEnvironment {
    /// The items that a search finds. Reports what it may have missed.
    func items(foundBy search: String, _ context: CommandContext) throws -> [ItemKey] {
        let query = try query(search)
        var items: [ItemKey] = []
        let found = try forEachPart(of: query, order: .date, limit: nil) { part in
            items += part.hits.filter(\.item.shown.entry.isMarkable).map(\.item.key)
            return true
        }
        if let remark = found.remark { context.complain(remark) }
        if found.total == 0 {
            for remark in try UnknownNames(query, self).remarks { context.complain(remark) }
        }
        return items
    }
}

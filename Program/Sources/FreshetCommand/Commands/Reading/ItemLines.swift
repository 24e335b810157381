import Catalog
import FeedStore
import Feeds
import WebText

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

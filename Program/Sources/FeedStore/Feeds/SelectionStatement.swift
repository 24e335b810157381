import SQL
import Platform
import WebText

/// An `ItemSelection` as SQL.
struct SelectionStatement {
    /// The ids of the selected feeds, as a list in parentheses; nil for all.
    private let feeds: String?
    private let selection: ItemSelection
    /// The conditions on words.
    private var words: [String] = []
    /// The values of the conditions on words.
    private(set) var arguments: [(any SQLValueConvertible)?] = []

    init(_ db: any SQLConnection, _ selection: ItemSelection) throws {
        self.selection = selection
        // A literal list: SQLite would run a subquery again for each item.
        feeds = try Self.feeds(db, selection.feeds).map { Self.list($0) }
        for word in selection.words {
            let named = try word.feeds.compactMap { try FeedRow.find(db, $0) }
            let contains = WordsFunction.condition("?", item: "item.id")
            words.append("(\(contains)\(named.isEmpty ? "" : " OR " + Self.listed(in: Self.list(named))))")
            arguments.append(word.text)
        }
    }

    /// Whether an item was read since a date, other than as it arrived or as its feed was followed.
    private static func wasRead(since date: Date) -> String {
        "(read_at > \(date.milliseconds) AND read_at > first_seen_at AND read_at NOT IN (SELECT since FROM followed))"
    }

    private static func list(_ ids: [Int64]) -> String { "(\(ids.map(String.init).joined(separator: ", ")))" }

    private static func listed(in feeds: String) -> String {
        "EXISTS (SELECT 1 FROM listing WHERE item_id = item.id AND is_current = 1 AND +feed_id IN \(feeds))"
    }

    private static func feeds(_ db: any SQLConnection, _ feeds: ItemSelection.Feeds) throws -> [Int64]? {
        let followed = "SELECT feed.id FROM followed JOIN feed ON feed.key = followed.feed"
        return switch feeds {
        case .all: nil
        case .followed: try db.integers(followed)
        case .feed(let feed): try db.integers("SELECT id FROM feed WHERE key = ?", [feed.rawValue])
        case .folder(let folder): try db.integers(followed + " WHERE " + FolderPath.condition("?1"), [folder])
        }
    }

    /// The items' ids and keys, in order.
    var keys: String { "SELECT id, scope, key FROM item WHERE \(condition) ORDER BY \(order)" }

    /// The items' ids, in order.
    var ids: String { "SELECT id FROM item WHERE \(condition) ORDER BY \(order)" }

    /// The items with these ids, in the order of the list.
    func items(_ ids: ArraySlice<Int64>) -> String {
        let values = ids.enumerated().map { "(\($1), \($0))" }.joined(separator: ", ")
        let found = "SELECT column1 AS id FROM (VALUES \(values)) ORDER BY column2"
        return ItemQueries.items(found, preferring: feeds)
    }

    /// The items in order.
    func items(limit: Int) -> String { ItemQueries.items(ids + " LIMIT \(limit)", preferring: feeds) }

    /// Whether the first items and their number are found without reading all of them.
    var isIndexed: Bool { selection.words.isEmpty && selection.readSince == nil }

    /// The number of items. Uses only the index of listings if it suffices.
    var count: String {
        guard let feeds, selection.isSaved == nil, selection.before == nil, selection.firstSeenBy == nil,
            isIndexed
        else {
            return "SELECT count(*) FROM item WHERE \(condition)"
        }
        let unread = selection.isUnread.map { " AND is_unread = \($0 ? 1 : 0)" } ?? ""
        return "SELECT count(DISTINCT item_id) FROM listing WHERE feed_id IN \(feeds) AND \(shown)\(unread)"
    }

    private var condition: String {
        var conditions = [place]
        if let isUnread = selection.isUnread {
            let since = isUnread ? selection.readSince.map { " OR " + Self.wasRead(since: $0) } : nil
            conditions.append("(read_at IS \(isUnread ? "" : "NOT ")NULL\(since ?? ""))")
        }
        if let isSaved = selection.isSaved { conditions.append("saved_at IS \(isSaved ? "NOT " : "")NULL") }
        if let before = selection.before { conditions.append("\(Schema.time) < \(before.milliseconds)") }
        if let seen = selection.firstSeenBy { conditions.append("first_seen_at <= \(seen.milliseconds)") }
        return (conditions + words).joined(separator: " AND ")
    }

    /// Whether a feed shows an item or, for hidden items, hides it.
    private var shown: String { selection.isMuted ? "is_muted = 1" : "is_current = 1" }

    private var order: String {
        let direction = selection.isOldestFirst ? "ASC" : "DESC"
        return "\(selection.isSaved == true ? "saved_at" : Schema.time) \(direction), id \(direction)"
    }

    private var place: String {
        // The plus makes SQLite search the item's few listings instead of each feed's.
        let listed = "SELECT 1 FROM listing WHERE item_id = item.id"
        switch (feeds, selection.isSaved == true) {
        case (nil, true): return "TRUE"
        case (nil, false) where selection.isMuted: return "EXISTS (\(listed) AND is_muted = 1)"
        case (nil, false): return "(saved_at IS NOT NULL OR EXISTS (\(listed) AND is_current = 1))"
        case (let feeds?, true):
            return """
                (EXISTS (\(listed) AND +feed_id IN \(feeds))
                    OR saved_in IN (SELECT home.key FROM feed AS home WHERE home.id IN \(feeds)))
                """
        case (let feeds?, false): return "EXISTS (\(listed) AND \(shown) AND +feed_id IN \(feeds))"
        }
    }
}

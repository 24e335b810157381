import Platform
import SQL

/// An item in the store, together with a feed that lists it.
package struct StoredItem: Sendable, Hashable, Identifiable {
    /// Identifies the item across feeds.
    package let key: ItemKey
    /// The feed it was read from. In lists across feeds, a followed feed if one lists the item.
    package let feed: FeedKey
    /// The upstream's date; nil for undated items.
    package let date: Date?
    /// The item's place in the feed, smallest first; nil in feeds without ranks.
    package let rank: Int?
    /// The bytes that the caller committed.
    package let payload: Data
    /// The date when the commit that first brought the item was fetched.
    package let firstSeenAt: Date
    package internal(set) var isUnread: Bool
    /// The date when the item was saved; nil if it isn't.
    package internal(set) var savedAt: Date?

    package let isHighlighted: Bool
    /// The labels that the account has given it, in alphabetical order.
    package let labels: [String]
    /// The story that the item represents; nil for an item without others, and in lists of items.
    package var story: StoryGroup?

    /// The id within the key's scope.
    package var id: String { key.id }
    package var isSaved: Bool { savedAt != nil }

    /// Creates an item.
    package init(
        key: ItemKey, feed: FeedKey, date: Date? = nil, rank: Int? = nil, payload: Data, firstSeenAt: Date,
        isUnread: Bool = true, savedAt: Date? = nil, isHighlighted: Bool = false,
        labels: [String] = []
    ) {
        self.key = key
        self.feed = feed
        self.date = date
        self.rank = rank
        self.payload = payload
        self.firstSeenAt = firstSeenAt
        self.isUnread = isUnread
        self.savedAt = savedAt
        self.isHighlighted = isHighlighted
        self.labels = labels
    }
}

/// Identifies an item across the feeds that list it.
package struct ItemKey: Hashable, Sendable, Codable {
    /// The namespace of the id: an upstream such as `news`, or one feed such as `web/…`.
    package let scope: String
    /// The item's id within the scope.
    package let id: String

    /// Creates a key from both parts.
    package init(scope: String, id: String) {
        self.scope = scope
        self.id = id
    }
}

/// Items from several feeds, each item once.
package struct ItemList: Sendable, Hashable {
    /// The items up to the limit: newest first or, if the selection is of saved items, most recently saved first.
    package var items: [StoredItem]
    /// The number of items without the limit.
    package var total: Int
    /// The number of further items that the selection would have if no rule hid any.
    package var mutedCount: Int

    /// Creates a list; empty by default.
    package init(items: [StoredItem] = [], total: Int = 0, mutedCount: Int = 0) {
        self.items = items
        self.total = total
        self.mutedCount = mutedCount
    }
}

/// The columns of a `StoredItem`, from the tables `item`, `content` and `mark`.
enum ItemColumn: String, ColumnList {
    case scope = "item.scope", key = "item.key", date = "item.date", payload, firstSeenAt = "item.first_seen_at"
    case savedAt = "mark.saved_at", isHighlighted = "coalesce(mark.is_highlighted, 0)"
    /// The feed's key, the item's rank there and whether it is unread, for which each statement has its own expressions.
    case feed, rank, isUnread
    /// The joined names of the account's labels.
    case labels

    /// The list after SELECT, with the expressions for the feed's key, the rank, whether the item is unread, and the account.
    static func sql(feed: String, rank: String, isUnread: String, account: String) -> String {
        allCases.map { column in
            switch column {
            case .feed: feed
            case .rank: rank
            case .isUnread: isUnread
            case .labels: LabelQueries.names(of: "item.id", account)
            default: column.rawValue
            }
        }.joined(separator: ", ")
    }
}

extension SQLRow {
    /// The columns of `ItemColumn`.
    func item() throws -> StoredItem {
        StoredItem(
            key: ItemKey(scope: try text(ItemColumn.scope), id: try text(ItemColumn.key)),
            feed: FeedKey(try text(ItemColumn.feed)), date: try optionalDate(ItemColumn.date),
            rank: try optionalCount(ItemColumn.rank).flatMap { $0 == Schema.unranked ? nil : $0 },
            payload: try data(ItemColumn.payload), firstSeenAt: try date(ItemColumn.firstSeenAt),
            isUnread: try flag(ItemColumn.isUnread), savedAt: try optionalDate(ItemColumn.savedAt),
            isHighlighted: try flag(ItemColumn.isHighlighted),
            labels: LabelQueries.names(try optionalText(ItemColumn.labels)))
    }

    /// The error of a feed; nil without a kind.
    func storedError<Column: ColumnList>(kind: Column, message: Column, at: Column, retryAt: Column) throws
        -> StoredError?
    {
        guard let kind = try optionalText(kind), let message = try optionalText(message),
            let date = try optionalDate(at)
        else { return nil }
        return StoredError(kind: kind, message: message, at: date, retryAt: try optionalDate(retryAt))
    }
}

import SQL

/// The columns of a `StoredItem`, from the tables `item` and `content`.
enum ItemColumn: String, ColumnList {
    case scope = "item.scope", key = "item.key", date = "item.date", payload, firstSeenAt = "first_seen_at"
    case readAt = "read_at", savedAt = "saved_at", isHighlighted = "is_highlighted"
    /// The feed's key and the item's rank there, for which each statement has its own expressions.
    case feed, rank

    /// The list after SELECT, with the expressions for the feed's key and the rank.
    static func sql(feed: String, rank: String) -> String {
        allCases.map { $0 == .feed ? feed : $0 == .rank ? rank : $0.rawValue }.joined(separator: ", ")
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
            isUnread: try optionalInteger(ItemColumn.readAt) == nil, savedAt: try optionalDate(ItemColumn.savedAt),
            isHighlighted: try flag(ItemColumn.isHighlighted))
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

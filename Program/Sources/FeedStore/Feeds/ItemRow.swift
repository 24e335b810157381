import SQL

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

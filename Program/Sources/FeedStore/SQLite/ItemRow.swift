import GRDB

/// The columns of a `StoredItem`.
enum ItemRow {
    /// From the tables `item` and `content`; the feed's key and the rank follow.
    static let columns = "item.scope, item.key, item.date, payload, first_seen_at, read_at, saved_at, is_highlighted"
}

extension Columns {
    /// The columns of `ItemRow`, then the feed's key and the rank.
    func item() throws -> StoredItem {
        StoredItem(
            key: ItemKey(scope: try text(0), id: try text(1)), feed: FeedKey(try text(8)),
            date: try optionalDate(2), rank: try optionalCount(9).flatMap { $0 == Schema.unranked ? nil : $0 },
            payload: try data(3), firstSeenAt: try date(4),
            isUnread: try optionalInteger(5) == nil, savedAt: try optionalDate(6), isHighlighted: try flag(7))
    }

    /// Four columns from `index`: kind, message, at, retry at.
    func storedError(_ index: Int) throws -> StoredError? {
        guard let kind = try optionalText(index) else { return nil }
        return StoredError(
            kind: kind, message: try text(index + 1), at: try date(index + 2), retryAt: try optionalDate(index + 3))
    }
}

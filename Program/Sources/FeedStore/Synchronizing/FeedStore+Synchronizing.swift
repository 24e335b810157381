public import Platform
import SQL

/// Feeds, folders and items by the numbers that other programs keep for them.
extension FeedStore {
    /// The maximum number of items in one statement.
    private static let batch = 500

    /// The followed feeds in the reader's order.
    ///
    /// Reads one row for each followed feed, and the newest listing by an index.
    public func subscriptions() throws -> [Subscription] {
        try read { db in
            try database.rows(of: "followed feeds", db, Self.subscriptions, [db.account]) { row in
                Subscription(
                    id: try row.integer(8), follow: try row.followedFeed(), newestArrival: try row.optionalDate(9),
                    extra: try row.optionalData(15), fetchedAt: try row.optionalDate(10),
                    error: try row.optionalText(11).flatMap { kind in
                        guard let message = try row.optionalText(12), let at = try row.optionalDate(13) else {
                            return nil
                        }
                        return StoredError(kind: kind, message: message, at: at, retryAt: try row.optionalDate(14))
                    })
            }
        }
    }

    private static let subscriptions = """
        SELECT followed.feed, path, name, folder, interval, since, feed_title, full_text, feed.id,
            (SELECT item.first_seen_at FROM listing CROSS JOIN item ON item.id = listing.item_id
                WHERE listing.feed_id = feed.id AND listing.is_current = 1 ORDER BY listing.seq DESC LIMIT 1),
            fetched_at, error_kind, error_message, error_at, error_retry_at, extra
        FROM followed JOIN feed ON feed.key = followed.feed AND \(FeedOwner.admits("followed.account_id"))
        WHERE account_id = ? ORDER BY followed.id
        """

    /// The numbers of the selected items, in the selection's order, at most `limit` of them.
    ///
    /// Finds the ids alone. Sorts them here if listings have them: sorting tens of thousands of numbers takes the database
    /// several times as long.
    public func numbers(of selection: ItemSelection, limit: Int) throws -> [NumberedItem.ID] {
        try read { db in
            let chosen = try SelectionStatement(db, selection)
            if selection.order == .arrival, selection.isSaved != true, let listed = chosen.listed {
                let (above, below) = (selection.above ?? .min, selection.below ?? .max)
                var ids = try db.integers(listed, isReused: false).filter { $0 > above && $0 < below }
                if selection.isOldestFirst { ids.sort() } else { ids.sort(by: >) }
                let first = ids.prefix(Self.batch)
                guard let matching = chosen.matching(first) else { return Array(ids.prefix(max(0, limit))) }
                // Where most items match, the first ones suffice, and the others aren't looked up.
                let matches = Set(try db.integers(matching, chosen.arguments, isReused: false))
                let found = first.filter(matches.contains)
                if found.count >= limit || first.count == ids.count { return Array(found.prefix(max(0, limit))) }
            }
            return try db.integers(chosen.ids(limit: max(0, limit)), chosen.arguments, isReused: false)
        }
    }

    /// The number of selected items.
    ///
    /// Counts by indexes where they suffice.
    public func count(of selection: ItemSelection) throws -> Int {
        try read { db in
            let chosen = try SelectionStatement(db, selection)
            return try db.count(chosen.count, chosen.arguments, isReused: false)
        }
    }

    /// The items with these numbers that are stored and that the account may see, in the order of the numbers.
    public func items(numbered numbers: [NumberedItem.ID]) throws -> [NumberedItem] {
        try read { db in
            let seen = try Account.seesItem(db)
            return try batches(of: numbers).flatMap { batch in
                let sql =
                    ItemQueries.items(
                        ItemQueries.chosen(batch), String(db.account),
                        then: ", item.id AS number, feed.id AS feed_number")
                    + " WHERE \(seen)" + db.ordered(by: "found.place")
                return try database.rows(of: "items", db, sql, isReused: false) { row in
                    NumberedItem(
                        id: try row.integer(ItemColumn.allCases.count), item: try row.item(),
                        feedID: try row.optionalInteger(ItemColumn.allCases.count + 1))
                }
            }
        }
    }

    /// Marks the items with these numbers in one transaction. Ignores those that aren't stored or that the account may not see.
    ///
    /// - Returns: how many items changed.
    @discardableResult
    public func mark(numbered numbers: [NumberedItem.ID], as marks: [Mark], at date: Date) throws -> Int {
        if numbers.isEmpty || marks.isEmpty { return 0 }
        return try write { db in
            let writer = MarkWriter(db: db), seen = try Account.seesItem(db)
            var changed = 0
            for batch in batches(of: numbers) {
                let list = batch.map(String.init).joined(separator: ", ")
                let known = try db.integers("SELECT id FROM item WHERE id IN (\(list)) AND \(seen)", isReused: false)
                for item in known {
                    let changes = try marks.map { try writer.mark(item, as: $0, at: date) }
                    if changes.contains(true) { changed += 1 }
                }
            }
            return changed
        }
    }

    private func batches(of numbers: [Int64]) -> [ArraySlice<Int64>] {
        stride(from: 0, to: numbers.count, by: Self.batch).map {
            numbers[$0..<min($0 + Self.batch, numbers.count)]
        }
    }
}

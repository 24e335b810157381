import Platform
import SQL

/// A followed feed with its number.
package struct FeedSubscription: Sendable, Hashable, Identifiable {
    /// The feed's number, the same for all accounts. Numbers aren't reused.
    package let id: Int64
    /// The followed feed.
    package let follow: StoredFollow
    /// The date when the newest listed item arrived; nil without listed items.
    package let newestArrival: Date?
    /// The additional data of the feed; see ``Snapshot/extra``.
    package let extra: Data?
    /// The date when the feed was last refreshed without an error; nil if never.
    package let fetchedAt: Date?
    /// The error of the last refresh; nil if it succeeded.
    package let error: StoredError?
}

extension FeedSubscription {
    /// A feed that has been removed from the store.
    package init(ofRemoved follow: StoredFollow) {
        (id, self.follow) = (0, follow)
        (newestArrival, extra, fetchedAt, error) = (nil, nil, nil, nil)
    }
}

/// A folder with its number.
package struct Folder: Sendable, Hashable, Identifiable {
    /// The number. Numbers aren't reused, and a folder that is renamed by ``SynchronizationStore`` keeps its own.
    package let id: Int64
    /// The folder's path; see ``FolderPath``.
    package let path: String

    /// A folder.
    package init(id: Int64, path: String) {
        self.id = id
        self.path = path
    }
}

/// A stored item with its number.
package struct NumberedItem: Sendable, Hashable, Identifiable {
    /// The number, the same for all accounts and in all feeds. Numbers aren't reused, and grow with arrival.
    package let id: Int64
    /// The item, under the first followed feed that lists it.
    package let item: StoredItem
    /// The number of that feed, or of the one that it was saved from; nil if neither is stored.
    package let feedID: FeedSubscription.ID?
    /// The date when it arrived, was last marked, or got another content.
    package let changedAt: Date
    /// Its full text; nil if none is stored.
    package let fullText: FullText?

    /// A full text.
    package struct FullText: Sendable, Hashable {
        /// The page that it is from.
        package let address: String
        /// Its markup. Sanitize it before showing it.
        package let markup: String
    }
}

/// Feeds, folders and items by the numbers that other programs keep for them.
extension FeedStore {
    /// The maximum number of items in one statement.
    private static let batch = 500

    /// The followed feeds in the reader's order.
    ///
    /// Reads one row for each followed feed, and the newest listing by an index.
    package func subscriptions() throws -> [FeedSubscription] {
        try read { db in
            try database.rows(of: "followed feeds", db, Self.subscriptions, [db.account]) { try $0.subscription() }
        }
    }

    /// The unfollowed feeds of kept items, without settings, by key.
    package func keptSubscriptions() throws -> [FeedSubscription] {
        try read { db in
            try database.rows(of: "feeds", db, Self.keptSubscriptions, [db.account]) { try $0.subscription() }
        }
    }

    private static let keptSubscriptions = """
        SELECT key, key, NULL, NULL, NULL, 0, feed_title, 0, id, NULL,
            fetched_at, error_kind, error_message, error_at, error_retry_at, extra
        FROM feed WHERE \(FeedOwner.admits("?1"))
            AND key IN (SELECT kept.saved_in FROM \(KeptItems.rows) WHERE kept.account_id = ?1)
            AND NOT EXISTS (SELECT 1 FROM followed WHERE followed.feed = feed.key AND account_id = ?1)
        ORDER BY key
        """

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
    package func numbers(of selection: ItemSelection, limit: Int) throws -> [NumberedItem.ID] {
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
    package func count(of selection: ItemSelection) throws -> Int {
        try read { db in
            let chosen = try SelectionStatement(db, selection)
            let hidden = try GroupedSelection(db, selection, chosen)?.hidden.count ?? 0
            return try db.count(chosen.count, chosen.arguments, isReused: false) - hidden
        }
    }

    /// The items with these numbers that are stored and that the account may see, in the order of the numbers.
    package func items(numbered numbers: [NumberedItem.ID]) throws -> [NumberedItem] {
        try read { db in
            let seen = try Account.seesItem(db)
            return try batches(of: numbers).flatMap { batch in
                let sql =
                    ItemQueries.items(
                        ItemQueries.chosen(batch), String(db.account),
                        then: Self.numbered(account: String(db.account)))
                    + " WHERE \(seen)" + db.ordered(by: "found.place")
                return try database.rows(of: "items", db, sql, isReused: false) { row in
                    let first = ItemColumn.allCases.count
                    let address = try row.optionalText(first + 3), markup = try row.optionalText(first + 4)
                    return NumberedItem(
                        id: try row.integer(first), item: try row.item(), feedID: try row.optionalInteger(first + 1),
                        changedAt: try row.date(first + 2),
                        fullText: address.flatMap { address in
                            markup.map { NumberedItem.FullText(address: address, markup: $0) }
                        })
                }
            }
        }
    }

    /// The columns of a ``NumberedItem`` after those of its item.
    private static func numbered(account: String) -> String {
        func fullText(_ column: String) -> String {
            "(SELECT text.\(column) FROM full_text AS text WHERE text.item_id = item.id)"
        }
        return """
            , item.id AS number,
            coalesce(feed.id, (SELECT home.id FROM feed AS home WHERE home.key = mark.saved_in)) AS feed_number,
            \(ItemQueries.changedAt(account)) AS changed_at, \(fullText("address")) AS page, \(fullText("markup")) AS markup
            """
    }

    /// Marks the items with these numbers in one transaction. Ignores those that aren't stored or that the account may not see.
    ///
    /// If the account wants so, the others of their stories become read and unread, too; see ``StoryPreferences``.
    /// - Returns: the number of changed items.
    @discardableResult
    package func mark(numbered numbers: [NumberedItem.ID], as marks: [Mark], at date: Date) throws -> Int {
        if marks.isEmpty { return 0 }
        return try changeEach(numbers, as: marks, at: date) { _, _ in false }
    }

    /// Changes and marks the items with these numbers that are stored and that the account may see, in one transaction.
    ///
    /// - Parameter change: called before an item is marked; returns true if it has changed.
    /// - Returns: the number of changed items.
    func changeEach(
        _ numbers: [NumberedItem.ID], as marks: [Mark], at date: Date,
        _ change: (_ item: Int64, _ db: StoreTransaction) throws -> Bool
    ) throws -> Int {
        if numbers.isEmpty { return 0 }
        return try write { db in
            let seen = try Account.seesItem(db), writer = MarkWriter(db: db)
            func mark(_ item: Int64, as marks: [Mark]) throws -> Bool {
                try marks.map { try writer.mark(item, as: $0, at: date) }.contains(true)
            }
            var items: Set<Int64> = [], changed = 0
            for batch in batches(of: numbers) {
                let list = batch.map(String.init).joined(separator: ", ")
                let known = try db.integers("SELECT id FROM item WHERE id IN (\(list)) AND \(seen)", isReused: false)
                for item in known {
                    let isChanged = try change(item, db)
                    if try mark(item, as: marks) || isChanged { changed += 1 }
                }
                items.formUnion(known)
            }
            let reading = marks.filter(\.isOfReading)
            if !reading.isEmpty, try StoryPreferences(db).appsMarkStories {
                for other in try StoryRows.others(of: items, db) where try mark(other, as: reading) { changed += 1 }
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

extension SQLRow {
    /// A feed with its number.
    fileprivate func subscription() throws -> FeedSubscription {
        FeedSubscription(
            id: try integer(8), follow: try followedFeed(), newestArrival: try optionalDate(9),
            extra: try optionalData(15), fetchedAt: try optionalDate(10),
            error: try optionalText(11).flatMap { kind in
                guard let message = try optionalText(12), let at = try optionalDate(13) else { return nil }
                return StoredError(kind: kind, message: message, at: at, retryAt: try optionalDate(14))
            })
    }
}

import SQL
import Platform
import Search
import WebText

/// Stores refreshes of one feed, within the caller's transaction.
struct FeedWriter {
    private let db: StoreTransaction
    private let key: FeedKey
    private let feed: Int64
    private let rules: RuleRun

    /// - Parameter rules: applies those of all accounts.
    init(db: StoreTransaction, _ refresh: FeedUpdate, rules: RuleRun) throws {
        self.db = db
        self.rules = rules
        key = refresh.feed
        let feed = try FeedRow.id(db, key)
        self.feed = feed
        try FeedOwner(db: db).change(refresh.access, of: feed)
        try ReadWatermark(db: db).add(feed)
    }

    func store(_ refresh: FeedUpdate) throws {
        try updateFeed(refresh)
        let named = try storeItems(refresh)
        // Absence from an incomplete list doesn't mean removal.
        if refresh.mode == .replace { try retire(allBut: named) }
        try retire(refresh.removed, in: refresh.scope)
        for account in try Following.uninitialized(db, key) {
            let following = Following(db: db.of(account))
            try following.initialize(key, feed, isComplete: refresh.error == nil, at: refresh.fetchedAt)
        }
        try GapWriter(db: db, feed: feed).store(refresh)
        // A failed or empty refresh doesn't name the items that the upstream still has.
        if refresh.error == nil, !refresh.items.isEmpty {
            try Retention.prune(db, feed: feed, keeping: named, now: refresh.fetchedAt)
        }
    }

    private func updateFeed(_ refresh: FeedUpdate) throws {
        let error = refresh.error
        try db.execute(
            """
            UPDATE feed SET fetched_at = coalesce(?, fetched_at), skipped = coalesce(?, skipped),
                feed_title = coalesce(?, feed_title), extra = coalesce(?, extra),
                error_kind = ?, error_message = ?, error_at = ?, error_retry_at = ? WHERE id = ?
            """,
            [
                error == nil ? refresh.fetchedAt.milliseconds : nil, refresh.skipped, refresh.title, refresh.extra,
                error?.kind, error?.message, error?.at.milliseconds, error?.retryAt?.milliseconds, feed,
            ])
    }

    /// Returns the rows of the items.
    private func storeItems(_ refresh: FeedUpdate) throws -> Set<Int64> {
        if refresh.items.isEmpty { return [] }
        let items = ItemWriter(db: db, scope: refresh.scope)
        let known = try items.known(refresh.inOrderOfArrival, listedBy: feed)
        let shared = try shared(known)
        var (rows, listings) = (ItemRows(items, at: refresh.fetchedAt), ListingRows(feed: feed, shared: shared.listed))
        var stored: [ItemWriter.Stored] = []
        for one in known {
            let isRead = refresh.read.contains(one.item.id)
            // Numbers are in the order of arrival.
            var row = try rows.add(one)
            if refresh.isUnreadWhenLater, row.isLater, !isRead { listings.renew(row.id, try db.nextArrival()) }
            if try listings.add(one, row, isRead: isRead, db) { row.hasChanged = true }
            stored.append(row)
        }
        try rows.write()
        try listings.write(db, readExceptions: shared.all)
        try decideStories(refresh, known, stored, shared.listed)
        let changed = zip(known, stored).filter(\.1.hasChanged)
        // A message lists the newest item first, and the newest ones are saved where there isn't room for all.
        try rules.apply(
            changed.reversed().map {
                RuleRun.Change(item: $0.item, stored: $1, mayNotify: !refresh.read.contains($0.item.id))
            },
            in: feed, key)
        return Set(stored.map(\.id))
    }

    /// Decides about the stories of the items that no feed listed before. Comments tell none.
    private func decideStories(
        _ refresh: FeedUpdate, _ known: [ItemWriter.Known], _ stored: [ItemWriter.Stored], _ shared: Set<Int64>
    ) throws {
        if db.options.stories == nil || db.options.isDiscussion(key) { return }
        let listed = zip(known, stored).filter { $0.listing == nil && !shared.contains($1.id) }
        guard !listed.isEmpty, let feed = try db.row("SELECT feed_title, owner_id FROM feed WHERE id = ?", [feed])
        else { return }
        let source = try feed.optionalText(0) ?? ""
        let owner = try StoryWriter(db: db).owner(feed.optionalInteger(1))
        let arrivals = listed.map { known, stored in
            let firstSeenAt = Date(milliseconds: stored.firstSeenAt)
            return StoryWriter.Arrival(
                id: stored.id, item: known.item, scope: refresh.scope, feed: self.feed, source: source, owner: owner,
                date: known.item.date ?? firstSeenAt, firstSeenAt: firstSeenAt)
        }
        let new = zip(known, stored).filter(\.1.isNew).map { (id: $1.id, key: $0.item.id) }
        try StoryWriter(db: db).decide(
            arrivals, between: new.map(\.id).min() ?? .max, and: new.max { $0.id < $1.id }, at: refresh.fetchedAt)
    }

    /// The stored items that the feed is about to list, and those of them that other feeds list.
    private func shared(_ items: [ItemWriter.Known]) throws -> (all: [Int64], listed: Set<Int64>) {
        let all = items.filter { $0.listing == nil }.compactMap { $0.row?.id }
        let listed = try ValuesClause(all).rows(db) {
            "SELECT DISTINCT listing.item_id FROM \($0) CROSS JOIN listing ON listing.item_id = given.column1"
        }
        return (all, Set(try listed.map { try $0.integer(0) }))
    }

    /// Unlists all other items of the feed.
    private func retire(allBut named: Set<Int64>) throws {
        try retire(
            try db.integers("SELECT item_id FROM listing WHERE feed_id = ? AND is_current = 1", [feed])
                .filter { !named.contains($0) })
    }

    /// Unlists the items with these ids.
    private func retire(_ ids: Set<String>, in scope: String) throws {
        var given = ValuesClause(.text)
        for id in ids.sorted() { given.append(id) }
        let rows = try given.rows(db, [scope]) {
            "SELECT item.id FROM \($0) CROSS JOIN item ON item.key = given.column1 AND item.scope = ?"
        }
        try retire(rows.map { try $0.integer(0) })
    }

    private func retire(_ items: [Int64]) throws {
        var rows = TableRows("listing", "feed_id", "item_id")
        for item in items { rows.append(feed, item) }
        try rows.update(db, key: 2, and: "is_current = 0")
    }
}

/// The changes of one feed's listings, and of other feeds' listings of the same items.
private struct ListingRows {
    private let feed: Int64
    /// The items that other feeds list, and this one doesn't yet.
    private let shared: Set<Int64>
    private var renewed = TableRows("listing", "item_id", "seq")
    private var dated = TableRows("listing", "item_id", "date", "age")
    private var added = TableRows(
        "listing", "feed_id", "item_id", "seq", "date", "rank", "age", "is_current", "is_shared")
    private var placed = TableRows("listing", "feed_id", "item_id", "rank")
    private var unread = TableRows("mark", "item_id")

    init(feed: Int64, shared: Set<Int64>) {
        (self.feed, self.shared) = (feed, shared)
    }

    /// Makes an item unread for everybody: something has happened to it.
    mutating func renew(_ item: Int64, _ number: Int64) {
        unread.append(item)
        renewed.append(item, number)
    }

    /// Lists an item. Returns true if the feed didn't list it before.
    ///
    /// - Parameter isRead: true if a new item counts as read.
    mutating func add(
        _ known: ItemWriter.Known, _ stored: ItemWriter.Stored, isRead: Bool, _ db: StoreTransaction
    ) throws -> Bool {
        let date = known.item.date?.milliseconds
        let rank = known.item.rank ?? Schema.unranked
        let age = max(stored.firstSeenAt, date ?? stored.firstSeenAt)
        if stored.dateChanged { dated.append(stored.id, date, age) }
        guard let listing = known.listing else {
            let number = try isRead && stored.isNew ? 0 : db.nextArrival()
            added.append(feed, stored.id, number, date, rank, age, true, shared.contains(stored.id))
            return true
        }
        if listing.rank == rank, listing.isCurrent { return false }
        placed.append(feed, stored.id, rank)
        return !listing.isCurrent
    }

    /// - Parameter items: the stored items that become listed.
    func write(_ db: StoreTransaction, readExceptions items: [Int64]) throws {
        try unread.update(db, and: "seq = 0, read_at = NULL", where: "seq <> 0")
        try renewed.update(db)
        try dated.update(db)
        try ReadWatermark(db: db).makeExceptions(of: items)
        var others = TableRows("listing", "item_id")
        for item in shared.sorted() { others.append(item) }
        try others.update(db, and: "is_shared = 1", where: "is_shared = 0")
        try added.insert(db)
        try placed.update(db, key: 2, and: "is_current = 1")
    }
}

/// A feed's row.
enum FeedRow {
    /// Finds the row, or inserts it.
    static func id(_ db: StoreTransaction, _ key: FeedKey) throws -> Int64 {
        // Another transaction may insert it meanwhile, or remove it.
        while true {
            let known = "SELECT id FROM feed WHERE key = ?\(db.locks.keepingRows)"
            if let id = try db.row(known, [key.rawValue])?.integer(0) { return id }
            let id = try db.next()
            let added = try db.execute(
                "INSERT INTO feed (id, key, is_discussion) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING",
                [id, key.rawValue, db.options.isDiscussion(key)])
            if added > 0 { return id }
        }
    }

    static func find(_ db: StoreTransaction, _ key: FeedKey) throws -> Int64? {
        try db.row("SELECT id FROM feed WHERE key = ?", [key.rawValue])?.integer(0)
    }
}

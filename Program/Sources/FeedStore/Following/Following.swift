import SQL
import Platform
import WebText

/// Followed feeds, within the caller's transaction.
struct Following {
    /// The number of items that stay unread when a feed is followed.
    static let unreadAtFirst = 20

    let db: StoreTransaction

    /// Follows a feed, or changes its settings; returns true if it is new.
    ///
    /// - Parameter isInitialized: true (`is_primed`) if it is known which of its items are read; otherwise most are marked as
    ///   read (see `initialize`).
    func add(
        _ feed: FeedKey, path: String, _ settings: FollowSettings, isInitialized: Bool = false, at date: Date
    ) throws -> Bool {
        if try isFollowed(feed) {
            try update(feed, settings)
            return false
        }
        try db.execute(
            """
            INSERT INTO followed (id, account_id, feed, path, name, folder, interval, full_text, since, is_primed,
                keep_items, keep_days, stories)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                try db.next(), db.account, feed.rawValue, path, settings.name?.stored,
                settings.folder.flatMap(Self.stored),
                settings.interval?.stored, settings.loadsFullTexts ?? false, date.milliseconds, isInitialized,
                settings.retention?.items, settings.retention?.days, settings.stories?.stored,
            ])
        db.noteAdded(.follows)
        if settings.interval != nil { try space(feed) }
        let id = try FeedRow.id(db, feed)
        try ReadWatermark(db: db).add(id)
        let isComplete = try db.row("SELECT 1 FROM feed WHERE id = ? AND fetched_at IS NOT NULL", [id]) != nil
        try initialize(feed, id, isComplete: isComplete, at: date)
        return true
    }

    func isFollowed(_ feed: FeedKey) throws -> Bool {
        try db.row("SELECT 1 FROM followed WHERE account_id = ? AND feed = ?", [db.account, feed.rawValue]) != nil
    }

    /// Moves a feed after another feed, or to the first place; does nothing if the other feed isn't followed.
    func move(_ feed: FeedKey, after previous: FeedKey?) throws {
        var order = try order.filter { $0 != feed.rawValue }
        guard let place = previous.map({ order.firstIndex(of: $0.rawValue).map { $0 + 1 } }) ?? 0 else { return }
        order.insert(feed.rawValue, at: place)
        try arrange(order)
    }

    /// Gives followed feeds this order. Others follow them, in their order; feeds that aren't followed are ignored.
    func arrange(_ feeds: [String]) throws {
        let present = try order
        var seen: Set<String> = []
        let followed = Set(present)
        let wanted = (feeds.filter(followed.contains) + present).filter { seen.insert($0).inserted }
        guard wanted != present else { return }
        // The order is that of ids. New ones are above all present ones, so that they are free.
        for feed in wanted {
            try db.execute(
                "UPDATE followed SET id = ? WHERE feed = ? AND account_id = ?", [try db.next(), feed, db.account])
        }
    }

    /// Puts a feed into a folder; nil for none.
    func put(_ feed: FeedKey, into folder: String?) throws {
        try update(feed, FollowSettings(folder: folder ?? ""))
    }

    /// The keys of the followed feeds, in order.
    private var order: [String] {
        get throws {
            try db.rows("SELECT feed FROM followed WHERE account_id = ? ORDER BY id", [db.account]).map {
                try $0.text(0)
            }
        }
    }

    /// Nil for no folder.
    private static func stored(folder: String) -> String? { FolderPath.normalized(folder).stored }

    /// Replaces what is kept for a stored feed.
    func keep(_ extra: Data, for feed: FeedKey) throws {
        try db.execute("UPDATE feed SET extra = ? WHERE key = ?", [extra, feed.rawValue])
    }

    /// Replaces what is kept for a stored feed that isn't followed.
    func keep(_ extra: Data, forUnfollowed feed: FeedKey) throws {
        try db.execute(
            "UPDATE feed SET extra = ?1 WHERE key = ?2 AND NOT EXISTS (SELECT 1 FROM followed WHERE feed = ?2)",
            [extra, feed.rawValue])
    }

    /// Gives a feed whose items have a scope of their own another key.
    func rename(_ feed: FeedKey, to follow: StoredFollow) throws {
        let keys: [(any SQLValueConvertible)?] = [follow.feed.rawValue, feed.rawValue]
        try db.execute(
            """
            UPDATE followed SET feed = ?1, path = ?3 WHERE feed = ?2 AND NOT EXISTS
                (SELECT 1 FROM followed AS other WHERE other.feed = ?1 AND other.account_id = followed.account_id)
            """, keys + [follow.path])
        try db.execute("DELETE FROM followed WHERE feed = ?", [feed.rawValue])
        try db.execute(
            """
            UPDATE item SET scope = ?1
            WHERE scope = ?2 AND NOT EXISTS (SELECT 1 FROM item AS other WHERE other.scope = ?1 AND other.key = item.key)
            """, keys)
        try db.execute("UPDATE mark SET saved_in = ?1 WHERE saved_in = ?2", keys)
        if try FeedRow.find(db, follow.feed) == nil { try db.execute("UPDATE feed SET key = ?1 WHERE key = ?2", keys) }
        // Errors and addresses of requests may contain the former key.
        try db.execute(
            "UPDATE feed SET error_kind = NULL, error_message = NULL, error_at = NULL WHERE key IN (?1, ?2)", keys)
        try db.execute("DELETE FROM ledger WHERE feed IN (?1, ?2)", keys)
        guard let extra = follow.extra else { return }
        _ = try FeedRow.id(db, follow.feed)
        try keep(extra, for: follow.feed)
    }

    private func update(_ feed: FeedKey, _ settings: FollowSettings) throws {
        func set(_ column: String, _ value: (any SQLValueConvertible)?) throws -> Bool {
            let known = "SELECT \(column) FROM followed WHERE feed = ? AND account_id = ?"
            let new = value?.sqlValue ?? .null
            guard try db.row(known, [feed.rawValue, db.account]).map({ $0.values[0] != new }) ?? false else {
                return false
            }
            let change = "UPDATE followed SET \(column) = ? WHERE feed = ? AND account_id = ?"
            return try db.execute(change, [new, feed.rawValue, db.account]) > 0
        }
        if let name = settings.name { _ = try set("name", name.stored) }
        if let folder = settings.folder { _ = try set("folder", Self.stored(folder: folder)) }
        if let loadsFullTexts = settings.loadsFullTexts { _ = try set("full_text", loadsFullTexts) }
        if let stories = settings.stories { _ = try set("stories", stories.stored) }
        if let retention = settings.retention {
            _ = try set("keep_items", retention.items)
            _ = try set("keep_days", retention.days)
        }
        if let interval = settings.interval, try set("interval", interval.stored) { try space(feed) }
    }

    /// Applies the accounts' intervals to the next poll, unless the upstream said when that is.
    ///
    /// If the default interval applies, the next poll is allowed immediately.
    private func space(_ feed: FeedKey) throws {
        let interval = try interval(of: feed)
        if interval.isNever { return }
        let chosen = interval.hasDefault ? nil : interval.chosen?.stored
        try db.execute(
            """
            UPDATE ledger SET next_allowed_at = requested_at + ? * 1000, rule = ?
            WHERE feed = ? AND rule IN (?, ?)
            """,
            [
                chosen, chosen.map { _ in PollRule.chosenInterval.rawValue }, feed.rawValue,
                PollRule.chosenInterval.rawValue, PollRule.spacing.rawValue,
            ])
    }

    /// The accounts that follow a feed of which it isn't known yet what they have read.
    static func uninitialized(_ db: StoreTransaction, _ feed: FeedKey) throws -> [Account.ID] {
        try db.integers("SELECT account_id FROM followed WHERE feed = ? AND is_primed = 0", [feed.rawValue])
    }

    /// Leaves the first items of a new follow unread and marks the rest as read, until the first complete refresh.
    ///
    /// The first ones are those with the highest ranks, then the newest.
    /// Items that another followed feed lists stay as they are.
    /// The first complete refresh also drops a name that is the feed's own title, so that the name follows later titles.
    func initialize(_ key: FeedKey, _ feed: Int64, isComplete: Bool, at date: Date) throws {
        let isDue = "SELECT 1 FROM followed WHERE feed = ? AND account_id = ? AND is_primed = 0"
        if try db.row(isDue, [key.rawValue, db.account]) == nil { return }
        let through = ReadWatermark(db: db), last = try db.lastArrival()
        let unread =
            try db.integers(Self.first, [feed, db.account, Self.unreadAtFirst])
            + db.integers(Self.elsewhere, [feed, db.account])
        try through.readAll(feed, through: last, but: Set(unread))
        if isComplete {
            let initialized = """
                UPDATE followed SET is_primed = 1, name = nullif(name, (SELECT feed_title FROM feed WHERE id = ?2))
                WHERE feed = ?1 AND account_id = ?3
                """
            try db.execute(initialized, [key.rawValue, feed, db.account])
        }
    }

    /// The unread ones of a feed's first items.
    private static let first = """
        SELECT found.item_id FROM (
            SELECT item_id FROM listing WHERE feed_id = ?1 AND is_current = 1\(MutedListings.leftOut(true, "?2"))
            ORDER BY \(FeedQueries.ranked) LIMIT ?3
        ) AS found \(ReadState.mark(of: "found.item_id", "?2")) WHERE \(ReadState.condition("found.item_id", "?2"))
        """

    /// The unread items of a feed that the account can also find elsewhere, or that a rule hides.
    private static let elsewhere = """
        SELECT listing.item_id FROM listing \(ReadState.mark(of: "listing.item_id", "?2"))
        WHERE listing.feed_id = ?1 AND (
            listing.is_shared = 1 AND EXISTS (
                SELECT 1 FROM listing AS other JOIN feed ON feed.id = other.feed_id
                JOIN followed ON followed.feed = feed.key AND followed.account_id = ?2
                WHERE other.item_id = listing.item_id AND other.feed_id <> ?1
            )
            OR EXISTS (\(MutedListings.ofListing("?2")))
        ) AND \(ReadState.condition("listing.item_id", "?2"))
        """

    /// Followed feeds with their own titles.
    static let all = """
        SELECT followed.feed, path, name, folder, interval, since, feed_title, full_text,
            keep_items, keep_days, stories
        FROM followed LEFT JOIN feed ON feed.key = followed.feed AND \(FeedOwner.admits("followed.account_id"))
        WHERE account_id = ? ORDER BY followed.id
        """

    /// The interval at which all accounts that follow the feed and aren't disabled want it refreshed.
    ///
    /// - Parameter skip: called for an interval that can't be read, which counts as the default.
    func interval(of feed: FeedKey, skip: @escaping () -> Void = {}) throws -> FeedInterval {
        FeedInterval(
            try db.rows("SELECT interval FROM followed WHERE feed = ? AND \(Account.isEnabled())", [feed.rawValue]).map
            {
                try $0.skipping(skip).pollInterval(0)
            })
    }
}

extension SQLRow {
    func followedFeed() throws -> StoredFollow {
        StoredFollow(
            feed: FeedKey(try text(0)), path: try text(1),
            settings: FollowSettings(
                name: try optionalText(2), folder: try optionalText(3),
                interval: try pollInterval(4), loadsFullTexts: try flag(7) ? true : nil,
                retention: try retention(8, 9)),
            since: try date(5), title: try optionalText(6))
    }

    /// Nil if neither is chosen.
    private func retention(_ items: Int, _ days: Int) throws -> ItemRetention? {
        let retention = ItemRetention(items: try optionalCount(items), days: try optionalCount(days))
        return retention == ItemRetention() ? nil : retention
    }

    func pollInterval(_ index: Int) throws -> FollowSettings.PollInterval? {
        try optionalInteger(index).flatMap(FollowSettings.PollInterval.init(stored:))
    }
}

extension String {
    /// Nil for the empty string, which removes a setting.
    fileprivate var stored: String? {
        let text = withoutNULs
        return text.isEmpty ? nil : text
    }
}

extension FollowSettings.Stories {
    /// Nil for the default.
    fileprivate var stored: String? { self == .joined ? nil : rawValue }
}

extension FollowSettings.PollInterval {
    private static let storedNever: Int64 = -1

    /// Nil for 0 seconds, which removes the setting.
    fileprivate var stored: Int64? {
        switch self {
        case .never: Self.storedNever
        case .seconds(let count): count > 0 ? Int64(count) : nil
        }
    }

    fileprivate init?(stored: Int64) {
        if stored == Self.storedNever {
            self = .never
        } else if stored > 0 {
            // A damaged store has any number; times that far away can't be computed with.
            self = .seconds(Int(min(stored, 365 * 86_400)))
        } else {
            return nil
        }
    }
}

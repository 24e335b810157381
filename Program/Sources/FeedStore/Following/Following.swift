import SQL
import Platform
import WebText

/// Followed feeds, within the caller's transaction.
struct Following {
    /// The number of items that stay unread when a feed is followed.
    static let unreadAtFirst = 20

    let db: any SQLConnection

    /// Follows a feed, or changes its settings; returns whether it is new.
    ///
    /// - Parameter isPrimed: whether it is known which of its items are read; otherwise most are marked as read (see `prime`).
    func add(
        _ feed: FeedKey, path: String, _ settings: FollowSettings, isPrimed: Bool = false, at date: Date
    ) throws -> Bool {
        let exists = "SELECT 1 FROM followed WHERE feed = ?"
        if try db.row(exists, [feed.rawValue]) != nil {
            try update(feed, settings)
            return false
        }
        if let interval = settings.interval { try space(feed, interval) }
        try db.execute(
            """
            INSERT INTO followed (feed, path, name, folder, interval, full_text, since, is_primed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                feed.rawValue, path, settings.name?.stored, settings.folder.flatMap(Self.stored),
                settings.interval?.stored, settings.loadsFullTexts ?? false, date.milliseconds, isPrimed,
            ])
        let fetched = "SELECT id, fetched_at FROM feed WHERE key = ?"
        if let row = try db.row(fetched, [feed.rawValue]) {
            let isComplete = try row.optionalInteger(1) != nil
            try prime(feed, try row.integer(0), isComplete: isComplete, at: date)
        }
        return true
    }

    /// Moves a feed to the place behind another one, or to the first place; does nothing if the other one isn't followed.
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
        let last = try db.count("SELECT ifnull(max(id), 0) FROM followed")
        for (number, feed) in wanted.enumerated() {
            try db.execute("UPDATE followed SET id = ? WHERE feed = ?", [last + 1 + number, feed])
        }
    }

    /// Puts a feed into a folder; nil for none.
    func put(_ feed: FeedKey, into folder: String?) throws {
        try db.execute(
            "UPDATE followed SET folder = ?1 WHERE feed = ?2 AND folder IS NOT ?1",
            [folder.flatMap(Self.stored), feed.rawValue])
    }

    /// The keys of the followed feeds, in order.
    private var order: [String] {
        get throws {
            try db.rows("SELECT feed FROM followed ORDER BY id").map { try $0.text(0) }
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
        try db.execute("UPDATE OR IGNORE followed SET feed = ?1, path = ?3 WHERE feed = ?2", keys + [follow.path])
        try db.execute("DELETE FROM followed WHERE feed = ?", [feed.rawValue])
        try db.execute("UPDATE OR IGNORE item SET scope = ?1 WHERE scope = ?2", keys)
        try db.execute("UPDATE item SET saved_in = ?1 WHERE saved_in = ?2", keys)
        try db.execute("UPDATE OR IGNORE feed SET key = ?1 WHERE key = ?2", keys)
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
            try db.execute(
                "UPDATE followed SET \(column) = ?1 WHERE feed = ?2 AND \(column) IS NOT ?1", [value, feed.rawValue])
                > 0
        }
        if let name = settings.name { _ = try set("name", name.stored) }
        if let folder = settings.folder { _ = try set("folder", Self.stored(folder: folder)) }
        if let loadsFullTexts = settings.loadsFullTexts { _ = try set("full_text", loadsFullTexts) }
        if let interval = settings.interval, try set("interval", interval.stored) { try space(feed, interval) }
    }

    /// Applies an interval to the next poll, unless the upstream said when that is. Without an interval, the next poll is allowed now.
    private func space(_ feed: FeedKey, _ interval: FollowSettings.PollInterval) throws {
        if interval == .never { return }
        try db.execute(
            """
            UPDATE ledger SET next_allowed_at = requested_at + ?1 * 1000, rule = iif(?1 IS NULL, NULL, ?2)
            WHERE feed = ?3 AND rule IN (?2, ?4)
            """,
            [
                interval.stored, PollRule.chosenInterval.rawValue, feed.rawValue, PollRule.spacing.rawValue,
            ])
    }

    /// Leaves the first items of a new follow unread and marks the rest as read, until the first complete refresh.
    ///
    /// The first ones are those with the highest ranks, then the newest.
    /// Items that another followed feed lists stay as they are.
    /// The first complete refresh also drops a name that is the feed's own title, so that the name follows later titles.
    func prime(_ key: FeedKey, _ feed: Int64, isComplete: Bool, at date: Date) throws {
        let isDue = "SELECT 1 FROM followed WHERE feed = ? AND is_primed = 0"
        if try db.row(isDue, [key.rawValue]) == nil { return }
        let rest = try db.integers(Self.rest, [feed, Self.unreadAtFirst])
        try MarkWriter(db: db).read(rest, at: date)
        if isComplete {
            let primed = """
                UPDATE followed SET is_primed = 1, name = nullif(name, (SELECT feed_title FROM feed WHERE id = ?2))
                WHERE feed = ?1
                """
            try db.execute(primed, [key.rawValue, feed])
        }
    }

    private static let rest = """
        SELECT item_id FROM listing WHERE feed_id = ?1 AND is_unread = 1 AND is_muted = 0
            AND item_id NOT IN (
                SELECT item_id FROM listing WHERE feed_id = ?1 AND is_current = 1
                ORDER BY \(FeedQueries.ranked) LIMIT ?2
            )
            AND NOT EXISTS (
                SELECT 1 FROM listing AS other JOIN feed ON feed.id = other.feed_id
                JOIN followed ON followed.feed = feed.key
                WHERE other.item_id = listing.item_id AND other.feed_id <> ?1
            )
        """

    /// Followed feeds with their own titles.
    static let all = """
        SELECT followed.feed, path, name, folder, interval, since, feed_title, full_text
        FROM followed LEFT JOIN feed ON feed.key = followed.feed ORDER BY followed.id
        """

    static let interval = "SELECT interval FROM followed WHERE feed = ?"
}

extension SQLRow {
    func followedFeed() throws -> StoredFollow {
        StoredFollow(
            feed: FeedKey(try text(0)), path: try text(1),
            settings: FollowSettings(
                name: try optionalText(2), folder: try optionalText(3),
                interval: try pollInterval(4), loadsFullTexts: try flag(7) ? true : nil),
            since: try date(5), title: try optionalText(6))
    }

    func pollInterval(_ index: Int) throws -> FollowSettings.PollInterval? {
        try optionalInteger(index).flatMap(FollowSettings.PollInterval.init(stored:))
    }
}

extension String {
    /// Nil for the empty string, which removes a setting.
    fileprivate var stored: String? { isEmpty ? nil : self }
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

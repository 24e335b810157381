import Platform
import SQL
import WebText

/// The number of items of a feed that are kept, and of days. An item beyond both is removed.
package struct ItemRetention: Sendable, Hashable {
    /// The numbers of items that can be chosen.
    package static let itemRange = 20...1_000_000
    /// The numbers of days that can be chosen.
    package static let dayRange = 1...36_500
    /// Keeps everything.
    package static let all = ItemRetention(days: dayRange.upperBound)

    /// The number of newest items that are kept at any age; nil for the general number.
    package var items: Int?
    /// The age in days up to which every item is kept; nil for the general one.
    package var days: Int?

    /// Creates settings; by default the general ones.
    package init(items: Int? = nil, days: Int? = nil) {
        self.items = items
        self.days = days
    }
}

/// The retention of every feed; a follower's ``FollowSettings/retention`` only extends it.
package struct GeneralRetention: Sendable, Hashable {
    /// The number of newest items that are kept at any age.
    package var items: Int
    /// The age in days up to which every item is kept.
    package var days: Int

    /// Creates settings.
    package init(items: Int = 1_000, days: Int = 90) {
        self.items = items
        self.days = days
    }
}

/// Removes the items of a feed that are beyond its bounds, within the caller's transaction.
enum Retention {
    /// The time for which ledger entries and quotas are kept after the last request.
    static let requestSpan: TimeInterval = 90 * 86_400
    /// The time for which an unused feed is kept: one that isn't followed, visited or fetched.
    static let unusedSpan: TimeInterval = 30 * 86_400
    /// The maximum number of items to remove in a refresh, besides as many as the response has. The next refresh continues.
    static let batch = 500

    static let oldestAge = "SELECT age FROM listing WHERE feed_id = ? ORDER BY age LIMIT 1"
    static let ageAt = "SELECT age FROM listing WHERE feed_id = ? ORDER BY age DESC LIMIT 1 OFFSET ?"
    static let olderThan = "SELECT item_id FROM listing WHERE feed_id = ? AND age < ? ORDER BY age LIMIT ?"
    /// The longest retention among the followers of a feed.
    static let followers = """
        SELECT max(keep_items), max(keep_days) FROM followed WHERE feed = (SELECT key FROM feed WHERE id = ?)
        """

    /// Removes a feed's items beyond both bounds, except those that the upstream has just returned: they would come back as new.
    ///
    /// An item's age counts from its date or, if later, from when it was first seen. Items of the same age as the last of the
    /// newest ones are kept, too. Reads one entry of an index unless the feed has items older than the general number of days.
    static func prune(_ db: StoreTransaction, feed: Int64, keeping named: Set<Int64>, now: Date) throws {
        let general = db.options.retention
        func bound(_ days: Int) -> Int64 { (now - Double(days) * 86_400).milliseconds }
        guard let oldest = try db.row(oldestAge, [feed])?.integer(0), oldest < bound(general.days) else { return }
        let chosen = try db.row(followers, [feed])
        let days = max(general.days, min(try chosen?.optionalCount(1) ?? 0, ItemRetention.dayRange.upperBound))
        let items = max(general.items, min(try chosen?.optionalCount(0) ?? 0, ItemRetention.itemRange.upperBound))
        guard oldest < bound(days), let last = try db.row(ageAt, [feed, items - 1])?.integer(0) else { return }
        let old = try db.integers(olderThan, [feed, min(last, bound(days)), batch + named.count])
            .filter { !named.contains($0) }
        if old.isEmpty { return }
        try ItemRemoval(db: db).unlist(old, feed: feed)
        try GapWriter(db: db, feed: feed).dropOldest()
    }
}

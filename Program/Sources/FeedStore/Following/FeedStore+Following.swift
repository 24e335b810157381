import SQL
import Platform
import Search

extension FeedStore {
    /// Follows a feed. Its first 20 ranks, or else its newest 20 items, stay unread and the rest become read.
    ///
    /// For a feed without commits, this happens at its first complete commit. If the feed is followed already, the
    /// settings that aren't nil replace the stored ones; an empty name or folder, an interval of 0 seconds, false and an
    /// empty retention remove the setting. A new interval counts from the last request, unless the upstream determined when the next one is allowed.
    ///
    /// Writes nothing if nothing changes.
    /// - Parameter path: the address as given, in its original case.
    /// - Returns: false if the feed was followed already.
    @discardableResult
    package func follow(_ feed: FeedKey, path: String, _ settings: FollowSettings, at date: Date) throws -> Bool {
        try write { db in
            let folders = try RuleQueries.folders(db)
            let isNew = try Following(db: db).add(feed, path: path, settings, at: date)
            if try RuleQueries.folders(db) != folders { try reapplyFolderRules(db, at: date) }
            return isNew
        }
    }

    /// Unfollows feeds in one transaction; their items and marks stay.
    ///
    /// Writes nothing if nothing changes.
    ///
    /// - Parameter extras: the additional data to keep for the feeds, unless another account follows them.
    /// - Returns: the feeds that were followed.
    @discardableResult
    package func unfollow(_ feeds: [FeedKey], keeping extras: [FeedKey: Data], at date: Date) throws -> [FeedKey] {
        try write { db in
            let folders = try RuleQueries.folders(db)
            let unfollowed = try feeds.filter { feed in
                let delete = "DELETE FROM followed WHERE feed = ? AND account_id = ?"
                return try db.execute(delete, [feed.rawValue, db.account]) > 0
            }
            for feed in unfollowed {
                if let extra = extras[feed] { try Following(db: db).keep(extra, forUnfollowed: feed) }
            }
            if unfollowed.contains(where: { folders[$0.rawValue] != nil }) { try reapplyFolderRules(db, at: date) }
            return unfollowed
        }
    }

    /// Follows feeds again that were unfollowed, with their settings and in their places, in one transaction; their items keep
    /// their marks. Does nothing for a feed that is followed.
    ///
    /// - Parameter follows: the feeds in the order in which they get their places, each with the followed feed before it; nil
    ///   for the first place.
    package func restore(_ follows: [(follow: StoredFollow, previous: FeedKey?)], at date: Date) throws {
        try write { db in
            let following = Following(db: db)
            let restored = try follows.filter { follow, previous in
                guard
                    try following.add(
                        follow.feed, path: follow.path, follow.settings, isInitialized: true, at: follow.since)
                else { return false }
                try following.move(follow.feed, after: previous)
                if let extra = follow.extra { try following.keep(extra, for: follow.feed) }
                return true
            }
            if restored.contains(where: { $0.follow.settings.folder != nil }) { try reapplyFolderRules(db, at: date) }
        }
    }

    /// Gives followed feeds this order and these folders. Other feeds keep theirs, after the named ones.
    ///
    /// - Parameter folders: the new folders of feeds that move; empty for none.
    package func arrange(_ feeds: [FeedKey], folders: [FeedKey: String], at date: Date) throws {
        try write { db in
            let following = Following(db: db)
            let before = try RuleQueries.folders(db)
            for (feed, folder) in folders { try following.put(feed, into: folder) }
            try following.arrange(feeds.map(\.rawValue))
            if try RuleQueries.folders(db) != before { try reapplyFolderRules(db, at: date) }
        }
    }

    /// Replaces what is kept for a stored feed; see ``Snapshot/extra``.
    ///
    /// Does nothing for a feed that isn't stored.
    package func keep(_ extra: Data, for feed: FeedKey) throws {
        try write(.rows) { db in
            try Following(db: db).keep(extra, for: feed)
            db.noteChanges(StoreChanges(feeds: [feed]))
        }
    }

    /// Replaces the additional data of a stored feed; does nothing for a followed one.
    ///
    /// Does nothing for a feed that isn't stored.
    package func keep(_ extra: Data, forUnfollowed feed: FeedKey) throws {
        try write(.rows) { db in
            try Following(db: db).keep(extra, forUnfollowed: feed)
            db.noteChanges(StoreChanges(feeds: [feed]))
        }
    }

    /// Gives a followed feed another key and path. Its items must have a scope of their own.
    ///
    /// Moves items, marks and settings. A feed that is followed under the new key keeps its own.
    package func rename(_ feed: FeedKey, to follow: StoredFollow) throws {
        try write(.everything) { try Following(db: $0).rename(feed, to: follow) }
    }

    /// Returns the interval at which all accounts that follow the feed want it refreshed.
    package func interval(of feed: FeedKey) throws -> FeedInterval {
        try read { db in
            try Following(db: db).interval(of: feed) { self.database.skipRow(of: "followed feeds") }
        }
    }

    /// Applies the rules again if any of them uses folders.
    func reapplyFolderRules(_ db: StoreTransaction, at date: Date) throws {
        guard let rules = try RuleQueries.rules(db)?.rules, rules.needs.contains(.folders) else { return }
        try RuleApplication(db: db).begin(at: date)
    }

    /// The followed feeds, in the reader's order: at first that in which they were added.
    package func followed() throws -> [StoredFollow] {
        try read { db in
            try database.rows(of: "followed feeds", db, Following.all, [db.account]) { row in
                var follow = try row.followedFeed()
                follow.settings.stories = try row.optionalText(10).flatMap(FollowSettings.Stories.init(rawValue:))
                return follow
            }
        }
    }

    /// Unfollows a feed; its items and marks stay.
    ///
    /// - Returns: false if the feed wasn't followed.
    @discardableResult
    package func unfollow(_ feed: FeedKey, at date: Date) throws -> Bool {
        try !unfollow([feed], keeping: [:], at: date).isEmpty
    }

    /// Follows a feed again that was unfollowed.
    ///
    /// - Parameter previous: the followed feed before it; nil for the first place.
    package func restore(_ follow: StoredFollow, after previous: FeedKey?, at date: Date) throws {
        try restore([(follow, previous)], at: date)
    }
}

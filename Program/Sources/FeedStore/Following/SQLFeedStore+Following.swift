import SQL
public import Platform
import Search

extension SQLFeedStore {
    /// Writes nothing if nothing changes.
    @discardableResult
    public func follow(_ feed: FeedKey, path: String, _ settings: FollowSettings, at date: Date) throws -> Bool {
        try write { db in
            let folders = try RuleQueries.folders(db)
            let isNew = try Following(db: db).add(feed, path: path, settings, at: date)
            if try RuleQueries.folders(db) != folders { try reapplyFolderRules(db, at: date) }
            return isNew
        }
    }

    /// Writes nothing if nothing changes.
    @discardableResult
    public func unfollow(_ feeds: [FeedKey], keeping extras: [FeedKey: Data], at date: Date) throws -> [FeedKey] {
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

    /// Writes nothing for feeds that are followed.
    public func restore(_ follows: [(follow: StoredFollow, previous: FeedKey?)], at date: Date) throws {
        try write { db in
            let following = Following(db: db)
            let restored = try follows.filter { follow, previous in
                guard
                    try following.add(follow.feed, path: follow.path, follow.settings, isPrimed: true, at: follow.since)
                else { return false }
                try following.move(follow.feed, after: previous)
                if let extra = follow.extra { try following.keep(extra, for: follow.feed) }
                return true
            }
            if restored.contains(where: { $0.follow.settings.folder != nil }) { try reapplyFolderRules(db, at: date) }
        }
    }

    /// One transaction.
    public func arrange(_ feeds: [FeedKey], folders: [FeedKey: String], at date: Date) throws {
        try write { db in
            let following = Following(db: db)
            let before = try RuleQueries.folders(db)
            for (feed, folder) in folders { try following.put(feed, into: folder) }
            try following.arrange(feeds.map(\.rawValue))
            if try RuleQueries.folders(db) != before { try reapplyFolderRules(db, at: date) }
        }
    }

    /// Does nothing for a feed that isn't stored.
    public func keep(_ extra: Data, for feed: FeedKey) throws {
        try write { try Following(db: $0).keep(extra, for: feed) }
    }

    /// Does nothing for a feed that isn't stored.
    public func keep(_ extra: Data, forUnfollowed feed: FeedKey) throws {
        try write { try Following(db: $0).keep(extra, forUnfollowed: feed) }
    }

    /// Moves items, marks and settings. A feed that is followed under the new key keeps its own.
    public func rename(_ feed: FeedKey, to follow: StoredFollow) throws {
        try write { try Following(db: $0).rename(feed, to: follow) }
    }

    /// Reads the feed's row of each account.
    public func interval(of feed: FeedKey) throws -> FeedInterval {
        try read { db in
            try Following(db: db).interval(of: feed) { self.database.skipRow(of: "followed feeds") }
        }
    }

    /// Applies the rules again if any of them uses folders.
    func reapplyFolderRules(_ db: StoreTransaction, at date: Date) throws {
        let rules = try RuleQueries.stored(db)
        if RuleSet(rules).needs.contains(.folders) { try RuleWriter(db, rules, at: date).reapplyAll() }
    }

    /// Reads the whole table.
    public func followed() throws -> [StoredFollow] {
        try read { db in
            try database.rows(of: "followed feeds", db, Following.all, [db.account]) { try $0.followedFeed() }
        }
    }
}

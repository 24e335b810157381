#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

import GRDB

extension SQLiteFeedStore {
    /// Writes nothing that is so already.
    @discardableResult
    public func follow(_ feed: FeedKey, path: String, _ settings: FollowSettings, at date: Date) throws -> Bool {
        try file.write { try Following(db: $0).add(feed, path: path, settings, at: date) }
    }

    /// Writes nothing that is so already.
    @discardableResult
    public func unfollow(_ feed: FeedKey) throws -> Bool {
        try file.write { db in
            try db.execute(sql: "DELETE FROM followed WHERE feed = ?", arguments: [feed.rawValue])
            return db.changesCount > 0
        }
    }

    /// Looks the feed up.
    public func interval(of feed: FeedKey) throws -> FollowSettings.PollInterval? {
        try file.read { db in
            let statement = try db.cachedStatement(sql: Following.interval)
            return try Row.fetchOne(statement, arguments: [feed.rawValue]).flatMap { try Columns($0).pollInterval(0) }
        }
    }

    /// Reads the whole table.
    public func followed() throws -> [FollowedFeed] {
        try file.read { db in
            try file.rows(of: "followed feeds", db.cachedStatement(sql: Following.all)) { try $0.followedFeed() }
        }
    }
}

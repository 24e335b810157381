import SQL

/// The accounts that may read a feed, within the caller's transaction.
struct FeedOwner {
    /// `feed.owner_id` where all administrators may read the feed. No account has this id.
    private static let administrators: Int64 = 0

    let db: StoreTransaction

    /// A condition on rows of `feed`: the account may read the feed.
    static func admits(_ account: some CustomStringConvertible, _ feed: String = "feed") -> String {
        """
        (\(feed).owner_id IS NULL OR \(feed).owner_id = \(account) OR (\(feed).owner_id = \(administrators)
            AND EXISTS (SELECT 1 FROM account AS one WHERE one.id = \(account) AND one.is_administrator = 1)))
        """
    }

    /// True if the account may read the feed. Any account may request one that isn't stored.
    func admits(_ key: FeedKey) throws -> Bool {
        let other = "SELECT 1 FROM feed WHERE key = ?1 AND NOT \(Self.admits("?2"))"
        return try db.row(other, [key.rawValue, db.account]) == nil
    }

    /// Stores who may read a feed, and takes it from the others. Their follows stay.
    func change(_ access: FeedUpdate.Access, of feed: Int64) throws {
        switch access {
        case .asBefore: break
        case .everybody: try db.execute("UPDATE feed SET owner_id = NULL WHERE id = ? AND owner_id IS NOT NULL", [feed])
        case .administrators: try restrict(feed, to: Self.administrators)
        case .only(let owner): try restrict(feed, to: owner)
        }
    }

    private func restrict(_ feed: Int64, to owner: Int64) throws {
        let update = "UPDATE feed SET owner_id = ?1 WHERE id = ?2 AND coalesce(owner_id, -1) <> ?1"
        guard try db.execute(update, [owner, feed]) > 0 else { return }
        for table in ["reading", "muted"] {
            try db.execute(
                """
                DELETE FROM \(table) WHERE feed_id = ?1
                AND EXISTS (SELECT 1 FROM feed WHERE id = ?1 AND NOT \(Self.admits("\(table).account_id")))
                """, [feed])
        }
    }

    /// Takes the feeds of administrators from a former administrator.
    static func dismiss(_ account: Account.ID, _ db: StoreTransaction) throws {
        for table in ["reading", "muted"] {
            try db.execute(
                """
                DELETE FROM \(table) WHERE account_id = ?
                AND feed_id IN (SELECT id FROM feed WHERE owner_id = \(administrators))
                """, [account])
        }
    }
}

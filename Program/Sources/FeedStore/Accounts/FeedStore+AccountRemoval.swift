import SQL

extension FeedStore {
    /// Removes an account with all that belongs to it; what was fetched stays until it is pruned.
    ///
    /// Its sign-ins end first. Then its marks, other rows and feeds of its own go in batches, each in a transaction of its own.
    /// If that is interrupted, the account is left without a password, and removing it again continues.
    ///
    /// Throws ``AccountError/lastAdministrator(_:)`` if no other administrator has a password.
    /// - Returns: false if there is no such account, or for the first one, which stays.
    @discardableResult
    package func removeAccount(_ id: Account.ID) throws -> Bool {
        if id == Account.first { return false }
        let exists = try write(.everything) { db in
            try AccountManager(db: db).checkOtherAdministrator(than: id)
            if try db.execute("UPDATE account SET password_hash = NULL WHERE id = ?", [id]) == 0 { return false }
            for table in Self.admitting {
                try db.execute("DELETE FROM \(table) WHERE account_id = ?", [id])
            }
            return true
        }
        guard exists else { return false }
        try removeMarks(of: id)
        // Those that refer to others come after them in the list.
        for table in StoreTable.all.reversed() {
            if let rows = table.ownedRows {
                try writeSilently(.account(id)) { try $0.execute("DELETE FROM \(table.name) WHERE \(rows)", [id]) }
            }
        }
        try write(.everything) { db in
            try db.lock("account", [id])
            // What was written meanwhile.
            for table in StoreTable.all.reversed() {
                if let rows = table.ownedRows { try db.execute("DELETE FROM \(table.name) WHERE \(rows)", [id]) }
            }
            try db.execute("DELETE FROM account WHERE id = ?", [id])
            // Nobody else may read them. If what follows is interrupted, pruning removes them.
            try db.execute(
                "UPDATE feed SET fetched_at = NULL, error_at = NULL, check_at = 0 WHERE owner_id = ?", [id])
        }
        while try removeOwnFeed(of: id) {}
        return true
    }

    /// The tables of what an account signs in with, or lets others in with.
    private static let admitting = [
        "session", "app_password", "identity", "own_token", "feed_secret", "reset_link", "invitation",
    ]

    /// The number of marks that one transaction removes.
    private static let batch = 1_000

    private func removeMarks(of account: Account.ID) throws {
        var last: Int64 = -1
        while true {
            let items = try read { db in
                try db.integers(
                    "SELECT item_id FROM mark WHERE account_id = ? AND item_id > ? ORDER BY item_id LIMIT ?",
                    [account, last, Self.batch])
            }
            guard let end = items.last else { return }
            try writeSilently(.account(account)) { db in
                try db.execute(
                    "DELETE FROM mark WHERE account_id = ? AND item_id IN \(SelectionStatement.list(items))", [account],
                    isReused: false)
            }
            last = end
        }
    }

    /// Removes a part of a feed that only this account could read; false if there is none.
    private func removeOwnFeed(of account: Account.ID) throws -> Bool {
        let own = "SELECT id, key FROM feed WHERE owner_id = ? ORDER BY id LIMIT 1"
        guard let row = try read({ try $0.row(own, [account]) }) else { return false }
        return try write(.upkeep) { db in
            db.noteChanges(StoreChanges(isEverything: true))
            let removal = FeedRemoval(db: db, feed: try row.integer(0), key: try row.text(1))
            return try removal.run(limit: Pruning.batch) != .emptied
        }
    }
}

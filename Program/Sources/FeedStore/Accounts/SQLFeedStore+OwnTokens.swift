import SQL

extension SQLFeedStore {
    /// Looks the row up.
    public func ownToken(for upstream: String) throws -> String? {
        try read { db in
            let sql = "SELECT token FROM own_token WHERE account_id = ? AND upstream = ?"
            return try db.row(sql, [db.account, upstream])?.text(0)
        }
    }

    /// Writes one row, or deletes it.
    public func setOwnToken(_ token: String?, for upstream: String) throws {
        try write { db in
            guard let token else {
                try db.execute(
                    "DELETE FROM own_token WHERE account_id = ? AND upstream = ?", [db.account, upstream])
                return
            }
            try ColumnValues(["account_id": db.account, "upstream": upstream, "token": token])
                .upsert(into: "own_token", key: ["account_id", "upstream"], db)
        }
    }
}

import SQL
import WebText

extension FeedStore {
    /// The account's own token for an upstream, by the upstream's id; nil if it has none.
    package func ownToken(for upstream: String) throws -> String? {
        try read { db in
            let sql = "SELECT token FROM own_token WHERE account_id = ? AND upstream = ?"
            return try db.row(sql, [db.account, upstream])?.text(0)
        }
    }

    /// Stores the account's own token for an upstream as it is; nil removes it.
    package func setOwnToken(_ token: String?, for upstream: String) throws {
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

    /// Stores a token that was typed. Throws ``AccountError/badToken(_:)`` with the upstream's name.
    package func keepOwnToken(_ typed: String, for upstream: String, named name: String) throws {
        let token = typed.trimmed
        guard (1...1000).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw AccountError.badToken(name)
        }
        try setOwnToken(token, for: upstream)
    }
}

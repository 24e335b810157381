import Platform
import SQL
import WebText

/// The secret in the addresses at which other programs follow an account's lists.
package struct FeedSecret: Sendable, Hashable {
    /// The account whose lists it opens.
    package let account: Account.ID
    /// The secret part of the addresses.
    package let secret: Secret
    /// The date when it was made.
    package let createdAt: Date
}

/// The secrets of the accounts' feeds.
extension FeedStore {
    /// The account's secret; nil if it has none.
    package func feedSecret() throws -> FeedSecret? { try read { try Self.feedSecret(of: $0.account, $0) } }

    /// Gives the account a secret, unless it has one; returns the one that it has then.
    package func addFeedSecret(_ secret: Secret, at date: Date) throws -> FeedSecret {
        try setFeedSecret(secret, at: date, orIfPresent: "NOTHING")
    }

    /// Gives the account another secret. Addresses with the former one end.
    package func renewFeedSecret(_ secret: Secret, at date: Date) throws -> FeedSecret {
        try setFeedSecret(
            secret, at: date,
            orIfPresent: "UPDATE SET secret = excluded.secret, hash = excluded.hash, created_at = excluded.created_at")
    }

    /// The secret of any account, as a program has sent it; nil if no account that isn't disabled has it.
    ///
    /// Compares hashes, so that the time says nothing about the secret.
    package func feedSecret(_ secret: Secret) throws -> FeedSecret? {
        try read { db in
            let sql = "SELECT \(FeedSecretColumn.sql) FROM feed_secret WHERE hash = ? AND \(Account.isEnabled())"
            return try db.row(sql, [secret.hash]).map { try FeedSecret($0) }
        }
    }

    private func setFeedSecret(_ secret: Secret, at date: Date, orIfPresent action: String) throws -> FeedSecret {
        let sql = """
            INSERT INTO feed_secret (account_id, secret, hash, created_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (account_id) DO \(action)
            """
        return try write { db in
            try db.execute(sql, [db.account, secret.text, secret.hash, date.milliseconds])
            return try Self.feedSecret(of: db.account, db)
                ?? FeedSecret(account: db.account, secret: secret, createdAt: date)
        }
    }

    private static func feedSecret(of account: Account.ID, _ db: StoreTransaction) throws -> FeedSecret? {
        try db.row("SELECT \(FeedSecretColumn.sql) FROM feed_secret WHERE account_id = ?", [account])
            .map { try FeedSecret($0) }
    }
}

private enum FeedSecretColumn: String, ColumnList {
    case account = "account_id"
    case secret
    case createdAt = "created_at"
}

extension FeedSecret {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            account: try row.integer(FeedSecretColumn.account), secret: Secret(try row.text(FeedSecretColumn.secret)),
            createdAt: try row.date(FeedSecretColumn.createdAt))
    }
}

import Platform
import SQL
import WebText

/// Links with which the owner of an account sets its password without the former one.
extension FeedStore {
    /// Makes the account's link, and voids the one before. Throws ``AccountError``.
    ///
    /// - Returns: when it expires.
    @discardableResult
    package func makeResetLink(
        for account: Account, secret: Secret, days: Int = AccountLink.resetDays, at date: Date
    ) throws -> Date {
        let expiry = try AccountLink.expiry(days: days, from: date)
        try write(.everything) { db in
            guard let current = try AccountManager(db: db).account(account.id) else {
                throw AccountError.unknown(account.name)
            }
            if current.isDisabled { throw AccountError.disabled(current.name) }
            try ColumnValues([
                "account_id": account.id, "hash": secret.hash, "created_at": date.milliseconds,
                "expires_at": expiry.milliseconds,
            ]).upsert(into: "reset_link", key: ["account_id"], db)
        }
        return expiry
    }

    /// The account of which a link sets the password; nil if it isn't valid at `date`.
    package func account(resetBy secret: Secret, at date: Date) throws -> Account? {
        try read { try Self.account(resetBy: secret, at: date, $0) }
    }

    /// Sets the password of the account of a link, ends its sessions and consumes the link.
    ///
    /// Throws ``AccountError/badLink`` if the link isn't valid any more; nothing changes then.
    package func resetPassword(_ password: PasswordHash, by secret: Secret, at date: Date) throws -> Account {
        try write(.everything) { db in
            guard let account = try Self.account(resetBy: secret, at: date, db) else { throw AccountError.badLink }
            try db.execute("UPDATE account SET password_hash = ? WHERE id = ?", [password.text, account.id])
            for table in ["session", "reset_link"] {
                try db.execute("DELETE FROM \(table) WHERE account_id = ?", [account.id])
            }
            return account
        }
    }

    private static func account(resetBy secret: Secret, at date: Date, _ db: StoreTransaction) throws -> Account? {
        let sql = """
            SELECT \(AccountColumn.sql) FROM account
            WHERE disabled_at IS NULL AND id = (SELECT account_id FROM reset_link WHERE hash = ? AND expires_at > ?)
            """
        return try db.row(sql, [secret.hash, date.milliseconds]).map { try Account($0) }
    }
}

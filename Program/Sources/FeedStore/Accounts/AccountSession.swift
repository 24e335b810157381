import Platform
import SQL
import WebText

/// A browser that an account has signed in with.
package struct AccountSession: Sendable, Hashable, Identifiable {
    /// The lifetime of a session after its last use, in seconds.
    package static let lifetime: TimeInterval = 90 * 86_400
    /// The maximum number for each account; the least recently used end.
    package static let maximum = 100

    /// The id. Ids aren't reused.
    package let id: Int64
    /// The account that it belongs to.
    package let account: Account.ID
    /// The date when the browser signed in.
    package let createdAt: Date
    /// The date when it was last used, to the hour.
    package let usedAt: Date
    /// The date when it ends unless it is used before.
    package let expiresAt: Date
    /// The client's address; nil if unknown.
    package let address: String?
    /// The browser's `User-Agent`; nil if unknown.
    package let browser: String?
}

extension FeedStore {
    /// The account's sessions that are valid at `date`, most recently used first.
    package func sessions(at date: Date) throws -> [AccountSession] {
        let sql = """
            SELECT \(SessionColumn.sql) FROM session WHERE account_id = ? AND expires_at > ? ORDER BY used_at DESC, id DESC
            """
        return try read { db in
            try database.rows(of: "sessions", db, sql, [db.account, date.milliseconds]) { try AccountSession($0) }
        }
    }

    /// Starts a session.
    ///
    /// Removes sessions that have expired, and the account's least recently used ones beyond the maximum. Throws
    /// ``AccountError/disabled(_:)`` for a disabled account.
    package func startSession(
        secret: Secret, address: String?, browser: String?, at date: Date
    ) throws -> AccountSession {
        try write(.everything) { db in
            if let account = try AccountManager(db: db).account(db.account), account.isDisabled {
                throw AccountError.disabled(account.name)
            }
            let expiry = date.addingTimeInterval(AccountSession.lifetime)
            try db.execute("DELETE FROM session WHERE expires_at <= ?", [date.milliseconds])
            let id = try ColumnValues([
                "account_id": db.account, "hash": secret.hash, "created_at": date.milliseconds,
                "used_at": date.milliseconds, "expires_at": expiry.milliseconds, "address": address,
                "browser": browser,
            ]).insert(into: "session", returning: "id", db)
            try db.execute(
                """
                DELETE FROM session WHERE account_id = ?1 AND id NOT IN
                    (SELECT id FROM session WHERE account_id = ?1 ORDER BY used_at DESC, id DESC LIMIT ?2)
                """, [db.account, AccountSession.maximum])
            try AccountUse.note(db, db.account, at: date)
            return AccountSession(
                id: id, account: db.account, createdAt: Date(milliseconds: date.milliseconds),
                usedAt: Date(milliseconds: date.milliseconds), expiresAt: Date(milliseconds: expiry.milliseconds),
                address: address, browser: browser)
        }
    }

    /// Ends a session of the account; false if the account has no such session.
    @discardableResult
    package func endSession(_ id: AccountSession.ID) throws -> Bool {
        try write(.everything) { db in
            try db.execute("DELETE FROM session WHERE id = ? AND account_id = ?", [id, db.account]) > 0
        }
    }

    /// Ends the account's sessions but one; returns how many have ended.
    @discardableResult
    package func endSessions(except id: AccountSession.ID?) throws -> Int {
        try write(.everything) { db in
            try db.execute("DELETE FROM session WHERE account_id = ? AND id <> ?", [db.account, id ?? 0])
        }
    }

    /// The session of any account with this secret, if it is valid at `date`. Notes its use, at most once an hour.
    ///
    /// Writes only if the last use was more than an hour ago.
    package func session(for secret: Secret, at date: Date) throws -> AccountSession? {
        let sql = """
            SELECT \(SessionColumn.sql) FROM session WHERE hash = ? AND expires_at > ? AND \(Account.isEnabled())
            """
        let values: [any SQLValueConvertible] = [secret.hash, date.milliseconds]
        guard let found = try read({ try $0.row(sql, values).map { try AccountSession($0) } }) else { return nil }
        if AccountUse.isDue(found.usedAt, at: date) {
            let expiry = date.addingTimeInterval(AccountSession.lifetime)
            try of(found.account).write { db in
                try db.execute(
                    "UPDATE session SET used_at = ?, expires_at = ? WHERE id = ?",
                    [date.milliseconds, expiry.milliseconds, found.id])
                try AccountUse.note(db, found.account, at: date)
            }
        }
        return found
    }
}

private enum SessionColumn: String, ColumnList {
    case id
    case account = "account_id"
    case createdAt = "created_at"
    case usedAt = "used_at"
    case expiresAt = "expires_at"
    case address, browser
}

extension AccountSession {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: try row.integer(SessionColumn.id), account: try row.integer(SessionColumn.account),
            createdAt: try row.date(SessionColumn.createdAt), usedAt: try row.date(SessionColumn.usedAt),
            expiresAt: try row.date(SessionColumn.expiresAt), address: try row.optionalText(SessionColumn.address),
            browser: try row.optionalText(SessionColumn.browser))
    }
}

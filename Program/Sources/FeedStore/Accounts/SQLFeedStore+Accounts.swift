public import Platform
import SQL
import WebText

extension SQLFeedStore {
    /// Reads the whole table.
    public func accounts() throws -> [Account] {
        try read { db in
            try database.rows(of: "accounts", db, "SELECT \(AccountColumn.sql) FROM account ORDER BY id") { row in
                try Account(row)
            }
        }
    }

    /// Inserts one row.
    public func addAccount(
        named name: String, password: PasswordHash?, isAdministrator: Bool, at date: Date
    ) throws -> Account? {
        let sql = """
            INSERT INTO account (name, created_at, password_hash, is_administrator) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING RETURNING \(AccountColumn.sql)
            """
        return try write { db in
            try db.row(sql, [name, date.milliseconds, password?.text, isAdministrator]).map { try Account($0) }
        }
    }

    /// Deletes from every table that has accounts.
    @discardableResult
    public func removeAccount(_ id: Account.ID) throws -> Bool {
        if id == Account.first { return false }
        return try write { db in
            if try db.execute("DELETE FROM account WHERE id = ?", [id]) == 0 { return false }
            try db.execute("DELETE FROM delivery WHERE sink_id IN (SELECT id FROM sink WHERE account_id = ?)", [id])
            try db.execute("DELETE FROM rule_match WHERE rule_id IN (SELECT id FROM rule WHERE account_id = ?)", [id])
            for table in [
                "followed", "mark", "reading", "muted", "playback", "rule", "sink", "notification", "app_password",
                "session", "folder", "own_token", "feed_secret", "marking",
            ] {
                try db.execute("DELETE FROM \(table) WHERE account_id = ?", [id])
            }
            try Retention.prune(feedsOf: id, db)
            return true
        }
    }

    /// Updates one row.
    @discardableResult
    public func setAdministrator(_ isAdministrator: Bool, _ id: Account.ID) throws -> Bool {
        if id == Account.first { return false }
        return try write { db in
            if !isAdministrator { try FeedOwner.dismiss(id, db) }
            return try db.execute("UPDATE account SET is_administrator = ? WHERE id = ?", [isAdministrator, id]) > 0
        }
    }

    /// Reads one row.
    public func password() throws -> PasswordHash? {
        try read { db in
            try db.row("SELECT password_hash FROM account WHERE id = ?", [db.account])?.optionalText(0)
                .map(PasswordHash.init(stored:))
        }
    }

    /// Ends the sessions in the same transaction.
    public func setPassword(_ password: PasswordHash, keeping session: AccountSession.ID?) throws {
        try write { db in
            try db.execute("UPDATE account SET password_hash = ? WHERE id = ?", [password.text, db.account])
            try db.execute("DELETE FROM session WHERE account_id = ? AND id <> ?", [db.account, session ?? 0])
        }
    }
}

private enum AccountColumn: String, ColumnList {
    case id, name
    case createdAt = "created_at"
    case isAdministrator = "is_administrator"
    case hasPassword = "CASE WHEN password_hash IS NULL THEN 0 ELSE 1 END"
    case usedAt = "used_at"
}

extension Account {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: try row.integer(AccountColumn.id), name: try row.text(AccountColumn.name),
            createdAt: try row.date(AccountColumn.createdAt),
            isAdministrator: try row.flag(AccountColumn.isAdministrator),
            hasPassword: try row.flag(AccountColumn.hasPassword),
            usedAt: try row.optionalDate(AccountColumn.usedAt))
    }
}

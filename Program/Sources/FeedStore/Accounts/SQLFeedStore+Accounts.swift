import SQL
public import Platform
import WebText

extension SQLFeedStore {
    /// The accounts, oldest first.
    public func accounts() throws -> [Account] {
        try read { db in
            try database.rows(of: "accounts", db, "SELECT id, name, created_at FROM account ORDER BY id") { row in
                Account(id: try row.integer(0), name: try row.text(1), createdAt: try row.date(2))
            }
        }
    }

    /// Adds an account.
    ///
    /// - Returns: nil if the name is taken; nothing changes then.
    public func addAccount(named name: String, at date: Date) throws -> Account? {
        try write { db in
            let sql = "INSERT INTO account (name, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id"
            return try db.row(sql, [name, date.milliseconds]).map { row in
                Account(id: try row.integer(0), name: name, createdAt: Date(milliseconds: date.milliseconds))
            }
        }
    }

    /// Removes an account with its follows, marks, rules and destinations; what was fetched stays until it is pruned.
    ///
    /// - Returns: false if there is no such account, or for the first one, which stays.
    @discardableResult
    public func removeAccount(_ id: Account.ID) throws -> Bool {
        if id == Account.first { return false }
        return try write { db in
            if try db.execute("DELETE FROM account WHERE id = ?", [id]) == 0 { return false }
            try db.execute("DELETE FROM delivery WHERE sink_id IN (SELECT id FROM sink WHERE account_id = ?)", [id])
            try db.execute("DELETE FROM rule_match WHERE rule_id IN (SELECT id FROM rule WHERE account_id = ?)", [id])
            for table in ["followed", "mark", "reading", "muted", "playback", "rule", "sink", "notification"] {
                try db.execute("DELETE FROM \(table) WHERE account_id = ?", [id])
            }
            return true
        }
    }
}

import Platform
import SQL
import WebText

extension FeedStore {
    /// The identity of any account; nil if none has it.
    package func identity(issuer: String, subject: String) throws -> Identity? {
        try read { db in
            try db.row(
                "SELECT \(IdentityColumn.sql) FROM identity WHERE issuer = ? AND subject = ?", [issuer, subject]
            ).map { try Identity($0) }
        }
    }

    /// The account's identities, oldest first.
    package func identities() throws -> [Identity] {
        let sql = "SELECT \(IdentityColumn.sql) FROM identity WHERE account_id = ? ORDER BY id"
        return try read { db in
            try database.rows(of: "identities", db, sql, [db.account]) { try Identity($0) }
        }
    }

    /// Links an identity to the account; returns false if an account has it already.
    @discardableResult
    package func link(issuer: String, subject: String, name: String?, at date: Date) throws -> Bool {
        let sql = """
            INSERT INTO identity (account_id, issuer, subject, name, created_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """
        return try write(.everything) { db in
            try db.execute(sql, [db.account, issuer, subject, name, date.milliseconds]) > 0
        }
    }

    /// Unlinks an identity of the account; false if the account has no such identity.
    @discardableResult
    package func unlinkIdentity(_ id: Identity.ID) throws -> Bool {
        try write(.everything) { db in
            try db.execute("DELETE FROM identity WHERE id = ? AND account_id = ?", [id, db.account]) > 0
        }
    }

    /// Notes that a sign-in is completed, so that nobody completes it again; false if it was before.
    ///
    /// - Parameter expiry: when it couldn't be completed anyway.
    package func completeSignIn(_ secret: Secret, at date: Date, expiry: Date) throws -> Bool {
        try writeSilently { db in
            try db.execute("DELETE FROM completed_sign_in WHERE expires_at <= ?", [date.milliseconds])
            return try db.execute(
                "INSERT INTO completed_sign_in (hash, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [secret.hash, expiry.milliseconds]) > 0
        }
    }

    /// A random secret of that name that all servers with this store share. The first call makes it.
    package func serverSecret(named name: String) throws -> String {
        let sql = "SELECT secret FROM server_secret WHERE name = ?"
        if let found = try read({ try $0.row(sql, [name])?.text(0) }) { return found }
        let new = Secret.make().text
        return try writeSilently { db in
            try db.execute(
                "INSERT INTO server_secret (name, secret) VALUES (?, ?) ON CONFLICT DO NOTHING", [name, new])
            return try db.row(sql, [name])?.text(0) ?? new
        }
    }
}

private enum IdentityColumn: String, ColumnList {
    case id
    case account = "account_id"
    case issuer, subject, name
    case createdAt = "created_at"
}

extension Identity {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: try row.integer(IdentityColumn.id), account: try row.integer(IdentityColumn.account),
            issuer: try row.text(IdentityColumn.issuer), subject: try row.text(IdentityColumn.subject),
            name: try row.optionalText(IdentityColumn.name), createdAt: try row.date(IdentityColumn.createdAt))
    }
}

import Platform
import SQL
import WebText

/// An identity at an OpenID provider that an account signs in with.
package struct Identity: Sendable, Hashable, Identifiable {
    /// The id. Ids aren't reused.
    package let id: Int64
    /// The account that it belongs to.
    package let account: Account.ID
    /// The provider (`iss`).
    package let issuer: String
    /// The provider's permanent id of its user (`sub`).
    package let subject: String
    /// The provider's name of its user when it was linked; nil if unknown.
    package let name: String?
    /// The date when it was linked.
    package let createdAt: Date
}

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

    /// Notes the completion of a sign-in, which succeeds once; false if it was completed before.
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

/// Accounts whose owners sign in elsewhere: with a proxy, or with an identity provider.
extension FeedStore {
    /// Adds an account without a password, unless one has that name; false if one has. Throws ``AccountError``.
    ///
    /// As for other accounts, the first one needs a password before.
    package func admitWithoutPassword(_ name: String, at date: Date) throws -> Bool {
        let folded: String
        do { folded = try checkAdmission(of: name) } catch AccountError.taken { return false }
        return try addAccount(named: folded, at: date) != nil
    }

    /// Notes that the account is used.
    package func noteUse(at date: Date) throws {
        try write { db in try AccountUse.note(db, db.account, at: date) }
    }
}

extension Account {
    /// True if ``FeedStore/noteUse(at:)`` must note a use at `date`: the last one is an hour old.
    package func isUseDue(at date: Date) -> Bool { AccountUse.isDue(usedAt, at: date) }

    /// True if the account has that name, in any case.
    package func isNamed(_ other: String) -> Bool { name == Self.folded(other) }
}

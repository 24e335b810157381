import Platform
import SQL
import WebText

extension FeedStore {
    /// The account's app passwords, by name.
    package func appPasswords() throws -> [AppPassword] {
        try read { db in
            let sql = "SELECT \(AppPasswordColumn.sql) FROM app_password WHERE account_id = ? ORDER BY name"
            return try database.rows(of: "app passwords", db, sql, [db.account]) { try AppPassword($0) }
        }
    }

    /// Adds an app password.
    ///
    /// Counts before it inserts, in one transaction.
    ///
    /// - Returns: nil if the name is taken or the account has ``AppPassword/maximum`` of them; nothing changes then.
    package func addAppPassword(
        named name: String, secret: Secret, scope: AppPassword.Scope, at date: Date
    ) throws -> AppPassword? {
        let sql = """
            INSERT INTO app_password (account_id, name, hash, google_hash, fever_hash, scope, created_at)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
            ON CONFLICT DO NOTHING RETURNING \(AppPasswordColumn.sql)
            """
        return try write(.everything) { db in
            let count = try db.count("SELECT count(*) FROM app_password WHERE account_id = ?", [db.account])
            if count >= AppPassword.maximum { return nil }
            let user = try db.row("SELECT name FROM account WHERE id = ?", [db.account])?.text(0) ?? ""
            let hashes = [secret, secret.googleLogin, secret.fever(user: user)].map(\.hash)
            return try db.row(sql, [db.account, name] + hashes + [scope.rawValue, date.milliseconds]).map {
                try AppPassword($0)
            }
        }
    }

    /// Revokes an app password; false if the account has none of that name.
    @discardableResult
    package func removeAppPassword(named name: String) throws -> Bool {
        try write(.everything) { db in
            try db.execute("DELETE FROM app_password WHERE account_id = ? AND name = ?", [db.account, name]) > 0
        }
    }

    /// The app password of any account that isn't disabled with this secret, or from which this secret was made: see ``Secret/googleLogin`` and
    /// ``Secret/fever(user:)``. Notes its use, at most once an hour.
    ///
    /// Writes only if the last use was more than an hour ago.
    package func appPassword(for secret: Secret, at date: Date) throws -> AppPassword? {
        let sql = """
            SELECT \(AppPasswordColumn.sql) FROM app_password
            WHERE (hash = ?1 OR google_hash = ?1 OR fever_hash = ?1) AND \(Account.isEnabled())
            """
        guard let found = try read({ try $0.row(sql, [secret.hash]).map { try AppPassword($0) } }) else { return nil }
        if AccountUse.isDue(found.usedAt, at: date) {
            try of(found.account).write { db in
                try db.execute(
                    "UPDATE app_password SET used_at = ? WHERE id = ?", [date.milliseconds, found.id])
                // Earlier versions didn't store it.
                try db.execute(
                    "UPDATE app_password SET google_hash = ? WHERE hash = ? AND google_hash IS NULL",
                    [secret.googleLogin.hash, secret.hash])
                try AccountUse.note(db, found.account, at: date)
            }
        }
        return found
    }

    /// Adds an app password; returns its secret, which is never shown again. Throws ``AccountError``.
    package func issueAppPassword(
        named name: String, scope: AppPassword.Scope = .reader, at date: Date
    ) throws -> Secret {
        let name = name.split(separator: " ").joined(separator: " ")
        guard (1...AppPassword.longestName).contains(name.count), !name.contains(where: \.isNewline) else {
            throw AccountError.badAppPasswordName
        }
        let existing = try appPasswords()
        if existing.contains(where: { $0.name == name }) { throw AccountError.takenAppPassword(name) }
        let secret = Secret.makeReadable()
        guard try addAppPassword(named: name, secret: secret, scope: scope, at: date) != nil else {
            throw AccountError.tooManyAppPasswords
        }
        return secret
    }
}

/// Notes when accounts are used, to the hour, so that few requests write.
enum AccountUse {
    private static let interval: TimeInterval = 3600

    /// Whether a use is to be noted. A clock that was ahead doesn't prevent it.
    static func isDue(_ last: Date?, at date: Date) -> Bool {
        guard let last else { return true }
        return abs(date.timeIntervalSince(last)) >= interval
    }

    static func note(_ db: StoreTransaction, _ account: Account.ID, at date: Date) throws {
        try db.execute("UPDATE account SET used_at = ? WHERE id = ?", [date.milliseconds, account])
    }
}

private enum AppPasswordColumn: String, ColumnList {
    case id, name, scope
    case account = "account_id"
    case createdAt = "created_at"
    case usedAt = "used_at"
}

extension AppPassword {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: try row.integer(AppPasswordColumn.id), account: try row.integer(AppPasswordColumn.account),
            name: try row.text(AppPasswordColumn.name),
            // A scope of a later version opens the least.
            scope: AppPassword.Scope(rawValue: try row.text(AppPasswordColumn.scope)) ?? .reader,
            createdAt: try row.date(AppPasswordColumn.createdAt),
            usedAt: try row.optionalDate(AppPasswordColumn.usedAt))
    }
}

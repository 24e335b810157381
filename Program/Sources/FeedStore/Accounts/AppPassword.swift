import Platform
import SQL
import WebText

/// A password for one program, such as a reader on a phone. It opens the API only, not the page.
package struct AppPassword: Sendable, Hashable, Identifiable {
    /// The permissions of a program that has the password.
    package enum Scope: String, Sendable, Hashable, CaseIterable {
        /// Read, mark and save items, follow feeds and sort them into folders.
        case reader
        /// All that the account may do, except for what it signs in with: also rules, destinations, exports and imports.
        case everything
    }

    /// The maximum number of characters in a name.
    package static let longestName = 60
    /// The maximum number for each account.
    package static let maximum = 50

    /// The id. Ids aren't reused.
    package let id: Int64
    /// The account that it belongs to.
    package let account: Account.ID
    /// The name, which is unique within the account.
    package let name: String
    /// The permissions of a program that has it.
    package let scope: Scope
    /// The date when it was added.
    package let createdAt: Date
    /// The date when it was last used, to the hour; nil if never.
    package let usedAt: Date?
}

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

    /// True if a use must be noted. A clock that was ahead doesn't prevent it.
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

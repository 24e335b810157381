import Platform
import SQL
import WebText

/// The accounts, and the ids of what browsers and programs sign in with.
package struct StoredCredentials: Sendable, Hashable {
    /// All accounts, oldest first.
    package let accounts: [Account]
    /// The valid sessions of accounts that aren't disabled.
    package let sessions: Set<AccountSession.ID>
    /// The app passwords of accounts that aren't disabled, with what they open.
    package let appPasswords: [AppPassword.ID: AppPassword.Scope]
}

extension FeedStore {
    /// Reads what admits requests of all accounts, in three statements.
    package func credentials(at date: Date) throws -> StoredCredentials {
        try read { db in
            let sessions = try db.integers(
                "SELECT id FROM session WHERE expires_at > ? AND \(Account.isEnabled())", [date.milliseconds])
            let passwords = try db.rows("SELECT id, scope FROM app_password WHERE \(Account.isEnabled())").map { row in
                // A scope of a later version opens the least.
                (try row.integer(0), AppPassword.Scope(rawValue: try row.text(1)) ?? .reader)
            }
            return StoredCredentials(
                accounts: try accounts(db), sessions: Set(sessions),
                appPasswords: Dictionary(passwords) { first, _ in first })
        }
    }
}

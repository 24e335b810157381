import Platform
import SQL
import WebText

/// Checks of what an administrator changes, within the caller's transaction.
struct AccountManager {
    let db: StoreTransaction

    /// The account with that id; nil if there is none.
    func account(_ id: Account.ID) throws -> Account? {
        try db.row("SELECT \(AccountColumn.sql) FROM account WHERE id = ?", [id]).map { try Account($0) }
    }

    /// Throws ``AccountError/lastAdministrator(_:)`` if no administrator with a password would remain without the account.
    func checkOtherAdministrator(than id: Account.ID) throws {
        guard let account = try account(id), account.isAdministrator, account.hasPassword, !account.isDisabled else {
            return
        }
        let other = """
            SELECT 1 FROM account WHERE id <> ? AND is_administrator = 1 AND password_hash IS NOT NULL
            AND disabled_at IS NULL LIMIT 1
            """
        if try db.row(other, [id]) == nil { throw AccountError.lastAdministrator(account.name) }
    }
}

/// What administrators change in other accounts. Each function throws ``AccountError`` and changes nothing then.
extension FeedStore {
    /// Makes an account an administrator or a member.
    package func changeRole(isAdministrator: Bool, of account: Account) throws {
        if account.id == Account.first {
            if isAdministrator { return }
            throw AccountError.firstIsAdministrator(account.name)
        }
        guard try setAdministrator(isAdministrator, account.id) else { throw AccountError.unknown(account.name) }
    }

    /// Gives an account another name; returns the name as it is stored.
    @discardableResult
    package func rename(_ account: Account, to name: String) throws -> String {
        guard let folded = Account.checked(name) else { throw AccountError.badName(name) }
        return try write(.everything) { db in
            let other = "SELECT 1 FROM account WHERE name = ? AND id <> ?"
            if try db.row(other, [folded, account.id]) != nil { throw AccountError.taken(folded) }
            guard try db.execute("UPDATE account SET name = ? WHERE id = ?", [folded, account.id]) > 0 else {
                throw AccountError.unknown(account.name)
            }
            return folded
        }
    }

    /// Disables an account: ends its sessions, revokes its invitations and its reset link, and keeps everything else.
    package func disable(_ account: Account, at date: Date) throws {
        if account.id == Account.first { throw AccountError.firstIsAdministrator(account.name) }
        try write(.everything) { db in
            try AccountManager(db: db).checkOtherAdministrator(than: account.id)
            let disable = "UPDATE account SET disabled_at = coalesce(disabled_at, ?) WHERE id = ?"
            guard try db.execute(disable, [date.milliseconds, account.id]) > 0 else {
                throw AccountError.unknown(account.name)
            }
            for table in ["session", "reset_link", "invitation"] {
                try db.execute("DELETE FROM \(table) WHERE account_id = ?", [account.id])
            }
        }
    }

    /// Lets a disabled account sign in again.
    package func enable(_ account: Account) throws {
        try write(.everything) { db in
            guard try db.execute("UPDATE account SET disabled_at = NULL WHERE id = ?", [account.id]) > 0 else {
                throw AccountError.unknown(account.name)
            }
        }
    }
}

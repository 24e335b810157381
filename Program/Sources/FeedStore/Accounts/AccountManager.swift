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

/// Changes of other accounts by administrators. Each function throws ``AccountError``, and then changes nothing.
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

/// A reason why an account can't be added or changed. The description includes the remedy.
package enum AccountError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No account has that name.
    case unknown(String)
    /// Another account has that name.
    case taken(String)
    /// The text can't be the name of an account.
    case badName(String)
    /// The first account can't be removed.
    case firstStays(String)
    /// The first account can't be disabled, and stays an administrator.
    case firstIsAdministrator(String)
    /// No other administrator could sign in with a password.
    case lastAdministrator(String)
    /// The account is disabled.
    case disabled(String)
    /// The link that sets a password or adds an account was used, revoked or replaced, or has expired.
    case badLink
    /// The number of days for which a link is valid is out of range.
    case badLifetime
    /// No open invitation has that number.
    case unknownInvitation(Invitation.ID)
    /// The first account needs a password before others are added, because everybody signs in then.
    case firstNeedsPassword(String)
    /// The password is too short.
    case shortPassword
    /// The password is too long.
    case longPassword
    /// The account has an app password of that name.
    case takenAppPassword(String)
    /// The text can't be the name of an app password.
    case badAppPasswordName
    /// The account has the maximum number of app passwords.
    case tooManyAppPasswords
    /// The text can't be a token for an upstream, which has this name.
    case badToken(String)
    /// The system has too little memory to hash a password.
    case noMemory

    /// The problem and the remedy, in one or two sentences.
    package var description: String {
        switch self {
        case .unknown(let name): "There is no account “\(name)”. To list the accounts, run “freshet accounts list”."
        case .taken(let name): "There is already an account “\(name)”. Choose another name."
        case .badName(let name):
            "“\(name)” can't be the name of an account. Use at most \(Account.longestName) letters, digits, and any of "
                + "“.”, “-”, “_” and “@”, beginning with a letter or digit."
        case .firstStays(let name): "“\(name)” is the first account, which can't be removed."
        case .firstIsAdministrator(let name):
            "“\(name)” is the first account, which stays an administrator and can't be disabled."
        case .lastAdministrator(let name):
            "“\(name)” is the last administrator with a password. Make another account with a password an administrator first."
        case .disabled(let name): "The account “\(name)” is disabled. An administrator can enable it."
        case .badLink:
            "This link was used, revoked or replaced, or has expired. Ask an administrator for a new one."
        case .badLifetime:
            "A link is valid for \(AccountLink.days.lowerBound) to \(AccountLink.days.upperBound) days. Choose a number of days in that range."
        case .unknownInvitation(let id):
            "There is no open invitation \(id). To list them, run “freshet accounts invitations”."
        case .firstNeedsPassword(let name):
            "The account “\(name)” has no password. Once there are two accounts, everybody signs in. Set its password first: "
                + "“freshet accounts password \(name)”."
        case .shortPassword: "The password is too short. Use at least \(PasswordHash.shortest) characters."
        case .longPassword: "The password is too long. Use at most \(PasswordHash.longest) bytes."
        case .takenAppPassword(let name): "There is already an app password “\(name)”. Choose another name."
        case .badAppPasswordName:
            "The name of an app password has 1 to \(AppPassword.longestName) characters, such as “Phone”."
        case .tooManyAppPasswords:
            "An account may have \(AppPassword.maximum) app passwords. Revoke one that you don't use."
        case .badToken(let upstream):
            "This can't be a \(upstream) token. Paste it without spaces; tokens have letters, digits and signs."
        case .noMemory: "Hashing a password needs 64 MiB of memory, which the system doesn't have. Try again later."
        }
    }
}

import Platform
import SQL
import WebText

/// A link with a secret that an administrator gives to one person. It is valid once.
package enum AccountLink {
    /// For how many days a link may be valid.
    package static let days = 1...365
    /// For how many days a link that sets a password is valid by default.
    package static let resetDays = 3
    /// For how many days an invitation is valid by default.
    package static let invitationDays = 7

    /// The date when a link expires.
    static func expiry(days: Int, from date: Date) throws(AccountError) -> Date {
        guard Self.days.contains(days) else { throw .badLifetime }
        return date.addingTimeInterval(TimeInterval(days) * 86_400)
    }
}

/// A link with which one account can be added.
package struct Invitation: Sendable, Hashable, Identifiable {
    /// The number of an invitation. Numbers aren't reused.
    package typealias ID = Int64

    /// The number.
    package let id: ID
    /// The administrator who made it.
    package let account: Account.ID
    /// The suggested name; nil for none.
    package let name: String?
    /// True if the account will be an administrator.
    package let isAdministrator: Bool
    /// The date when it was made.
    package let createdAt: Date
    /// The date when it ends unless it is used before.
    package let expiresAt: Date
}

/// Links with which invited people add their account.
extension FeedStore {
    /// Makes an invitation on behalf of ``account``. Throws ``AccountError``.
    ///
    /// - Parameter name: the suggested name; nil for none.
    package func invite(
        named name: String?, isAdministrator: Bool, secret: Secret, days: Int = AccountLink.invitationDays,
        at date: Date
    ) throws -> Invitation {
        let expiry = try AccountLink.expiry(days: days, from: date)
        if let name { try checkAdmission(of: name) } else { try checkFirstPassword(of: try accounts()) }
        return try write(.everything) { db in
            try db.execute("DELETE FROM invitation WHERE expires_at <= ?", [date.milliseconds])
            let id = try ColumnValues([
                "account_id": db.account, "hash": secret.hash, "name": name.map(Account.folded),
                "is_administrator": isAdministrator, "created_at": date.milliseconds,
                "expires_at": expiry.milliseconds,
            ]).insert(into: "invitation", returning: "id", db)
            return Invitation(
                id: id, account: db.account, name: name.map(Account.folded), isAdministrator: isAdministrator,
                createdAt: Date(milliseconds: date.milliseconds), expiresAt: Date(milliseconds: expiry.milliseconds))
        }
    }

    /// The open invitations of all administrators, oldest first.
    package func invitations(at date: Date) throws -> [Invitation] {
        let sql = "SELECT \(InvitationColumn.sql) FROM invitation WHERE expires_at > ? ORDER BY id"
        return try read { db in
            try database.rows(of: "invitations", db, sql, [date.milliseconds]) { try Invitation($0) }
        }
    }

    /// Revokes an open invitation. Throws ``AccountError/unknownInvitation(_:)``.
    package func revokeInvitation(_ id: Invitation.ID, at date: Date) throws {
        try write(.everything) { db in
            let sql = "DELETE FROM invitation WHERE id = ? AND expires_at > ?"
            guard try db.execute(sql, [id, date.milliseconds]) > 0 else { throw AccountError.unknownInvitation(id) }
        }
    }

    /// The invitation of a link; nil if it isn't valid at `date`.
    package func invitation(for secret: Secret, at date: Date) throws -> Invitation? {
        try read { try Self.invitation(for: secret, at: date, $0) }
    }

    /// Adds the account of an invited person and consumes the invitation.
    ///
    /// Throws ``AccountError``, such as ``AccountError/badLink`` for an invalid link; nothing changes then.
    package func accept(
        _ secret: Secret, name: String, password: PasswordHash, at date: Date
    ) throws -> Account {
        let folded = try checkAdmission(of: name)
        return try write(.everything) { db in
            guard let invitation = try Self.invitation(for: secret, at: date, db) else { throw AccountError.badLink }
            guard
                let account = try Self.addAccount(
                    named: folded, password: password, isAdministrator: invitation.isAdministrator, at: date, db)
            else { throw AccountError.taken(folded) }
            try db.execute("DELETE FROM invitation WHERE id = ?", [invitation.id])
            return account
        }
    }

    private static func invitation(for secret: Secret, at date: Date, _ db: StoreTransaction) throws -> Invitation? {
        let sql = "SELECT \(InvitationColumn.sql) FROM invitation WHERE hash = ? AND expires_at > ?"
        return try db.row(sql, [secret.hash, date.milliseconds]).map { try Invitation($0) }
    }
}

private enum InvitationColumn: String, ColumnList {
    case id, name
    case account = "account_id"
    case isAdministrator = "is_administrator"
    case createdAt = "created_at"
    case expiresAt = "expires_at"
}

extension Invitation {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: try row.integer(InvitationColumn.id), account: try row.integer(InvitationColumn.account),
            name: try row.optionalText(InvitationColumn.name),
            isAdministrator: try row.flag(InvitationColumn.isAdministrator),
            createdAt: try row.date(InvitationColumn.createdAt), expiresAt: try row.date(InvitationColumn.expiresAt))
    }
}

/// How accounts can sign in to a server.
package enum WaysToSignIn: Sendable, Hashable {
    /// No account has a password or a link.
    case none
    /// Only a link, with which an account's owner chooses a password.
    case link
    /// A password, so that everybody signs in.
    case password
}

/// Links with which the owner of an account sets its password without the former one.
extension FeedStore {
    /// Makes the account's link, and voids the one before. Throws ``AccountError``.
    ///
    /// - Returns: when it expires.
    @discardableResult
    package func makeResetLink(
        for account: Account, secret: Secret, days: Int = AccountLink.resetDays, at date: Date
    ) throws -> Date {
        let expiry = try AccountLink.expiry(days: days, from: date)
        try write(.everything) { db in
            guard let current = try AccountManager(db: db).account(account.id) else {
                throw AccountError.unknown(account.name)
            }
            if current.isDisabled { throw AccountError.disabled(current.name) }
            try ColumnValues([
                "account_id": account.id, "hash": secret.hash, "created_at": date.milliseconds,
                "expires_at": expiry.milliseconds,
            ]).upsert(into: "reset_link", key: ["account_id"], db)
        }
        return expiry
    }

    /// The account of which a link sets the password; nil if it isn't valid at `date`.
    package func account(resetBy secret: Secret, at date: Date) throws -> Account? {
        try read { try Self.account(resetBy: secret, at: date, $0) }
    }

    /// How accounts can sign in at `date`.
    package func waysToSignIn(at date: Date) throws -> WaysToSignIn {
        try read { db in
            if try accounts(db).needSignIn { return .password }
            let sql = """
                SELECT 1 FROM reset_link JOIN account ON id = account_id
                WHERE expires_at > ? AND disabled_at IS NULL LIMIT 1
                """
            return try db.row(sql, [date.milliseconds]) == nil ? .none : .link
        }
    }

    /// Sets the password of the account of a link, ends its sessions and consumes the link.
    ///
    /// Throws ``AccountError/badLink`` for an invalid link; nothing changes then.
    package func resetPassword(_ password: PasswordHash, by secret: Secret, at date: Date) throws -> Account {
        try write(.everything) { db in
            guard let account = try Self.account(resetBy: secret, at: date, db) else { throw AccountError.badLink }
            try db.execute("UPDATE account SET password_hash = ? WHERE id = ?", [password.text, account.id])
            for table in ["session", "reset_link"] {
                try db.execute("DELETE FROM \(table) WHERE account_id = ?", [account.id])
            }
            return account
        }
    }

    private static func account(resetBy secret: Secret, at date: Date, _ db: StoreTransaction) throws -> Account? {
        let sql = """
            SELECT \(AccountColumn.sql) FROM account
            WHERE disabled_at IS NULL AND id = (SELECT account_id FROM reset_link WHERE hash = ? AND expires_at > ?)
            """
        return try db.row(sql, [secret.hash, date.milliseconds]).map { try Account($0) }
    }
}

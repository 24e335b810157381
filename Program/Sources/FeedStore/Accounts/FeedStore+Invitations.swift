import Platform
import SQL
import WebText

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
    /// Throws ``AccountError``, such as ``AccountError/badLink`` if the link isn't valid any more; nothing changes then.
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

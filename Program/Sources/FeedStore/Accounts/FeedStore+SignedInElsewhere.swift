import Platform
import SQL

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
    /// Whether a use at `date` is to be noted with ``FeedStore/noteUse(at:)``: the last one is an hour old.
    package func isUseDue(at date: Date) -> Bool { AccountUse.isDue(usedAt, at: date) }

    /// Whether the account has that name, in any case.
    package func isNamed(_ other: String) -> Bool { name == Self.folded(other) }
}

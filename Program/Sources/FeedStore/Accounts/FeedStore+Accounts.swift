import Platform
import SQL
import WebText

/// The accounts, and what they sign in with.
///
/// App passwords and sessions are those of ``account``, unless a function says otherwise.
extension FeedStore {
    /// All accounts, oldest first.
    package func accounts() throws -> [Account] {
        try read { try accounts($0) }
    }

    /// All accounts, oldest first, within the caller's transaction.
    func accounts(_ db: StoreTransaction) throws -> [Account] {
        try database.rows(of: "accounts", db, "SELECT \(AccountColumn.sql) FROM account ORDER BY id") { row in
            try Account(row)
        }
    }

    /// Adds an account. ``admit(_:password:isAdministrator:at:)`` checks its name before.
    ///
    /// - Returns: nil if the name is taken; nothing changes then.
    package func addAccount(
        named name: String, password: PasswordHash?, isAdministrator: Bool, at date: Date
    ) throws -> Account? {
        try write(.everything) { db in
            try Self.addAccount(named: name, password: password, isAdministrator: isAdministrator, at: date, db)
        }
    }

    /// Does the same within the caller's transaction.
    static func addAccount(
        named name: String, password: PasswordHash?, isAdministrator: Bool, at date: Date, _ db: StoreTransaction
    ) throws -> Account? {
        let sql = """
            INSERT INTO account (name, created_at, password_hash, is_administrator) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING RETURNING \(AccountColumn.sql)
            """
        return try db.row(sql, [name, date.milliseconds, password?.text, isAdministrator]).map { try Account($0) }
    }

    /// Makes an account an administrator or an ordinary account; false if there is no such account, or for the first one.
    ///
    /// Revokes the invitations of a former administrator. Throws
    /// ``AccountError/lastAdministrator(_:)`` if no other administrator has a password.
    @discardableResult
    package func setAdministrator(_ isAdministrator: Bool, _ id: Account.ID) throws -> Bool {
        if id == Account.first { return false }
        return try write(.everything) { db in
            if !isAdministrator {
                try AccountManager(db: db).checkOtherAdministrator(than: id)
                try FeedOwner.dismiss(id, db)
                try db.execute("DELETE FROM invitation WHERE account_id = ?", [id])
            }
            return try db.execute("UPDATE account SET is_administrator = ? WHERE id = ?", [isAdministrator, id]) > 0
        }
    }

    /// The account's hashed password; nil if it has none.
    package func password() throws -> PasswordHash? {
        try read { db in
            try db.row("SELECT password_hash FROM account WHERE id = ?", [db.account])?.optionalText(0)
                .map(PasswordHash.init(stored:))
        }
    }

    /// Replaces the account's password, ends its sessions and voids its reset link.
    ///
    /// - Parameter session: the session that stays; nil for none.
    package func setPassword(_ password: PasswordHash, keeping session: AccountSession.ID?) throws {
        try write(.everything) { db in
            try db.execute("UPDATE account SET password_hash = ? WHERE id = ?", [password.text, db.account])
            try db.execute("DELETE FROM session WHERE account_id = ? AND id <> ?", [db.account, session ?? 0])
            try db.execute("DELETE FROM reset_link WHERE account_id = ?", [db.account])
        }
    }

    /// Adds an account that may not sign in yet.
    package func addAccount(named name: String, at date: Date) throws -> Account? {
        try addAccount(named: name, password: nil, isAdministrator: false, at: date)
    }

    /// The account of that name, in any case. Throws ``AccountError/unknown(_:)``.
    package func account(named name: String) throws -> Account {
        let folded = Account.folded(name)
        guard let account = try accounts().first(where: { $0.name == folded }) else {
            throw AccountError.unknown(name)
        }
        return account
    }

    /// Throws the ``AccountError`` with which ``admit(_:password:isAdministrator:at:)`` would fail.
    @discardableResult
    package func checkAdmission(of name: String) throws -> String {
        guard let folded = Account.checked(name) else { throw AccountError.badName(name) }
        let accounts = try accounts()
        if accounts.contains(where: { $0.name == folded }) { throw AccountError.taken(folded) }
        try checkFirstPassword(of: accounts)
        return folded
    }

    /// Throws ``AccountError/firstNeedsPassword(_:)`` if the first of all accounts has no password.
    func checkFirstPassword(of accounts: [Account]) throws {
        if let first = accounts.first, !first.hasPassword { throw AccountError.firstNeedsPassword(first.name) }
    }

    /// Adds an account that can sign in, unless the first one can't. Throws ``AccountError``.
    package func admit(
        _ name: String, password: PasswordHash, isAdministrator: Bool, at date: Date
    ) throws -> Account {
        let folded = try checkAdmission(of: name)
        guard
            let account = try addAccount(
                named: folded, password: password, isAdministrator: isAdministrator, at: date)
        else { throw AccountError.taken(folded) }
        return account
    }
}

enum AccountColumn: String, ColumnList {
    case id, name
    case createdAt = "created_at"
    case isAdministrator = "is_administrator"
    case hasPassword = "CASE WHEN password_hash IS NULL THEN 0 ELSE 1 END"
    case usedAt = "used_at"
    case disabledAt = "disabled_at"
}

extension Account {
    init(_ row: SQLRow) throws {
        self.init(
            id: try row.integer(AccountColumn.id), name: try row.text(AccountColumn.name),
            createdAt: try row.date(AccountColumn.createdAt),
            isAdministrator: try row.flag(AccountColumn.isAdministrator),
            hasPassword: try row.flag(AccountColumn.hasPassword),
            usedAt: try row.optionalDate(AccountColumn.usedAt),
            disabledAt: try row.optionalDate(AccountColumn.disabledAt))
    }
}

extension FeedStore {
    /// Removes an account with all that belongs to it; what was fetched stays until it is pruned.
    ///
    /// Its sign-ins end first. Then its marks, other rows and feeds of its own go in batches, each in a transaction of its own.
    /// If that is interrupted, the account is left without a password, and removing it again continues.
    ///
    /// Throws ``AccountError/lastAdministrator(_:)`` if no other administrator has a password.
    /// - Returns: false if there is no such account, or for the first one, which stays.
    @discardableResult
    package func removeAccount(_ id: Account.ID) throws -> Bool {
        if id == Account.first { return false }
        let exists = try write(.everything) { db in
            try AccountManager(db: db).checkOtherAdministrator(than: id)
            if try db.execute("UPDATE account SET password_hash = NULL WHERE id = ?", [id]) == 0 { return false }
            for table in Self.admitting {
                try db.execute("DELETE FROM \(table) WHERE account_id = ?", [id])
            }
            return true
        }
        guard exists else { return false }
        try removeMarks(of: id)
        // Those that refer to others come after them in the list.
        for table in StoreTable.all.reversed() {
            if let rows = table.ownedRows {
                try writeSilently(.account(id)) { try $0.execute("DELETE FROM \(table.name) WHERE \(rows)", [id]) }
            }
        }
        try write(.everything) { db in
            try db.lock("account", [id])
            // What was written meanwhile.
            for table in StoreTable.all.reversed() {
                if let rows = table.ownedRows { try db.execute("DELETE FROM \(table.name) WHERE \(rows)", [id]) }
            }
            try db.execute("DELETE FROM account WHERE id = ?", [id])
            // Nobody else may read them. If what follows is interrupted, pruning removes them.
            try db.execute(
                "UPDATE feed SET fetched_at = NULL, error_at = NULL, check_at = 0 WHERE owner_id = ?", [id])
        }
        while try removeOwnFeed(of: id) {}
        return true
    }

    /// The tables of what an account signs in with, or lets others in with.
    private static let admitting = [
        "session", "app_password", "identity", "own_token", "feed_secret", "reset_link", "invitation",
    ]

    /// The number of marks to remove in one transaction.
    private static let batch = 1_000

    private func removeMarks(of account: Account.ID) throws {
        var last: Int64 = -1
        while true {
            let items = try read { db in
                try db.integers(
                    "SELECT item_id FROM mark WHERE account_id = ? AND item_id > ? ORDER BY item_id LIMIT ?",
                    [account, last, Self.batch])
            }
            guard let end = items.last else { return }
            try writeSilently(.account(account)) { db in
                try db.execute(
                    "DELETE FROM mark WHERE account_id = ? AND item_id IN \(SelectionStatement.list(items))", [account],
                    isReused: false)
            }
            last = end
        }
    }

    /// Removes a part of a feed that only this account could read; false without such a feed.
    private func removeOwnFeed(of account: Account.ID) throws -> Bool {
        let own = "SELECT id, key FROM feed WHERE owner_id = ? ORDER BY id LIMIT 1"
        guard let row = try read({ try $0.row(own, [account]) }) else { return false }
        return try write(.maintenance) { db in
            db.noteChanges(StoreChanges(isEverything: true))
            let removal = FeedRemoval(db: db, feed: try row.integer(0), key: try row.text(1))
            return try removal.run(limit: RetentionRun.batch) != .emptied
        }
    }
}

extension FeedStore {
    /// The number of days for which the account keeps saved items that it has read; nil until they are unsaved.
    package func savedDays() throws -> Int? {
        try read { try $0.row("SELECT saved_days FROM account WHERE id = ?", [$0.account])?.optionalCount(0) }
    }

    /// Sets how many days the account keeps saved items that it has read. Pruning then unsaves them.
    ///
    /// - Parameter days: nil keeps them until the account unsaves them.
    package func keepSaved(days: Int?) throws {
        try write { db in
            try db.execute("UPDATE account SET saved_days = ? WHERE id = ?", [days, db.account])
        }
    }
}

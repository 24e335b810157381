extension Schema {
    /// What version 8 added for accounts: administrators, passwords, app passwords and sessions.
    ///
    /// Secrets are stored as hashes: passwords as ``PasswordHash/text``, the others as ``Secret/hash``.
    static let accounts = """
        ALTER TABLE account ADD COLUMN is_administrator INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN password_hash TEXT;
        ALTER TABLE account ADD COLUMN used_at INTEGER;
        UPDATE account SET is_administrator = 1 WHERE id = 1;

        CREATE TABLE app_password (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account_id INTEGER NOT NULL,
            name TEXT NOT NULL,
            hash TEXT NOT NULL UNIQUE,
            created_at INTEGER NOT NULL,
            used_at INTEGER,
            UNIQUE (account_id, name)
        ) STRICT;

        CREATE TABLE session (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account_id INTEGER NOT NULL,
            hash TEXT NOT NULL UNIQUE,
            created_at INTEGER NOT NULL,
            used_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            address TEXT,
            browser TEXT
        ) STRICT;
        CREATE INDEX session_account ON session (account_id, used_at);
        """
}

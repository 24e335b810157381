extension Schema {
    /// What version 9 added for programs that know folders by numbers, and that don't send a password itself.
    ///
    /// - `folder.is_used` is 0 for a folder that was added empty: it stays until it had feeds.
    /// - `app_password.google_hash` and `fever_hash` are hashes of ``Secret/googleLogin`` and ``Secret/fever(user:)``; NULL
    ///   for a password that was added by an earlier version.
    static let folders = """
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account_id INTEGER NOT NULL,
            name TEXT NOT NULL,
            is_used INTEGER NOT NULL DEFAULT 0,
            UNIQUE (account_id, name)
        ) STRICT;
        ALTER TABLE app_password ADD COLUMN google_hash TEXT;
        ALTER TABLE app_password ADD COLUMN fever_hash TEXT;
        CREATE INDEX app_password_google ON app_password (google_hash);
        CREATE INDEX app_password_fever ON app_password (fever_hash);
        """
}

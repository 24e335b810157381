extension Schema {
    /// What version 10 adds for programs that follow an account's lists.
    ///
    /// The secret itself is stored, as the keys of sinks are, because the account's page shows the addresses again. It is
    /// found by its ``Secret/hash``.
    static let feedSecrets = """
        CREATE TABLE feed_secret (
            account_id INTEGER PRIMARY KEY,
            secret TEXT NOT NULL,
            hash TEXT NOT NULL UNIQUE,
            created_at INTEGER NOT NULL
        ) STRICT;

        """
}

extension Schema {
    /// What version 10 adds for feeds that not everybody may read, and for the tokens of accounts.
    ///
    /// `feed.owner_id` is that account, or 0 where all administrators may read the feed; NULL where everybody may. Upstreams
    /// get the tokens, so they are stored as they are.
    static let ownership = """
        ALTER TABLE feed ADD COLUMN owner_id INTEGER;
        CREATE TABLE own_token (
            account_id INTEGER NOT NULL,
            upstream TEXT NOT NULL,
            token TEXT NOT NULL,
            PRIMARY KEY (account_id, upstream)
        ) STRICT, WITHOUT ROWID;

        """
}

extension PostgreSQLSchema {
    /// The same as ``Schema/ownership``.
    static let ownership = [
        "ALTER TABLE feed ADD COLUMN owner_id BIGINT",
        """
        CREATE TABLE own_token (
            account_id BIGINT NOT NULL,
            upstream TEXT NOT NULL,
            token TEXT NOT NULL,
            PRIMARY KEY (account_id, upstream)
        )
        """,
    ]
}

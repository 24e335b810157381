extension PostgreSQLSchema {
    /// The table of ``Schema/feedSecrets``.
    static let feedSecrets = [
        """
        CREATE TABLE feed_secret (
            account_id BIGINT PRIMARY KEY,
            secret TEXT NOT NULL,
            hash TEXT NOT NULL UNIQUE,
            created_at BIGINT NOT NULL
        )
        """
    ]
}

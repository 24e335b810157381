extension Schema {
    /// What version 9 adds for WebSub: subscriptions to hubs, and deliveries that were acknowledged but aren't processed.
    ///
    /// A feed has at most one subscription that is neither verified nor ending. `next_at` is when a server acts on the
    /// subscription next; a server that acts moves it first. `due_at` does the same for deliveries.
    static let webSub = """
        CREATE TABLE hub_subscription (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            feed TEXT NOT NULL,
            topic TEXT NOT NULL,
            hub TEXT NOT NULL,
            key TEXT NOT NULL,
            hash TEXT NOT NULL UNIQUE,
            secret TEXT,
            is_ending INTEGER NOT NULL DEFAULT 0,
            verified_at INTEGER,
            expires_at INTEGER,
            delivered_at INTEGER,
            refusal TEXT,
            failures INTEGER NOT NULL DEFAULT 0,
            next_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX hub_subscription_feed ON hub_subscription (feed);
        CREATE UNIQUE INDEX hub_subscription_pending ON hub_subscription (feed)
        WHERE verified_at IS NULL AND is_ending = 0;

        CREATE TABLE hub_delivery (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            subscription_id INTEGER NOT NULL,
            content_type TEXT,
            body BLOB,
            due_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX hub_delivery_subscription ON hub_delivery (subscription_id);

        """
}

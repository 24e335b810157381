extension Schema {
    /// Version 4 added rules, a record of their actions, and notifications.
    ///
    /// A listing that a rule hides has `is_muted` instead of `is_current`, so that everything that lists or counts current
    /// listings leaves it out. A notification has a row in `delivery` for each sink. Deliveries of one `batch` are sent together.
    static let version4 = """
        ALTER TABLE item ADD COLUMN kind_name TEXT NOT NULL DEFAULT '';
        ALTER TABLE item ADD COLUMN is_highlighted INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE listing ADD COLUMN is_muted INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX listing_muted ON listing (feed_id, is_unread) WHERE is_muted = 1;
        CREATE INDEX ledger_feed ON ledger (feed);

        CREATE TABLE rule (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            position INTEGER NOT NULL,
            text TEXT NOT NULL UNIQUE,
            created_at INTEGER NOT NULL,
            matched_at INTEGER,
            fired_at INTEGER
        ) STRICT;

        CREATE TABLE rule_match (
            rule_id INTEGER NOT NULL,
            item_id INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (rule_id, item_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX rule_match_item ON rule_match (item_id);

        CREATE TABLE score (
            item_id INTEGER NOT NULL,
            at INTEGER NOT NULL,
            value REAL NOT NULL,
            PRIMARY KEY (item_id, at)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sink (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            settings BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            delivered_at INTEGER,
            failures INTEGER NOT NULL DEFAULT 0,
            error TEXT,
            error_at INTEGER,
            retry_at INTEGER,
            claimed_until INTEGER,
            digested_at INTEGER
        ) STRICT;

        CREATE TABLE notification (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uid TEXT NOT NULL UNIQUE,
            rule TEXT NOT NULL,
            count INTEGER,
            scope TEXT,
            item TEXT,
            feed TEXT,
            created_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE delivery (
            sink_id INTEGER NOT NULL,
            notification_id INTEGER NOT NULL,
            batch INTEGER,
            PRIMARY KEY (sink_id, notification_id)
        ) STRICT, WITHOUT ROWID;
        """
}

extension Schema {
    /// Version 1, without the triggers and indexes that version 3 drops: an item belongs to one feed.
    static let version1 = """
        CREATE TABLE feed (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            fetched_at INTEGER,
            shown_at INTEGER,
            skipped INTEGER NOT NULL DEFAULT 0,
            extra BLOB,
            error_kind TEXT,
            error_message TEXT,
            error_at INTEGER,
            error_retry_at INTEGER,
            stored_count INTEGER NOT NULL DEFAULT 0,
            current_count INTEGER NOT NULL DEFAULT 0,
            unseen_count INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE item (
            id INTEGER PRIMARY KEY,
            feed_id INTEGER NOT NULL,
            key TEXT NOT NULL,
            date INTEGER,
            rank INTEGER,
            first_seen_at INTEGER NOT NULL,
            is_current INTEGER NOT NULL,
            is_unseen INTEGER NOT NULL,
            payload BLOB NOT NULL,
            UNIQUE (feed_id, key)
        ) STRICT;

        CREATE TABLE gap (
            feed_id INTEGER NOT NULL,
            after INTEGER NOT NULL,
            before INTEGER NOT NULL,
            PRIMARY KEY (feed_id, after)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE ledger (
            url TEXT NOT NULL,
            requester TEXT NOT NULL,
            feed TEXT NOT NULL,
            requested_at INTEGER NOT NULL,
            status INTEGER,
            failure_kind TEXT,
            failure_message TEXT,
            etag TEXT,
            last_modified TEXT,
            next_allowed_at INTEGER,
            rule TEXT,
            next_page TEXT,
            requests INTEGER NOT NULL,
            counted_since INTEGER NOT NULL,
            PRIMARY KEY (url, requester)
        ) STRICT;

        CREATE TABLE quota (
            host TEXT NOT NULL,
            resource TEXT NOT NULL,
            requester TEXT NOT NULL,
            quota_limit INTEGER,
            remaining INTEGER NOT NULL,
            reset_at INTEGER NOT NULL,
            seen_at INTEGER NOT NULL,
            rule TEXT NOT NULL,
            PRIMARY KEY (host, resource, requester)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE lease (
            url TEXT NOT NULL,
            requester TEXT NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (url, requester)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX ledger_requested ON ledger (requested_at);
        """
}

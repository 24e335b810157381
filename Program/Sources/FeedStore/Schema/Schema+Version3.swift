extension Schema {
    /// Version 3: an item is one row, however many feeds list it.
    ///
    /// Instants are milliseconds since 1970. Payloads and texts have a table of their own, so that scans for items
    /// read small rows. An item is found by `key` alone, too. Writers keep `listing.date` and `listing.is_unread` equal to the item's.
    static let tables = """
        CREATE TABLE feed (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            fetched_at INTEGER,
            visited_at INTEGER,
            last_visit_at INTEGER,
            feed_title TEXT,
            skipped INTEGER NOT NULL DEFAULT 0,
            extra BLOB,
            error_kind TEXT,
            error_message TEXT,
            error_at INTEGER,
            error_retry_at INTEGER
        ) STRICT;

        CREATE TABLE item (
            id INTEGER PRIMARY KEY,
            scope TEXT NOT NULL,
            key TEXT NOT NULL,
            kind TEXT NOT NULL DEFAULT '',
            date INTEGER,
            first_seen_at INTEGER NOT NULL,
            read_at INTEGER,
            saved_at INTEGER,
            saved_in TEXT,
            measure REAL,
            latitude REAL,
            longitude REAL,
            UNIQUE (key, scope)
        ) STRICT;

        CREATE TABLE content (
            item_id INTEGER PRIMARY KEY,
            payload BLOB NOT NULL,
            title TEXT NOT NULL DEFAULT '',
            author TEXT NOT NULL DEFAULT '',
            source TEXT NOT NULL DEFAULT '',
            tags TEXT NOT NULL DEFAULT '',
            text BLOB NOT NULL DEFAULT x''
        ) STRICT;

        CREATE TABLE listing (
            feed_id INTEGER NOT NULL,
            item_id INTEGER NOT NULL,
            date INTEGER,
            rank INTEGER NOT NULL,
            age INTEGER NOT NULL,
            is_current INTEGER NOT NULL,
            is_unread INTEGER NOT NULL,
            PRIMARY KEY (feed_id, item_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE followed (
            id INTEGER PRIMARY KEY,
            feed TEXT NOT NULL UNIQUE,
            path TEXT NOT NULL,
            name TEXT,
            folder TEXT,
            interval INTEGER,
            since INTEGER NOT NULL,
            is_primed INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE unindexed (item_id INTEGER PRIMARY KEY) STRICT;
        """

    /// `listing_current` serves snapshots, `listing_age` retention.
    static let indexes = """
        CREATE INDEX item_unread ON item (ifnull(date, first_seen_at)) WHERE read_at IS NULL;
        CREATE INDEX item_saved ON item (saved_at) WHERE saved_at IS NOT NULL;
        CREATE INDEX listing_current ON listing (feed_id, is_current, date DESC, rank, item_id);
        CREATE INDEX listing_unread ON listing (feed_id, is_current, is_unread) WHERE is_unread = 1;
        CREATE INDEX listing_item ON listing (item_id);
        CREATE INDEX listing_age ON listing (feed_id, age);
        """

    /// The indexed texts.
    static let documents = """
        CREATE VIEW document AS
        SELECT item_id, title, feed_text(text, payload) AS text, author, source, tags FROM content;
        """

    /// The full-text index of `document`; it stores no text of its own.
    static let searchTable = """
        CREATE VIRTUAL TABLE search USING fts5 (
            title, text, author, source, tags,
            content = 'document', content_rowid = 'item_id', tokenize = 'unicode61 remove_diacritics 2'
        );
        """

    /// The rank of unranked items, which sort after ranked ones.
    static let unranked = Int.max
    /// The date of an item; if undated, when it was first seen.
    static let time = "coalesce(item.date, item.first_seen_at)"
}

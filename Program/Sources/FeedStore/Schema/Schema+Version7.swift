extension Schema {
    /// Version 7 separates what is shared from what belongs to an account, and numbers all changes.
    ///
    /// - An item's id is the number of its arrival. `listing.seq` is that of its arrival in the feed; 0 counts as read.
    /// - `reading.read_through`: up to this number, what the feed lists is read. `mark.seq` is the number of the account's
    ///   own mark, with `read_at` for a read one; 0 for none. The rule is in ``ReadState``.
    /// - The last time that all of a feed was marked, it was from `marked_from` through `marked_through`.
    static let version7 = """
        CREATE TABLE sequence (value INTEGER NOT NULL) STRICT;
        INSERT INTO sequence SELECT max(ifnull((SELECT max(id) FROM item), 0), ifnull((SELECT max(id) FROM feed), 0)) + 1;

        CREATE TABLE account (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            created_at INTEGER NOT NULL
        ) STRICT;
        INSERT INTO account (id, name, created_at) VALUES (1, 'admin', 0);

        CREATE TABLE mark (
            item_id INTEGER NOT NULL,
            account_id INTEGER NOT NULL,
            seq INTEGER NOT NULL DEFAULT 0,
            read_at INTEGER,
            saved_at INTEGER,
            saved_in TEXT,
            is_highlighted INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (item_id, account_id)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO mark (item_id, account_id, seq, read_at, saved_at, saved_in, is_highlighted)
        SELECT id, 1, iif(read_at IS NULL, 0, (SELECT value FROM sequence)), read_at, saved_at, saved_in, is_highlighted
        FROM item
        WHERE read_at IS NOT NULL OR saved_at IS NOT NULL OR saved_in IS NOT NULL OR is_highlighted;

        CREATE TABLE reading (
            account_id INTEGER NOT NULL,
            feed_id INTEGER NOT NULL,
            read_through INTEGER NOT NULL DEFAULT 0,
            marked_from INTEGER,
            marked_through INTEGER,
            marked_at INTEGER,
            visited_at INTEGER,
            last_visit_at INTEGER,
            PRIMARY KEY (account_id, feed_id)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO reading (account_id, feed_id, read_through, visited_at, last_visit_at)
        SELECT 1, id,
            ifnull(
                (SELECT min(item.id) - 1 FROM listing JOIN item ON item.id = item_id
                WHERE feed_id = feed.id AND item.read_at IS NULL),
                (SELECT value FROM sequence)),
            visited_at, last_visit_at
        FROM feed;

        CREATE TABLE muted (
            account_id INTEGER NOT NULL,
            feed_id INTEGER NOT NULL,
            item_id INTEGER NOT NULL,
            PRIMARY KEY (account_id, feed_id, item_id)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO muted SELECT 1, feed_id, item_id FROM listing WHERE is_muted = 1;

        CREATE TABLE listing_7 (
            feed_id INTEGER NOT NULL,
            item_id INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            date INTEGER,
            rank INTEGER NOT NULL,
            age INTEGER NOT NULL,
            is_current INTEGER NOT NULL,
            is_shared INTEGER NOT NULL,
            PRIMARY KEY (feed_id, item_id)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO listing_7
        SELECT feed_id, item_id, item_id, date, rank, age, is_current OR is_muted,
            EXISTS (SELECT 1 FROM listing AS other WHERE other.item_id = listing.item_id AND other.feed_id <> listing.feed_id)
        FROM listing;
        DROP TABLE listing;
        ALTER TABLE listing_7 RENAME TO listing;

        DROP INDEX item_unread;
        DROP INDEX item_saved;
        ALTER TABLE item DROP COLUMN read_at;
        ALTER TABLE item DROP COLUMN saved_at;
        ALTER TABLE item DROP COLUMN saved_in;
        ALTER TABLE item DROP COLUMN is_highlighted;
        ALTER TABLE feed DROP COLUMN visited_at;
        ALTER TABLE feed DROP COLUMN last_visit_at;

        CREATE TABLE followed_7 (
            id INTEGER PRIMARY KEY,
            account_id INTEGER NOT NULL,
            feed TEXT NOT NULL,
            path TEXT NOT NULL,
            name TEXT,
            folder TEXT,
            interval INTEGER,
            since INTEGER NOT NULL,
            is_primed INTEGER NOT NULL DEFAULT 0,
            full_text INTEGER NOT NULL DEFAULT 0,
            UNIQUE (feed, account_id)
        ) STRICT;
        INSERT INTO followed_7
        SELECT id, 1, feed, path, name, folder, interval, since, is_primed, full_text FROM followed;
        DROP TABLE followed;
        ALTER TABLE followed_7 RENAME TO followed;

        CREATE TABLE playback_7 (
            account_id INTEGER NOT NULL,
            item_id INTEGER NOT NULL,
            address TEXT NOT NULL,
            position INTEGER NOT NULL,
            duration INTEGER,
            at INTEGER NOT NULL,
            PRIMARY KEY (item_id, account_id, address)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO playback_7 SELECT 1, item_id, address, position, duration, at FROM playback;
        DROP TABLE playback;
        ALTER TABLE playback_7 RENAME TO playback;

        CREATE TABLE rule_7 (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account_id INTEGER NOT NULL,
            position INTEGER NOT NULL,
            text TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            matched_at INTEGER,
            fired_at INTEGER,
            UNIQUE (account_id, text)
        ) STRICT;
        INSERT INTO rule_7 SELECT id, 1, position, text, created_at, matched_at, fired_at FROM rule;
        DELETE FROM sqlite_sequence WHERE name = 'rule_7' AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'rule');
        UPDATE sqlite_sequence SET name = 'rule_7' WHERE name = 'rule';
        DROP TABLE rule;
        ALTER TABLE rule_7 RENAME TO rule;

        CREATE TABLE sink_7 (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account_id INTEGER NOT NULL,
            name TEXT NOT NULL,
            settings BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            delivered_at INTEGER,
            failures INTEGER NOT NULL DEFAULT 0,
            error TEXT,
            error_at INTEGER,
            retry_at INTEGER,
            claimed_until INTEGER,
            digested_at INTEGER,
            UNIQUE (account_id, name)
        ) STRICT;
        INSERT INTO sink_7
        SELECT id, 1, name, settings, created_at, delivered_at, failures, error, error_at, retry_at, claimed_until, digested_at
        FROM sink;
        DELETE FROM sqlite_sequence WHERE name = 'sink_7' AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'sink');
        UPDATE sqlite_sequence SET name = 'sink_7' WHERE name = 'sink';
        DROP TABLE sink;
        ALTER TABLE sink_7 RENAME TO sink;

        ALTER TABLE notification ADD COLUMN account_id INTEGER NOT NULL DEFAULT 1;

        CREATE INDEX mark_read ON mark (account_id, read_at) WHERE read_at IS NOT NULL;
        CREATE INDEX mark_unread ON mark (account_id) WHERE seq > 0 AND read_at IS NULL;
        CREATE INDEX mark_saved ON mark (account_id, saved_at) WHERE saved_at IS NOT NULL;
        CREATE INDEX reading_feed ON reading (feed_id);
        CREATE INDEX followed_account ON followed (account_id);
        CREATE INDEX muted_item ON muted (item_id);
        CREATE INDEX listing_current ON listing (feed_id, is_current, date DESC, rank, item_id);
        CREATE INDEX listing_seq ON listing (feed_id, is_current, seq, is_shared);
        CREATE INDEX listing_item ON listing (item_id);
        CREATE INDEX listing_age ON listing (feed_id, age);
        """
}

import Foundation
import GRDB

extension TemporaryFolder {
    /// Makes a store as version 1 of the format was, with a list that was shown, a newer item, a gap and a ledger.
    func makeVersion1() throws {
        let pool = try DatabasePool(path: file.path)
        try pool.write { db in
            try db.execute(sql: version1)
            try db.execute(sql: contents)
        }
        try pool.close()
    }
}

/// What `sqlite3 freshet.sqlite .schema` printed of a store that the program of that version had made.
private let version1 = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
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
    CREATE INDEX item_shown ON item (feed_id, date DESC, ifnull(rank, 9223372036854775807), key) WHERE is_current = 1;
    CREATE INDEX item_age ON item (feed_id, max(first_seen_at, ifnull(date, first_seen_at)));
    CREATE INDEX ledger_requested ON ledger (requested_at);
    CREATE TRIGGER item_inserted AFTER INSERT ON item BEGIN
        UPDATE feed SET
            stored_count = stored_count + 1,
            current_count = current_count + NEW.is_current,
            unseen_count = unseen_count + (NEW.is_current AND NEW.is_unseen)
        WHERE id = NEW.feed_id;
    END;
    CREATE TRIGGER item_updated AFTER UPDATE OF is_current, is_unseen ON item
    WHEN OLD.is_current <> NEW.is_current OR OLD.is_unseen <> NEW.is_unseen BEGIN
        UPDATE feed SET
            current_count = current_count + NEW.is_current - OLD.is_current,
            unseen_count = unseen_count + (NEW.is_current AND NEW.is_unseen) - (OLD.is_current AND OLD.is_unseen)
        WHERE id = NEW.feed_id;
    END;
    CREATE TRIGGER item_deleted AFTER DELETE ON item BEGIN
        UPDATE feed SET
            stored_count = stored_count - 1,
            current_count = current_count - OLD.is_current,
            unseen_count = unseen_count - (OLD.is_current AND OLD.is_unseen)
        WHERE id = OLD.feed_id;
    END;
    PRAGMA application_id = 1179796819;
    PRAGMA user_version = 1;
    INSERT INTO grdb_migrations VALUES ('1');
    """

private let contents = """
    INSERT INTO feed (id, key, fetched_at, shown_at, skipped, extra)
        VALUES (1, 'news/top', 1700000000000, 1700000000000, 2, x'7B7D'), (2, 'github/octocat/hello', 1700000000000, NULL, 0, NULL);
    INSERT INTO item (feed_id, key, date, rank, first_seen_at, is_current, is_unseen, payload) VALUES
        (1, '1', 1699990000000, 0, 1699999000000, 1, 0, x'61'),
        (1, '2', 1699995000000, 1, 1700000000000, 1, 1, x'62'),
        (1, '3', 1699980000000, 0, 1699990000000, 0, 0, x'63'),
        (2, 'PushEvent/1', 1699990000000, NULL, 1700000000000, 1, 1, x'64');
    INSERT INTO gap VALUES (2, 1699000000000, 1699100000000);
    INSERT INTO ledger VALUES ('https://api.github.com/', 'anonymous', 'github/octocat/hello', 1700000000000, 200, NULL,
        NULL, '"e"', NULL, 1700000060000, 'X-Poll-Interval', NULL, 1, 1700000000000);
    INSERT INTO quota VALUES ('api.github.com', 'core', 'anonymous', 60, 59, 1700003600000, 1700000000000, 'x-ratelimit-reset');
    """

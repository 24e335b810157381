import Foundation
import GRDB

extension TemporaryFolder {
    /// Makes a store of version 2: that of version 1, with marks, saved copies and followed repositories.
    func makeVersion2() throws {
        try makeVersion1()
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { db in
            try db.execute(sql: version2)
            try db.execute(sql: contents)
        }
        try queue.close()
    }
}

/// What `sqlite3 freshet.sqlite .schema` printed of a store of that version, beyond version 1.
private let version2 = """
    CREATE TABLE followed (
        id INTEGER PRIMARY KEY,
        repository TEXT NOT NULL COLLATE NOCASE UNIQUE,
        since INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE mark (
        id INTEGER PRIMARY KEY,
        upstream TEXT NOT NULL,
        key TEXT NOT NULL,
        read_at INTEGER,
        saved_at INTEGER,
        feed TEXT,
        date INTEGER,
        payload BLOB,
        UNIQUE (upstream, key)
    ) STRICT;
    CREATE INDEX mark_saved ON mark (saved_at DESC, id DESC) WHERE saved_at IS NOT NULL;
    ALTER TABLE item ADD COLUMN is_read INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE item ADD COLUMN is_saved INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE feed ADD COLUMN upstream TEXT
        GENERATED ALWAYS AS (substr(key, 1, instr(key || '/', '/') - 1)) VIRTUAL;
    CREATE INDEX feed_upstream ON feed (upstream);
    PRAGMA user_version = 2;
    INSERT INTO grdb_migrations VALUES ('2');
    """

/// `news/best` lists stories 2 and 4 too, and was never shown; story 9 and an event of a feed that is gone are saved.
private let contents = """
    INSERT INTO feed (id, key, fetched_at, shown_at) VALUES (3, 'news/best', 1700000500000, NULL);
    INSERT INTO item (feed_id, key, date, rank, first_seen_at, is_current, is_unseen, payload, is_read, is_saved) VALUES
        (3, '2', 1699995000000, 7, 1699990000000, 1, 1, x'6262', 1, 0),
        (3, '4', 1699994000000, 8, 1700000000000, 1, 1, x'65', 0, 1);
    UPDATE item SET is_read = 1 WHERE key = '2';
    INSERT INTO mark (upstream, key, read_at, saved_at, feed, date, payload) VALUES
        ('news', '2', 1700000100000, NULL, NULL, NULL, NULL),
        ('news', '4', NULL, 1700000200000, 'news/best', 1699994000000, x'65'),
        ('news', '9', NULL, 1700000400000, 'news/top', NULL, x'39'),
        ('github', 'PushEvent/9', 1700000300000, 1700000300000, 'github/octocat/gone', 1699990000000, x'38');
    INSERT INTO followed (repository, since) VALUES ('Octocat/Hello', 1700000000000), ('apple/Swift', 1700000001000);
    """

import Foundation
import GRDB

extension TemporaryFolder {
    /// Makes a store of version 6.
    ///
    /// `hello`, which is followed, lists a (read), b and h (highlighted); `top` lists c (saved), d (read, which `news/best`
    /// lists, too) and m, which a rule mutes. x was read and isn't stored yet.
    func makeVersion6() throws {
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { db in
            try db.execute(sql: version6)
            try db.execute(sql: contents)
            try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            for version in 1...6 { try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('\(version)')") }
            try db.execute(sql: "PRAGMA application_id = \(0x4652_4553); PRAGMA user_version = 6")
        }
        try queue.close()
    }
}

/// What `sqlite3 freshet.sqlite .schema` printed of a store of that version.
private let version6 = """
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
        counted_since INTEGER NOT NULL, received_at INTEGER,
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
        longitude REAL, kind_name TEXT NOT NULL DEFAULT '', is_highlighted INTEGER NOT NULL DEFAULT 0,
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
        is_unread INTEGER NOT NULL, is_muted INTEGER NOT NULL DEFAULT 0,
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
    , full_text INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE unindexed (item_id INTEGER PRIMARY KEY) STRICT;
    CREATE INDEX item_unread ON item (ifnull(date, first_seen_at)) WHERE read_at IS NULL;
    CREATE INDEX item_saved ON item (saved_at) WHERE saved_at IS NOT NULL;
    CREATE INDEX listing_current ON listing (feed_id, is_current, date DESC, rank, item_id);
    CREATE INDEX listing_unread ON listing (feed_id, is_current, is_unread) WHERE is_unread = 1;
    CREATE INDEX listing_item ON listing (item_id);
    CREATE INDEX listing_age ON listing (feed_id, age);
    CREATE VIEW document AS
    SELECT item_id, title, feed_text(text, payload) AS text, author, source, tags FROM content;
    CREATE VIRTUAL TABLE search USING fts5 (
        title, text, author, source, tags,
        content = 'document', content_rowid = 'item_id', tokenize = 'unicode61 remove_diacritics 2'
    );
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
    CREATE TABLE full_text (
        item_id INTEGER PRIMARY KEY,
        address TEXT NOT NULL,
        fetched_at INTEGER NOT NULL,
        title TEXT,
        byline TEXT,
        markup TEXT,
        doubt TEXT
    ) STRICT;
    CREATE TABLE playback (
        item_id INTEGER NOT NULL,
        address TEXT NOT NULL,
        position INTEGER NOT NULL,
        duration INTEGER,
        at INTEGER NOT NULL,
        PRIMARY KEY (item_id, address)
    ) STRICT, WITHOUT ROWID;
    """

private let contents = """
    INSERT INTO feed (id, key, fetched_at, visited_at, last_visit_at, feed_title) VALUES
        (1, 'github/octocat/hello', 1700000000000, 1700000500000, 1700000100000, 'Hello'),
        (2, 'news/top', 1700000000000, NULL, NULL, NULL), (3, 'news/best', 1700000000000, NULL, NULL, NULL);
    INSERT INTO item (id, scope, key, kind, date, first_seen_at, read_at, saved_at, saved_in, is_highlighted) VALUES
        (1, 'github', 'a', '', 1699999001000, 1700000000000, 1700000300000, NULL, NULL, 0),
        (2, 'github', 'b', '', 1699999002000, 1700000000000, NULL, NULL, NULL, 0),
        (3, 'news', 'c', '', 1699999003000, 1700000000000, NULL, 1700000400000, 'news/top', 0),
        (4, 'news', 'd', '', 1699999004000, 1700000000000, 1700000400000, NULL, NULL, 0),
        (5, 'news', 'm', '', 1699999005000, 1700000000000, NULL, NULL, NULL, 0),
        (6, 'github', 'h', '', 1699999006000, 1700000000000, NULL, NULL, NULL, 1),
        (7, 'news', 'x', '', NULL, 1700000000000, 1700000200000, NULL, NULL, 0);
    INSERT INTO content (item_id, payload, title) SELECT id, CAST(key AS BLOB), 'title ' || key FROM item WHERE id < 7;
    INSERT INTO unindexed SELECT item_id FROM content;
    INSERT INTO listing (feed_id, item_id, date, rank, age, is_current, is_unread, is_muted) VALUES
        (1, 1, 1699999001000, 9223372036854775807, 1700000000000, 1, 0, 0),
        (1, 2, 1699999002000, 9223372036854775807, 1700000000000, 1, 1, 0),
        (1, 6, 1699999006000, 9223372036854775807, 1700000000000, 1, 1, 0),
        (2, 3, 1699999003000, 1, 1700000000000, 1, 1, 0), (2, 4, 1699999004000, 2, 1700000000000, 1, 0, 0),
        (2, 5, 1699999005000, 3, 1700000000000, 0, 1, 1), (3, 4, 1699999004000, 1, 1700000000000, 1, 0, 0);
    INSERT INTO followed (id, feed, path, name, folder, interval, since, is_primed, full_text) VALUES
        (4, 'github/octocat/hello', 'github/Octocat/Hello', 'Mine', 'Work/Code', 900, 1700000000000, 1, 1);
    INSERT INTO rule (id, position, text, created_at) VALUES
        (3, 0, 'mute title:m', 1700000000000), (4, 1, 'highlight title:h', 1700000000000);
    INSERT INTO sink (id, name, settings, created_at) VALUES (2, 'desk', x'7b7d', 1700000000000);
    INSERT INTO full_text (item_id, address, fetched_at, markup) VALUES (1, 'https://a.example/', 1700000000000, '<p>a</p>');
    INSERT INTO playback (item_id, address, position, at) VALUES (2, 'https://a.example/a.mp3', 61500, 1700000000000);
    """

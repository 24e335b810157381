extension Schema {
    /// Version 2 added followed repositories and marks.
    static let version2 = """
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
        """

    /// Renames the tables of version 2 that version 3 replaces, without their triggers.
    static let setVersion2Aside = """
        DROP TRIGGER IF EXISTS item_inserted;
        DROP TRIGGER IF EXISTS item_updated;
        DROP TRIGGER IF EXISTS item_deleted;
        ALTER TABLE feed RENAME TO feed_2;
        ALTER TABLE item RENAME TO item_2;
        ALTER TABLE followed RENAME TO followed_2;
        """

    /// Copies the contents of version 2.
    ///
    /// The rows of one item in several feeds become one: the current one, of the feed fetched last. Items that were shown
    /// or marked as read become read. Copies of saved items become items.
    static let moveVersion2 = """
        INSERT INTO feed (id, key, fetched_at, visited_at, skipped, extra,
            error_kind, error_message, error_at, error_retry_at)
        SELECT id, key, fetched_at, shown_at, skipped, extra, error_kind, error_message, error_at, error_retry_at
        FROM feed_2;

        CREATE TEMP TABLE entry AS
        SELECT item_2.id, feed_id, substr(feed_2.key, 1, instr(feed_2.key || '/', '/') - 1) AS scope, item_2.key,
            first_seen_at, iif(is_unseen = 0, shown_at, NULL) AS seen_at, is_current, ifnull(fetched_at, 0) AS fetched_at
        FROM item_2 JOIN feed_2 ON feed_2.id = feed_id;

        INSERT INTO item (id, scope, key, date, first_seen_at, read_at, saved_at, saved_in)
        SELECT one.id, scope, one.key, item_2.date, one.first_seen_at, ifnull(read_at, seen_at), saved_at, feed
        FROM (
            SELECT id, scope, key,
                min(first_seen_at) OVER same AS first_seen_at, max(seen_at) OVER same AS seen_at,
                row_number() OVER (PARTITION BY scope, key ORDER BY is_current DESC, fetched_at DESC, id) AS place
            FROM entry WINDOW same AS (PARTITION BY scope, key)
        ) AS one
        JOIN item_2 ON item_2.id = one.id
        LEFT JOIN mark ON mark.upstream = scope AND mark.key = one.key
        WHERE place = 1;

        INSERT INTO content (item_id, payload) SELECT id, payload FROM item JOIN item_2 USING (id);

        INSERT INTO item (scope, key, date, first_seen_at, read_at, saved_at, saved_in)
        SELECT upstream, key, date, saved_at, read_at, saved_at, feed FROM mark
        WHERE saved_at IS NOT NULL AND payload IS NOT NULL ON CONFLICT DO NOTHING;

        INSERT INTO content (item_id, payload)
        SELECT item.id, mark.payload FROM mark JOIN item ON scope = upstream AND item.key = mark.key
        WHERE mark.payload IS NOT NULL ON CONFLICT DO NOTHING;

        INSERT INTO listing (feed_id, item_id, date, rank, age, is_current, is_unread)
        SELECT entry.feed_id, item.id, item.date, ifnull(rank, \(unranked)), max(item.first_seen_at, ifnull(item.date, item.first_seen_at)),
            item_2.is_current, read_at IS NULL
        FROM entry JOIN item_2 USING (id) JOIN item ON item.scope = entry.scope AND item.key = entry.key;

        INSERT INTO followed (id, feed, path, since, is_primed)
        SELECT id, 'github/' || lower(repository), 'github/' || repository, since,
            EXISTS (SELECT 1 FROM feed WHERE key = 'github/' || lower(repository) AND visited_at IS NOT NULL)
        FROM followed_2;

        DROP TABLE entry;
        DROP TABLE feed_2;
        DROP TABLE item_2;
        DROP TABLE followed_2;
        DROP TABLE mark;
        """
}

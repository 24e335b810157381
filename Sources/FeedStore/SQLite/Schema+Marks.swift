/// What came with version 2: followed repositories, and what was read and saved.
extension Schema {
    /// In the order of `id`.
    static let following = """
        CREATE TABLE followed (
            id INTEGER PRIMARY KEY,
            repository TEXT NOT NULL COLLATE NOCASE UNIQUE,
            since INTEGER NOT NULL
        ) STRICT;
        """

    /// A mark belongs to an item of an upstream, in whichever of its feeds; the last columns are the copy of a saved one.
    ///
    /// Each item has its marks beside it, too: looking them up for each item shown would cost half as much again as the showing.
    static let marks = """
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
        """

    /// What was said of an item holds for its rows in all feeds, those to come included, until the last of them goes.
    static let markKeepers = """
        CREATE TRIGGER mark_inserted AFTER INSERT ON mark BEGIN
            UPDATE item SET is_read = NEW.read_at IS NOT NULL, is_saved = NEW.saved_at IS NOT NULL
            WHERE key = NEW.key AND feed_id IN (SELECT id FROM feed WHERE upstream = NEW.upstream);
        END;
        CREATE TRIGGER mark_updated AFTER UPDATE OF read_at, saved_at ON mark BEGIN
            UPDATE item SET is_read = NEW.read_at IS NOT NULL, is_saved = NEW.saved_at IS NOT NULL
            WHERE key = NEW.key AND feed_id IN (SELECT id FROM feed WHERE upstream = NEW.upstream);
        END;
        CREATE TRIGGER mark_deleted AFTER DELETE ON mark BEGIN
            UPDATE item SET is_read = 0, is_saved = 0
            WHERE key = OLD.key AND feed_id IN (SELECT id FROM feed WHERE upstream = OLD.upstream);
        END;
        CREATE TRIGGER item_marked AFTER INSERT ON item
        WHEN EXISTS (
            SELECT 1 FROM mark WHERE upstream = (SELECT upstream FROM feed WHERE id = NEW.feed_id) AND key = NEW.key
        ) BEGIN
            UPDATE item SET (is_read, is_saved) = (
                SELECT read_at IS NOT NULL, saved_at IS NOT NULL FROM mark
                WHERE upstream = (SELECT upstream FROM feed WHERE id = NEW.feed_id) AND key = NEW.key
            ) WHERE id = NEW.id;
        END;
        CREATE TRIGGER item_forgotten AFTER DELETE ON item BEGIN
            DELETE FROM mark
            WHERE upstream = (SELECT upstream FROM feed WHERE id = OLD.feed_id) AND key = OLD.key
                AND saved_at IS NULL AND NOT EXISTS (
                    SELECT 1 FROM item WHERE key = OLD.key AND feed_id IN (
                        SELECT id FROM feed WHERE upstream = (SELECT upstream FROM feed WHERE id = OLD.feed_id)));
        END;
        """
}

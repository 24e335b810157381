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
    /// Each item has its marks beside it, too: looking them up for each item shown would cost half as much again as the showing. Who writes keeps
    /// the two alike: SQLite would read triggers that did so each time a store is opened, and most who open one only read.
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
}

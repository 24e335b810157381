extension Schema {
    /// Version 6 added the feeds whose full texts are always loaded, and where playing audio and video stopped.
    static let version6 = """
        ALTER TABLE followed ADD COLUMN full_text INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE playback (
            item_id INTEGER NOT NULL,
            address TEXT NOT NULL,
            position INTEGER NOT NULL,
            duration INTEGER,
            at INTEGER NOT NULL,
            PRIMARY KEY (item_id, address)
        ) STRICT, WITHOUT ROWID;
        """
}

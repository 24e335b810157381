extension Schema {
    /// Version 5 added the texts of the pages that items link, with or without a result.
    ///
    /// A rescue doesn't move them: they can be fetched again.
    static let version5 = """
        CREATE TABLE full_text (
            item_id INTEGER PRIMARY KEY,
            address TEXT NOT NULL,
            fetched_at INTEGER NOT NULL,
            title TEXT,
            byline TEXT,
            markup TEXT,
            doubt TEXT
        ) STRICT;
        """
}

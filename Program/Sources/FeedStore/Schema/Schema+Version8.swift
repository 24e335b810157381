extension Schema {
    /// Version 8 added what accounts sign in with, and stores what searches asked functions of this program for, which
    /// another database doesn't have.
    static let version8 =
        accounts + """
            ALTER TABLE feed ADD COLUMN is_discussion INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE item ADD COLUMN quantity TEXT;
            CREATE INDEX feed_discussion ON feed (id) WHERE is_discussion = 1;

            """ + classify

    /// Finds out which feeds are discussions and what measures are, for rows of an earlier version.
    static let classify = """
        UPDATE feed SET is_discussion = 1 WHERE is_discussion(key);
        UPDATE item SET quantity = feed_quantity(scope, (SELECT payload FROM content WHERE item_id = item.id))
        WHERE measure IS NOT NULL;
        """
}

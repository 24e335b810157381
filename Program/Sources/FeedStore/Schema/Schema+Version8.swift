extension Schema {
    /// Version 8 added what accounts sign in with, and stores what searches asked functions of this program for, which
    /// another database doesn't have.
    static let version8 =
        accounts + """
            ALTER TABLE feed ADD COLUMN is_discussion INTEGER NOT NULL DEFAULT 0;
            UPDATE feed SET is_discussion = 1 WHERE is_discussion(key);
            CREATE INDEX feed_discussion ON feed (id) WHERE is_discussion = 1;

            ALTER TABLE item ADD COLUMN quantity TEXT;
            UPDATE item SET quantity = feed_quantity(scope, (SELECT payload FROM content WHERE item_id = item.id))
            WHERE measure IS NOT NULL;
            """
}

/// The statements about what was read and saved; each is of one item (`?1` its upstream, `?2` its id), but the list.
///
/// None writes a row that would stay as it is: the store's version says that something changed.
enum MarkQueries {
    /// The rows of an item in all feeds that have it.
    private static let anywhere = "feed JOIN item ON feed_id = feed.id AND item.key = ?2 WHERE feed.upstream = ?1"
    private static let one = "WHERE upstream = ?1 AND key = ?2"

    static let read = "UPDATE mark SET read_at = ?3 \(one) AND read_at IS NULL"
    static let readFirst = """
        INSERT INTO mark (upstream, key, read_at) SELECT ?1, ?2, ?3
        WHERE EXISTS (SELECT 1 FROM \(anywhere)) ON CONFLICT DO NOTHING
        """
    static let unread = "UPDATE mark SET read_at = NULL \(one) AND read_at IS NOT NULL"

    /// The row that is current, or else of the feed that was fetched last.
    static let copy = """
        SELECT feed.key, date, payload FROM \(anywhere) ORDER BY is_current DESC, fetched_at DESC LIMIT 1
        """
    static let save = """
        INSERT INTO mark (upstream, key, saved_at, feed, date, payload) SELECT ?1, ?2, ?3, * FROM (\(copy)) WHERE 1
        ON CONFLICT DO UPDATE SET saved_at = excluded.saved_at, feed = excluded.feed, date = excluded.date,
            payload = excluded.payload WHERE saved_at IS NULL
        """
    static let unsave = """
        UPDATE mark SET saved_at = NULL, feed = NULL, date = NULL, payload = NULL \(one) AND saved_at IS NOT NULL
        """

    /// Tells all rows of an item what is marked.
    static let spread = """
        UPDATE item SET is_read = EXISTS (SELECT 1 FROM mark \(one) AND read_at IS NOT NULL),
            is_saved = EXISTS (SELECT 1 FROM mark \(one) AND saved_at IS NOT NULL)
        WHERE key = ?2 AND feed_id IN (SELECT id FROM feed WHERE upstream = ?1)
        """

    /// A mark that says nothing any more, or nothing of what there is.
    static let forget = """
        DELETE FROM mark \(one) AND saved_at IS NULL
            AND (read_at IS NULL OR NOT EXISTS (SELECT 1 FROM \(anywhere)))
        """

    static let saved = """
        SELECT upstream, key, feed, date, payload, saved_at, read_at IS NOT NULL FROM mark
        WHERE saved_at IS NOT NULL ORDER BY saved_at DESC, id DESC LIMIT ?
        """
}

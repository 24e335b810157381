extension Schema {
    /// Version 11 added an index of marks that differ from what feeds' numbers say: `mark.seq` is negative for the others. The
    /// rule is in ``ReadState``.
    static let version11 = """
        DROP INDEX mark_unread;
        CREATE INDEX mark_exception ON mark (account_id, read_at, item_id) WHERE seq > 0;
        """
}

import SQL

/// A scope of stored discussions. Their first items are also items of lists, with the same keys in the upstream's scope.
struct DiscussionScope: Hashable {
    let scope: String
    let upstream: String

    /// The scopes of all stored discussions.
    static func all(_ db: StoreTransaction) throws -> Set<DiscussionScope> {
        let sql = """
            SELECT key, (SELECT scope FROM listing JOIN item ON item.id = item_id WHERE feed_id = feed.id LIMIT 1)
            FROM feed WHERE is_discussion = 1
            """
        let scopes = try db.rows(sql).compactMap { columns -> DiscussionScope? in
            guard let scope = try columns.optionalText(1) else { return nil }
            let upstream = FeedKey(try columns.text(0)).upstream
            return scope == upstream ? nil : DiscussionScope(scope: scope, upstream: upstream)
        }
        return Set(scopes)
    }
}

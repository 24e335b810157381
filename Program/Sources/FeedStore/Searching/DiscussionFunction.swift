import GRDB

/// Discussions in SQL, for migrations: ``Schema/version8`` stores which feeds are some. The store knows no kinds of feed.
enum DiscussionFunction {
    /// `is_discussion(key)`: whether the feed is a discussion.
    static func function(_ isDiscussion: @escaping @Sendable (FeedKey) -> Bool) -> DatabaseFunction {
        DatabaseFunction("is_discussion", argumentCount: 1, pure: true) { values in
            guard case .string(let key)? = values.first?.storage else { return false }
            return isDiscussion(FeedKey(key))
        }
    }
}

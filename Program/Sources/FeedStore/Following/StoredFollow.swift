import Platform

/// A feed that the reader follows.
package struct StoredFollow: Sendable, Hashable {
    /// The feed.
    package var feed: FeedKey
    /// The feed's path as it was given, in its original case, such as `github/Octocat/Hello`.
    package var path: String
    /// The chosen settings.
    package var settings: FollowSettings
    /// When the feed was first followed.
    package var since: Date

    /// The feed's own title; nil if it is unknown.
    package var title: String?
    /// What the store keeps for the feed, where that isn't to be lost; see ``Snapshot/extra``.
    package var extra: Data?

    /// Creates a followed feed.
    package init(
        feed: FeedKey, path: String, settings: FollowSettings = FollowSettings(), since: Date, title: String? = nil,
        extra: Data? = nil
    ) {
        self.feed = feed
        self.path = path
        self.settings = settings
        self.since = since
        self.title = title
        self.extra = extra
    }
}

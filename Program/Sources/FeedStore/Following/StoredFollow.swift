public import Platform

/// A feed that the reader follows.
public struct StoredFollow: Sendable, Hashable {
    /// The feed.
    public var feed: FeedKey
    /// The feed's path as it was given, in its original case, such as `github/Octocat/Hello`.
    public var path: String
    /// The chosen settings.
    public var settings: FollowSettings
    /// When the feed was first followed.
    public var since: Date

    /// The feed's own title; nil if it is unknown.
    public var title: String?
    /// What the store keeps for the feed, where that isn't to be lost; see ``Snapshot/extra``.
    public var extra: Data?

    /// Creates a followed feed.
    public init(
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

import FeedStore
import Feeds

extension FeedEnvironment {
    /// Follows a feed; one that wasn't followed yet gets what the configuration says and `settings` doesn't. Returns whether it is new.
    func follow(_ feed: Feed, _ settings: FollowSettings = FollowSettings(), defaults: Settings.Follow) throws -> Bool {
        var settings = settings
        if defaults != Settings.Follow(), try followed(feed) == nil {
            settings.interval = settings.interval ?? defaults.every
            settings.folder = settings.folder ?? defaults.folder
        }
        return try follow(feed, settings)
    }
}

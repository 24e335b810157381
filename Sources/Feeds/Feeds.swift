/// Feeds

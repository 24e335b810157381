extension FeedAddress {
    /// The feed's name for people.
    var title: String { parts.joined(separator: "/") }

    /// The first part of the feed's key, by which marks are kept: `github`, `planet`, `news`.
    var upstream: String { parts[0] }
}

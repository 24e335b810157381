import WebText

/// The items that a form marks as read: those of a feed, of a folder's feeds, or of all followed feeds.
struct MarkTarget: Sendable {
    /// The path of the feed's page.
    var feed: String?
    var folder: String?

    /// The form's fields.
    var fields: HTML { "\(feed.map { Hidden("feed", $0).html })\(folder.map { Hidden("folder", $0).html })" }
}

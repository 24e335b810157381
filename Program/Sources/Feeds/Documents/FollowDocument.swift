import FeedStore
import Platform

/// A feed that was just followed, for programs; see `docs/json.md`.
package struct FollowDocument: JSONDocument {
    private let feed, title: String
    private let isNew: Bool

    /// The feed; `isNew` is false if it was followed already.
    package init(feed: Feed, title: String, isNew: Bool) {
        (self.feed, self.title, self.isNew) = (feed.key.rawValue, title, isNew)
    }
}

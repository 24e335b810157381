import FeedStore
public import Platform

/// A feed that was just followed, for programs; see `docs/json.md`.
public struct FollowDocument: Encodable, Sendable {
    private let feed, title: String
    private let isNew: Bool

    /// The feed; `isNew` is false if it was followed already.
    public init(feed: Feed, title: String, isNew: Bool) {
        (self.feed, self.title, self.isNew) = (feed.key.rawValue, title, isNew)
    }

    /// The document as one line of JSON, its keys in alphabetical order.
    public func json() throws -> Data { try JSONEncoder.documents.encode(self) }
}

import Platform
import WebText

/// An item in its upstream's own form.
///
/// The store keeps the `Codable` form as JSON, with dates in seconds since 1970. Newer versions must be able to decode it.
package protocol FeedItem: Codable, Sendable {
    /// The form for programs.
    associatedtype Document: Encodable & Sendable

    /// Whether earlier versions stored the dates of these items in seconds since 2001.
    static var countedFrom2001: Bool { get }

    /// The id, unique within the feed's scope; see ``FeedDescription/scope``.
    var feedID: String { get }
    /// When it happened; nil if the upstream doesn't say.
    var feedDate: Date? { get }
    /// The item's entry.
    var entry: Entry { get }
    /// How it is joined with items that tell the same story; nil for an item that tells none, such as a comment.
    var joining: StoryJoining? { get }
    /// The form for programs, with links for pictures in texts; see `docs/json.md`.
    var document: Document { get }
    /// The same form, with the pictures that a server shows.
    ///
    /// - Parameter picture: where it shows a picture, by the picture's address; nil for a link.
    func document(showing picture: @Sendable @escaping (WebAddress) -> ServedPicture?) -> Document
}

extension FeedItem {
    /// False.
    package static var countedFrom2001: Bool { false }

    /// Nil.
    package var joining: StoryJoining? { nil }

    /// The form without pictures: the items of most upstreams have no markup.
    package func document(showing picture: @Sendable @escaping (WebAddress) -> ServedPicture?) -> Document { document }
}

public import Platform
public import WebText

/// An item in its upstream's own form.
///
/// The store keeps the `Codable` form as JSON, with dates in seconds since 1970. Newer versions must be able to decode it.
public protocol FeedItem: Codable, Sendable {
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
    /// The form for programs, with links for pictures in texts; see `docs/json.md`.
    var document: Document { get }
    /// The same form, with the pictures that a server shows.
    ///
    /// - Parameter picture: where it shows a picture, by the picture's address; nil for a link.
    func document(showing picture: @Sendable @escaping (WebAddress) -> ServedPicture?) -> Document
}

extension FeedItem {
    /// False.
    public static var countedFrom2001: Bool { false }

    /// The form without pictures: the items of most upstreams have no markup.
    public func document(showing picture: @Sendable @escaping (WebAddress) -> ServedPicture?) -> Document { document }
}

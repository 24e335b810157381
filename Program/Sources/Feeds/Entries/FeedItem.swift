#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One item of a feed, in its upstream's own shape.
///
/// Its `Codable` form is what the store keeps, so a newer program must be able to read an older one's.
public protocol FeedItem: Codable, Sendable {
    /// Its form for programs.
    associatedtype Document: Encodable & Sendable

    /// Unique among the items of the feed's scope; see ``FeedDescription/scope``.
    var feedID: String { get }
    /// When it happened; nil where the upstream doesn't say.
    var feedDate: Date? { get }
    /// How it is shown.
    var entry: Entry { get }
    /// Its form for programs; `docs/json.md` tells the fields.
    var document: Document { get }
}

public import FreshetHTTP

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A page of a repository's events.
public struct EventPage: Sendable {
    /// The events, the newest first: GitHub does not sort them.
    public let events: [GitHubItem]
    /// Events that could not be read.
    public let skipped: [SkippedItem]
    /// The page after this one, as GitHub links it; nil on the last one.
    ///
    /// GitHub has 300 events at most, of the last 30 days.
    public let next: URL?
    /// What to ask with next time to be told only of changes; it belongs to the token that was used.
    public let validators: Validators?

    /// The date of the newest event.
    public var newest: Date? { events.first?.date }
    /// The date of the oldest event.
    public var oldest: Date? { events.last?.date }

    init(_ reply: HTTPReply, on site: Website) throws {
        let list = try reply.decoded(as: LossyList<WireEvent>.self)
        events = list.elements.map { $0.item(on: site) }.sorted(by: GitHubItem.newestFirst)
        skipped = list.skipped
        next = LinkHeader(reply.headers)["next"]
        validators = Validators(reply.headers)
    }
}

import FeedStore
import Platform

import WebText

/// An item for programs: its upstream's own fields and its marks.
struct ItemDocument: Encodable {
    private enum Keys: CodingKey { case isUnread, isSaved, isHighlighted, firstSeenAt, rank, feed, match }

    private let shown: ShownItem
    /// The feed that lists the item; nil in documents of one feed.
    private let feed: String?
    /// The text around a search's match; nil outside searches.
    private let match: String?

    init(_ shown: ShownItem) { self.init(shown, feed: nil) }

    init(_ shown: ShownItem, feed: FeedKey?, match: String? = nil) {
        self.shown = shown
        self.feed = feed?.rawValue
        self.match = match
    }

    func encode(to encoder: any Encoder) throws {
        try Self.encode(shown.item, to: encoder)
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(shown.isUnread, forKey: .isUnread)
        try container.encode(shown.isSaved, forKey: .isSaved)
        try container.encode(shown.isHighlighted, forKey: .isHighlighted)
        try container.encode(shown.firstSeenAt.map(\.internetDateTime), forKey: .firstSeenAt)
        // Documents count ranks from 1.
        try container.encodeIfPresent(shown.rank.map { $0 + 1 }, forKey: .rank)
        try container.encodeIfPresent(feed, forKey: .feed)
        try container.encodeIfPresent(match, forKey: .match)
    }

    private static func encode(_ item: some FeedItem, to encoder: any Encoder) throws {
        try item.document.encode(to: encoder)
    }
}

/// A gap for programs.
struct GapDocument: Encodable {
    private let after: String
    private let before: String

    init(_ gap: Gap) {
        after = gap.after.internetDateTime
        before = gap.before.internetDateTime
    }
}

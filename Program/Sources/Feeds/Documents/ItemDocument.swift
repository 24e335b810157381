import FeedStore
import Platform

import WebText

/// An item for programs: its upstream's own fields and its marks.
struct ItemDocument: Encodable {
    /// The fields that don't depend on the upstream. Without a value, those without `OrNull` are left out.
    private struct Marks: Encodable {
        let isUnread, isSaved, isHighlighted: Bool
        @OrNull var firstSeenAt: String?
        /// Counted from 1.
        let rank: Int?
        let feed, match: String?
    }

    private let item: any FeedItem
    private let marks: Marks

    /// - Parameters:
    ///   - feed: the feed that lists the item; nil in documents of one feed.
    ///   - match: the text around a search's match; nil outside searches.
    init(_ shown: ShownItem, feed: FeedKey? = nil, match: String? = nil) {
        item = shown.item
        marks = Marks(
            isUnread: shown.isUnread, isSaved: shown.isSaved, isHighlighted: shown.isHighlighted,
            firstSeenAt: shown.firstSeenAt?.internetDateTime, rank: shown.rank.map { $0 + 1 }, feed: feed?.rawValue,
            match: match)
    }

    func encode(to encoder: any Encoder) throws {
        try Self.encode(item, to: encoder)
        try marks.encode(to: encoder)
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

import FeedStore
import Platform

import WebText

/// An item for programs: its upstream's own fields and its marks.
struct ItemDocument: Encodable {
    /// The fields that don't depend on the upstream. Without a value, those without `OrNull` are left out.
    private struct Marks: Encodable {
        let isUnread, isSaved, isHighlighted: Bool
        let labels: [String]
        @OrNull var firstSeenAt: String?
        /// Counted from 1.
        let rank: Int?
        let feed, match: String?
    }

    private let item: any FeedItem
    private let marks: Marks
    private let picture: @Sendable (WebAddress) -> ServedPicture?

    /// - Parameters:
    ///   - feed: the feed that lists the item; nil in documents of one feed.
    ///   - match: the text around a search's match; nil outside searches.
    ///   - picture: where a server shows a picture of the item, by the picture's address; nil for a link.
    init(
        _ shown: ShownItem, feed: FeedKey? = nil, match: String? = nil,
        picture: @Sendable @escaping (WebAddress) -> ServedPicture? = { _ in nil }
    ) {
        item = shown.item
        self.picture = picture
        marks = Marks(
            isUnread: shown.isUnread, isSaved: shown.isSaved, isHighlighted: shown.isHighlighted,
            labels: shown.labels, firstSeenAt: shown.firstSeenAt?.internetDateTime, rank: shown.rank.map { $0 + 1 },
            feed: feed?.rawValue,
            match: match)
    }

    func encode(to encoder: any Encoder) throws {
        try encode(item, to: encoder)
        try marks.encode(to: encoder)
    }

    private func encode(_ item: some FeedItem, to encoder: any Encoder) throws {
        try item.document(showing: picture).encode(to: encoder)
    }
}

extension ItemDocument {
    /// An item of a list of several feeds.
    ///
    /// - Parameter picture: where a server shows a picture of a feed's item; nil for a link.
    init(
        _ item: ListedItems.Item, match: String? = nil, picture: @escaping ListedItems.PictureAddress
    ) {
        let feed = item.feed
        self.init(item.shown, feed: feed.key, match: match) { picture($0, feed) }
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

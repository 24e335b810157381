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
        /// Null for an item that is by itself.
        let story: OrNull<StoryGroupDocument>?
    }

    private let item: any FeedItem
    private let marks: Marks
    private let picture: @Sendable (WebAddress) -> ServedPicture?

    /// - Parameters:
    ///   - feed: the feed that lists the item; nil in documents of one feed.
    ///   - match: the text around a search's match; nil outside searches.
    ///   - story: the story that the item represents; the outer value is nil in documents of single items.
    ///   - picture: returns a server's picture of the item, by the picture's address; nil for a link.
    init(
        _ shown: ShownItem, feed: FeedKey? = nil, match: String? = nil, story: StoryGroup?? = nil,
        picture: @Sendable @escaping (WebAddress) -> ServedPicture? = { _ in nil }
    ) {
        item = shown.item
        self.picture = picture
        marks = Marks(
            isUnread: shown.isUnread, isSaved: shown.isSaved, isHighlighted: shown.isHighlighted,
            labels: shown.labels, firstSeenAt: shown.firstSeenAt?.internetDateTime, rank: shown.rank.map { $0 + 1 },
            feed: feed?.rawValue,
            match: match, story: story.map { OrNull(wrappedValue: $0.map(StoryGroupDocument.init)) })
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
    /// - Parameters:
    ///   - groupsStories: true to include the story that the item represents.
    ///   - picture: returns a server's picture of a feed's item; nil for a link.
    init(
        _ item: ListedItems.Item, match: String? = nil, groupsStories: Bool = false,
        picture: @escaping ListedItems.PictureAddress
    ) {
        let feed = item.feed
        self.init(item.shown, feed: feed.key, match: match, story: groupsStories ? .some(item.story) : nil) {
            picture($0, feed)
        }
    }
}

/// A story for programs.
private struct StoryGroupDocument: Encodable {
    private struct Voice: Encodable {
        let feed, id: String
    }

    private let id: Int64
    private let sources, newVoices: Int
    private let items: [Voice]

    init(_ story: StoryGroup) {
        (id, sources, newVoices) = (story.id, story.sources, story.newVoices)
        items = story.voices.map { Voice(feed: $0.feed.rawValue, id: $0.key.id) }
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

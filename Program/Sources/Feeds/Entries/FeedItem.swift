import FeedStore
import Platform
import Search
import WebText

/// An item in its upstream's own form.
///
/// The store keeps the `Codable` form as JSON, with dates in seconds since 1970. Newer versions must be able to decode it.
package protocol FeedItem: Codable, Sendable {
    /// The form for programs.
    associatedtype Document: Encodable & Sendable

    /// True if earlier versions stored the dates of these items in seconds since 2001.
    static var countedFrom2001: Bool { get }

    /// The id, unique within the feed's scope; see ``FeedDescription/scope``.
    var feedID: String { get }
    /// The date of the event; nil if the upstream names none.
    var feedDate: Date? { get }
    /// The item's entry.
    var entry: Entry { get }
    /// The parts that join it with items that tell the same story; nil for an item that tells none, such as a comment.
    var joining: StoryJoining? { get }
    /// The form for programs, with links for pictures in texts; see `docs/json.md`.
    var document: Document { get }
    /// The same form, with the pictures that a server shows.
    ///
    /// - Parameter picture: returns its picture, by the picture's address; nil for a link.
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

/// An item with its entry and its marks.
package struct ShownItem: Sendable {
    /// The item in its upstream's own form.
    package let item: any FeedItem
    /// The item's entry.
    package let entry: Entry
    /// True if it is unread, in every feed that lists it.
    package var isUnread: Bool
    package var isSaved: Bool
    package var isHighlighted: Bool
    /// The labels that the account has given it, in alphabetical order.
    package var labels: [String]
    /// The time of the refresh that brought it; nil if it isn't stored.
    package var firstSeenAt: Date?
    /// Its position in the upstream's list, from 0; nil if the list has no order of its own.
    package var rank: Int?

    /// An unread item by default.
    package init(
        _ item: any FeedItem, isUnread: Bool = true, isSaved: Bool = false, isHighlighted: Bool = false,
        labels: [String] = [], firstSeenAt: Date? = nil, rank: Int? = nil
    ) {
        self.item = item
        entry = item.entry
        self.isUnread = isUnread
        self.isSaved = isSaved
        self.isHighlighted = isHighlighted
        self.labels = labels
        self.firstSeenAt = firstSeenAt
        self.rank = rank
    }

    /// Its marks.
    package var marks: ItemMarks {
        get { ItemMarks(isUnread: isUnread, isSaved: isSaved, isHighlighted: isHighlighted, labels: labels) }
        set {
            (isUnread, isSaved, isHighlighted) = (newValue.isUnread, newValue.isSaved, newValue.isHighlighted)
            labels = newValue.labels
        }
    }

    /// True for a comment that arrived after the last visit to its discussion; false if there was none.
    package func isNewComment(since lastVisitAt: Date?) -> Bool {
        guard let lastVisitAt, let firstSeenAt, entry.depth > 0 else { return false }
        return firstSeenAt > lastVisitAt
    }

    /// Marks it. Returns true if the mark changed anything.
    package mutating func apply(_ mark: Mark) -> Bool {
        let former = (isUnread, isSaved)
        switch mark {
        case .read: isUnread = false
        case .unread: isUnread = true
        case .saved: isSaved = true
        case .unsaved: isSaved = false
        }
        return former != (isUnread, isSaved)
    }

    /// A newer form of the item with the same marks.
    package func with(_ item: any FeedItem) -> ShownItem {
        ShownItem(
            item, isUnread: isUnread, isSaved: isSaved, isHighlighted: isHighlighted, labels: labels,
            firstSeenAt: firstSeenAt, rank: rank)
    }
}

extension FeedItem {
    /// Decodes a stored payload.
    package init(payload: Data) throws {
        self = try StoredJSON.decode(from: payload, earlier: Self.countedFrom2001 ? .year2001 : .year1970)
    }

    /// The encoded item for the store.
    package func stored(rank: Int? = nil) throws -> FeedUpdate.Item {
        let entry = entry
        return FeedUpdate.Item(
            id: feedID, date: feedDate, rank: rank, payload: try StoredJSON.encode(self), search: entry.searchFields,
            story: StorySource { search in storyFields(of: entry, title: search.title, text: search.text) })
    }
}

extension Entry {
    /// The fields that search indexes.
    var searchFields: SearchFields {
        let place = location?.position.normalized
        return SearchFields(
            kind: kind.id, kindName: kind.name, title: plainTitle,
            text: text.map { PlainText(markup: $0).text } ?? summary,
            author: author?.name ?? "", source: source ?? "", tags: tags, measure: measures.first?.compared,
            measureKind: measures.first?.kind,
            latitude: place?.latitude, longitude: place?.longitude)
    }
}

extension FeedDescription {
    /// Decodes stored items. Leaves out items that this version doesn't understand.
    func decoded(_ items: [StoredItem]) -> [ShownItem] {
        items.compactMap { stored in
            do {
                return ShownItem(
                    try Item(payload: stored.payload), isUnread: stored.isUnread,
                    isSaved: stored.isSaved, isHighlighted: stored.isHighlighted, labels: stored.labels,
                    firstSeenAt: stored.firstSeenAt, rank: stored.rank)
            } catch {
                return nil
            }
        }
    }
}

extension Feed {
    /// The item with that payload, as a refresh stores it; nil if this version doesn't understand it.
    package func item(payload: Data) -> FeedUpdate.Item? { description.refreshItem(payload) }

    /// Decodes stored items. Leaves out items that this version doesn't understand.
    package func shown(_ items: [StoredItem]) -> [ShownItem] { description.decoded(items) }
}

extension FeedDescription {
    fileprivate func refreshItem(_ payload: Data) -> FeedUpdate.Item? {
        do {
            return try Item(payload: payload).stored()
        } catch {
            return nil
        }
    }
}

extension StoredFeed {
    /// The feed with all items of a snapshot.
    init(_ snapshot: Snapshot, of feed: some FeedDescription, order: ItemOrder) {
        items = feed.decoded(snapshot.items)
        unreadable = snapshot.items.count - items.count
        total = snapshot.total - unreadable
        self.snapshot = snapshot
        // Their payloads aren't kept beside the decoded items.
        self.snapshot.items = []
        self.order = order
    }
}

extension StoredError {
    /// The error in the form that the store keeps.
    init(_ error: FeedError, at date: Date) {
        self.init(kind: error.kind, message: error.message, at: date, retryAt: error.retryAt)
    }
}

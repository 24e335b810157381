import FeedStore
import Platform
import Search
import WebText

extension FeedItem {
    /// Decodes a stored payload.
    package init(payload: Data) throws {
        self = try StoredJSON.decode(from: payload, earlier: Self.countedFrom2001 ? .year2001 : .year1970)
    }

    /// The encoded item for the store.
    package func stored(rank: Int? = nil) throws -> Refresh.Item {
        let entry = entry
        return Refresh.Item(
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
            quantity: measures.first?.quantity,
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
    package func item(payload: Data) -> Refresh.Item? { description.refreshItem(payload) }

    /// Decodes stored items. Leaves out items that this version doesn't understand.
    package func shown(_ items: [StoredItem]) -> [ShownItem] { description.decoded(items) }
}

extension FeedDescription {
    fileprivate func refreshItem(_ payload: Data) -> Refresh.Item? {
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

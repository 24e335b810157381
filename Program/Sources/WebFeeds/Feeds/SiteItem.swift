import FeedStore
import Feeds
import Platform
import WebText

/// An item of a web feed, with the feed's title, by which search finds it.
package struct SiteItem: FeedItem, Hashable {
    /// The item in the feed.
    package let item: WebFeedItem
    /// The feed's title.
    package let site: String?
    /// The date at which the item was first seen, if the feed gives it no date; otherwise nil.
    package let firstSeen: Date?

    private enum CodingKeys: CodingKey { case item, site, firstSeen }

    init(_ item: WebFeedItem, site: String?, firstSeen: Date) {
        self.item = item
        self.site = site
        self.firstSeen = item.published == nil && item.updated == nil ? firstSeen : nil
    }

    /// True: the encoder's default until version 2 of the stored form.
    package static var countedFrom2001: Bool { true }
    /// The item's id within its feed.
    package var feedID: String { item.id }
    /// The date of its publication, last change, or first sighting.
    package var feedDate: Date? { item.published ?? item.updated ?? firstSeen }
    /// By words, and by the page that a link blog writes about.
    package var joining: StoryJoining? { .byWords(about: item.related == item.url ? nil : item.related) }
    /// The form for programs.
    package var document: SiteDocument { document { _ in nil } }

    /// The form for programs, with the pictures that a server shows.
    package func document(showing picture: @Sendable @escaping (WebAddress) -> ServedPicture?) -> SiteDocument {
        SiteDocument(self, showing: picture)
    }

    /// The item for the store. A date in the future is replaced by the date of the first sighting.
    func stored(firstSeen: Date, now: Date) throws -> FeedUpdate.Item {
        var stored = try stored()
        stored.date = stored.date.map { $0 > now ? firstSeen : $0 }
        return stored
    }

    /// The item's entry.
    package var entry: Entry {
        var entry = Entry(
            id: feedID, kind: Entry.Kind("article"), title: [Entry.TextRun(headline)],
            link: (item.url ?? item.related).map { .web($0) }, date: feedDate)
        entry.author = item.authors.first.map { Entry.Author(name: $0.name, page: $0.url, avatar: $0.avatar) }
        entry.source = site
        entry.discussion = item.discussion
        entry.text = item.content ?? item.summary
        entry.summary = plainText(atMost: 300)
        entry.tags = item.tags
        entry.facts = facts
        entry.picture = item.image ?? item.enclosures.first { $0.type?.hasPrefix("image/") == true }?.url
        entry.enclosures = item.enclosures.map {
            Entry.Enclosure($0.url, type: $0.type, length: $0.length, duration: $0.duration)
        }
        return entry
    }

    private var facts: [Entry.Fact] {
        var facts: [Entry.Fact] = []
        if let site { facts.append(Entry.Fact(.source, site)) }
        if !item.authors.isEmpty {
            facts.append(Entry.Fact(.author, "by " + item.authors.map(\.name).joined(separator: ", ")))
        }
        if firstSeen != nil { facts.append(Entry.Fact(.other, "undated; the time is when it was first seen")) }
        if let related = item.related, related != item.url {
            facts.append(Entry.Fact(.other, related.host() ?? "related", link: .web(related)))
        }
        if let discussion = item.discussion { facts.append(Entry.Fact(.discussion, "discuss", link: .web(discussion))) }
        // The files themselves are links where the item is read.
        if let file = item.enclosures.first(where: \.isPlayed) { facts.append(Entry.Fact(.other, file.words)) }
        return facts
    }

    /// The title, or else the beginning of the text.
    private var headline: String {
        // Some feeds encode titles twice.
        if let title = item.title { return CharacterReferences.decoded(title) }
        let text = plainText(atMost: 600).beginning(atMost: 90)
        return text.isEmpty ? item.url?.absoluteString ?? "Untitled" : text
    }

    private func plainText(atMost length: Int) -> String {
        guard let markup = item.summary ?? item.content else { return "" }
        return PlainText(markup: markup, atMost: length).text.onOneLine
    }
}

extension WebFeedItem.Enclosure {
    fileprivate var isPlayed: Bool { ["audio/", "video/"].contains { type?.lowercased().hasPrefix($0) == true } }

    /// "audio, 42 min"
    fileprivate var words: String {
        let kind = type?.split(separator: "/").first.map(String.init) ?? "file"
        guard let duration else { return kind }
        return kind + ", " + (duration < 60 ? "\(duration) s" : "\(duration / 60 + (duration % 60 < 30 ? 0 : 1)) min")
    }
}

/// An item of a web feed for programs.
package struct SiteDocument: Encodable, Sendable {
    private struct Person: Encodable {
        let name: String
        @OrNull var url: String?
    }

    private struct File: Encodable {
        let url: String
        @OrNull var type: String?
        @OrNull var length: Int?
        @OrNull var duration: Int?
    }

    private let id, title: String
    @OrNull private var url: String?
    @OrNull private var discussion: String?
    @OrNull private var related: String?
    private let authors: [Person]
    @OrNull private var date: String?
    @OrNull private var updated: String?
    @OrNull private var summary: String?
    @OrNull private var content: String?
    private let tags: [String]
    private let enclosures: [File]
    @OrNull private var image: String?

    /// The markup is sanitized.
    init(_ shown: SiteItem, showing picture: @escaping (WebAddress) -> ServedPicture?) {
        let item = shown.item
        (id, title) = (item.id, shown.entry.plainTitle)
        url = item.url?.absoluteString
        discussion = item.discussion?.absoluteString
        related = item.related?.absoluteString
        authors = item.authors.map { Person(name: $0.name, url: $0.url?.absoluteString) }
        date = shown.feedDate?.internetDateTime
        updated = item.updated?.internetDateTime
        summary = item.summary.map { AllowedMarkup($0, picture: picture).html }
        content = item.content.map { AllowedMarkup($0, picture: picture).html }
        tags = item.tags
        enclosures = item.enclosures.map {
            File(url: $0.url.absoluteString, type: $0.type, length: $0.length, duration: $0.duration)
        }
        image = item.image?.absoluteString
    }
}

import Platform
import WebText

/// The parts of an item while its element is read.
struct ItemDraft {
    /// The maximum number of categories, authors and files.
    private static let maximumParts = 64

    var guid: String?
    var isPermaLink = true
    /// RDF's identifier of the item.
    var about: String?
    var title: TextConstruct?
    var mediaTitle: TextConstruct?
    var link: URL?
    /// The page of an Atom link, and whether it is known to be HTML.
    var alternate: (url: URL, isPage: Bool)?
    var related: URL?
    var comments: URL?
    var source: URL?
    var encoded: TextConstruct?
    var description: TextConstruct?
    var mediaDescription: TextConstruct?
    /// The base of addresses in texts.
    var base: URL?
    var published: Date?
    var created: Date?
    var updated: Date?
    private(set) var image: URL?
    var duration: Int?
    private(set) var authors: [WebFeedItem.Author] = []
    /// Names to use if there is no author.
    var creators: [WebFeedItem.Author] = []
    private(set) var tags: [String] = []
    private(set) var enclosures: [WebFeedItem.Enclosure] = []

    mutating func add(_ author: WebFeedItem.Author) {
        if authors.count < Self.maximumParts, !authors.contains(author) { authors.append(author) }
    }

    mutating func add(creator author: WebFeedItem.Author) {
        if creators.count < Self.maximumParts, !creators.contains(author) { creators.append(author) }
    }

    mutating func add(image url: URL?) { image = image ?? url }

    mutating func add(tag: String) {
        let tag = SafeText(line: tag, atMost: 100).text
        if !tag.isEmpty, tags.count < Self.maximumParts, !tags.contains(tag) { tags.append(tag) }
    }

    mutating func add(_ enclosure: WebFeedItem.Enclosure) {
        guard enclosures.count < Self.maximumParts, !enclosures.contains(where: { $0.url == enclosure.url }) else {
            return
        }
        enclosures.append(enclosure)
    }

    /// The item; nil if it has nothing to show.
    func item(feedAuthors: [WebFeedItem.Author]) -> WebFeedItem? {
        let permaLink = isPermaLink ? WebLinks.url(guid, base: nil) : nil
        let url = link ?? alternate?.url ?? permaLink ?? source
        let content = encoded ?? description ?? mediaDescription
        guard title != nil || mediaTitle != nil || url != nil || content != nil || !enclosures.isEmpty else {
            return nil
        }
        var item = WebFeedItem(id: "")
        item.title = (title ?? mediaTitle)?.line
        item.url = url
        item.discussion = comments == url ? nil : comments
        item.related = related == url ? nil : related
        item.authors = !authors.isEmpty ? authors : !creators.isEmpty ? creators : feedAuthors
        item.published = published ?? created
        item.updated = updated
        item.content = content.map { markup($0, page: url) }
        if encoded != nil, let description, description.text != encoded?.text {
            item.summary = markup(description, page: url)
        }
        item.tags = tags
        item.enclosures = enclosures
        if enclosures.count == 1, enclosures[0].duration == nil { item.enclosures[0].duration = duration }
        item.image = image ?? enclosures.first { $0.type?.hasPrefix("image/") == true }?.url
        item.id = ItemIdentity.id(declared: guid ?? about, item)
        return item
    }

    private func markup(_ text: TextConstruct, page: URL?) -> String {
        var markup = text.markup
        if markup.utf8.count > TextCapture.maximumSize {
            markup = String(decoding: markup.utf8.prefix(TextCapture.maximumSize), as: UTF8.self)
        }
        return MarkupLinks.resolved(markup, base: base, page: page)
    }
}

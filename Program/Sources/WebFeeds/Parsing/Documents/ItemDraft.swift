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
    /// The page of an Atom link; `isPage` is true if it is known to be HTML.
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

extension ItemDraft {
    /// Reads the attributes of an element inside the item.
    mutating func read(_ element: FeedElement, _ attributes: XMLAttributes, _ base: URL?) {
        switch element {
        case .atomLink: add(AtomLink(attributes, base: base))
        case .link:
            // Some feeds use Atom's links without its namespace.
            if attributes.value("href") != nil { add(AtomLink(attributes, base: base)) }
        case .guid: isPermaLink = attributes.value("isPermaLink")?.lowercased() != "false"
        case .enclosure:
            guard let url = WebLinks.url(attributes.value("url"), base: base) else { break }
            add(
                WebFeedItem.Enclosure(
                    url: url, type: attributes.value("type")?.lowercased().ifNotBlank,
                    length: FeedNumbers.length(attributes.value("length"))))
        case .category: if let tag = attributes.value("label") ?? attributes.value("term") { add(tag: tag) }
        case .content: source = WebLinks.url(attributes.value("src"), base: base) ?? source
        case .mediaThumbnail: add(image: WebLinks.url(attributes.value("url"), base: base))
        case .itunesImage: add(image: WebLinks.url(attributes.value("href"), base: base))
        case .mediaContent: addMedia(attributes, base)
        default: break
        }
    }

    private mutating func add(_ link: AtomLink?) {
        guard let link else { return }
        switch link.relation {
        case "alternate":
            if alternate == nil || (link.isPage && alternate?.isPage == false) { alternate = (link.url, link.isPage) }
        case "related": related = related ?? link.url
        case "replies": if link.isPage { comments = comments ?? link.url }
        case "enclosure": add(WebFeedItem.Enclosure(url: link.url, type: link.type, length: link.length))
        default: break
        }
    }

    private mutating func addMedia(_ attributes: XMLAttributes, _ base: URL?) {
        guard let url = WebLinks.url(attributes.value("url"), base: base) else { return }
        let type = attributes.value("type")?.lowercased().ifNotBlank
        let medium = attributes.value("medium")?.lowercased() ?? type.map { String($0.prefix { $0 != "/" }) }
        if medium == "image" {
            add(image: url)
        } else if medium == "audio" || medium == "video" {
            add(
                WebFeedItem.Enclosure(
                    url: url, type: type, length: FeedNumbers.length(attributes.value("fileSize")),
                    duration: FeedNumbers.duration(attributes.value("duration"))))
        }
    }

    /// Takes the text of an element inside the item; the first of several wins.
    mutating func take(_ element: FeedElement, _ text: TextConstruct, _ base: URL?) {
        switch element {
        case .title: title = title ?? text
        case .mediaTitle: mediaTitle = mediaTitle ?? text
        case .link: link = link ?? WebLinks.url(text.text, base: base)
        case .guid, .atomID: guid = guid ?? text.text
        case .comments: comments = comments ?? WebLinks.url(text.text, base: base)
        case .encoded, .content, .xhtmlBody:
            encoded = encoded ?? text
            self.base = base
        case .description, .summary:
            description = description ?? text
            if encoded == nil { self.base = base }
        case .itunesSummary, .mediaDescription: mediaDescription = mediaDescription ?? text
        case .rssDate: published = FeedDate.date(text.text) ?? published
        case .published: published = published ?? FeedDate.date(text.text)
        case .created: created = created ?? FeedDate.date(text.text)
        case .updated: updated = updated ?? FeedDate.date(text.text)
        case .author: if let name = PersonName.name(text.text) { add(WebFeedItem.Author(name: name)) }
        case .creator: if let name = PersonName.name(text.text) { add(creator: WebFeedItem.Author(name: name)) }
        case .category: add(tag: PlainText(markup: text.text, atMost: 1000, keepingUnknownTags: true).text)
        case .itunesDuration: duration = FeedNumbers.duration(text.text)
        default: break
        }
    }
}

/// An Atom link.
struct AtomLink {
    let url: URL
    /// The relation, in lowercase; `alternate` by default.
    let relation: String
    let type: String?
    let length: Int?

    /// Nil unless the link is a web address.
    init?(_ attributes: XMLAttributes, base: URL?) {
        guard let url = WebLinks.url(attributes.value("href"), base: base) else { return nil }
        self.url = url
        relation = (attributes.value("rel") ?? "alternate").trimmed.lowercased()
        type = attributes.value("type")?.lowercased().ifNotBlank
        length = FeedNumbers.length(attributes.value("length"))
    }

    /// True if the link can be an HTML page.
    var isPage: Bool { type == nil || type?.contains("html") == true }
}

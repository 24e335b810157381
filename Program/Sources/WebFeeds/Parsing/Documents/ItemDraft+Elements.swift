import Platform
import WebText

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

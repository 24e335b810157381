import Platform
import WebText

/// Builds a feed from the elements of an RSS or Atom document.
///
/// Skips unknown elements with their contents.
final class FeedXML: XMLEvents {
    /// The context of the elements inside an element.
    private enum Scope {
        case document, feed, item, person, image, media, pacing, ignored
    }

    private struct Frame {
        let element: FeedElement
        let scope: Scope
        /// The number of base addresses before this element.
        let bases: Int
    }

    private(set) var feed = WebFeed(format: .rss)
    /// True if the document is a feed; nil before its root element.
    private(set) var isFeed: Bool?
    /// True if the document is an HTML page.
    private(set) var isWebPage = false
    /// The name of the root element.
    private(set) var rootName = ""
    var hasOpenItem: Bool { item != nil }

    var hasOpenElements: Bool { !frames.isEmpty }

    private var names = FeedNames()
    private var frames: [Frame] = []
    private var bases: [URL?]
    private var capture: TextCapture?
    /// The buffer of the last capture, for reuse.
    private var memory: [UInt8] = []
    private var item: ItemDraft?
    private var person: (name: String?, url: URL?) = (nil, nil)
    private var feedAuthors: [WebFeedItem.Author] = []
    private var period: Int?
    private var frequency: Int?

    init(address: URL?) { bases = [address] }

    /// The base of relative addresses: `xml:base`, or else in RSS the site, which its profile names, and the feed's own address.
    private var base: URL? { bases.count > 1 || feed.format == .atom ? bases.last ?? nil : feed.homePage ?? bases[0] }
    private var scope: Scope { frames.last?.scope ?? .document }

    // MARK: Elements

    override func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if capture != nil {
            capture?.start(name, attributes)
            return
        }
        let count = bases.count
        if let text = attributes.value("base", prefix: "xml") { bases.append(WebLinks.base(text, relativeTo: base)) }
        let element = frames.isEmpty ? names.root(name) : scope == .ignored ? .unknown : names.element(name)
        let inner = begin(element, name, attributes)
        frames.append(Frame(element: element, scope: inner, bases: count))
    }

    override func end() {
        if capture?.end() == true { return }
        if let finished = capture {
            capture = nil
            let content = finished.content
            // The scope of the parent.
            let outer = frames.count > 1 ? frames[frames.count - 2].scope : .document
            if let content { take(finished.element, TextConstruct(text: content, kind: finished.kind), in: outer) }
            memory = finished.recycled()
        }
        guard let frame = frames.popLast() else { return }
        finish(frame)
        bases.removeLast(bases.count - frame.bases)
    }

    override func text(_ bytes: UnsafeBufferPointer<UInt8>) { capture?.text(bytes) }

    /// Determines the scope of an element's content, and reads its attributes.
    private func begin(_ element: FeedElement, _ name: XMLName, _ attributes: XMLAttributes) -> Scope {
        switch (scope, element) {
        case (.document, _): return root(element, name, attributes)
        case (.ignored, _): return .ignored
        // RSS 1.1 has its items inside this element, RSS 1.0 a list of their addresses.
        case (_, .channel), (.feed, .items): return .feed
        case (.feed, .item), (.item, .item), (.person, .item), (.image, .item), (.media, .item):
            finishItem()
            guard feed.items.count < WebFeed.maximumItems else {
                feed.skipped += 1
                return .ignored
            }
            return beginItem(attributes)
        case (.feed, .skipHours), (.feed, .skipDays): return .pacing
        case (.feed, .image), (.item, .image): return .image
        case (.feed, .person), (.item, .person):
            person = (nil, nil)
            return .person
        case (.item, .mediaGroup): return .media
        default: break
        }
        if scope == .item || scope == .media || scope == .feed { readAttributes(element, attributes) }
        if let kind = TextCapture.Kind(of: element, attributes, isAtom: feed.format == .atom, isInItem: item != nil) {
            capture = TextCapture(element, kind, reusing: memory)
            memory = []
        }
        return .ignored
    }

    private func root(_ element: FeedElement, _ name: XMLName, _ attributes: XMLAttributes) -> Scope {
        switch element {
        case .rss, .channel: feed.format = .rss
        case .rdf: feed.format = .rdf
        case .feed: feed.format = .atom
        default:
            isFeed = false
            isWebPage = element == .html
            rootName = SafeText(line: name.localName, atMost: 50).text
            isFinished = true
            return .ignored
        }
        isFeed = true
        feed.language = attributes.value("lang", prefix: "xml")?.ifNotBlank
        return .feed
    }

    private func beginItem(_ attributes: XMLAttributes) -> Scope {
        var draft = ItemDraft()
        draft.about = attributes.value("about", prefix: "rdf")
        item = draft
        return .item
    }

    private func finish(_ frame: Frame) {
        switch frame.scope {
        case .item: finishItem()
        case .person: finishPerson()
        default: break
        }
    }

    private func finishItem() {
        guard let draft = item else { return }
        item = nil
        guard let finished = draft.item(feedAuthors: feedAuthors) else {
            feed.skipped += 1
            return
        }
        feed.items.append(finished)
    }

    private func finishPerson() {
        guard let name = person.name ?? person.url?.host else { return }
        let author = WebFeedItem.Author(name: name, url: person.url)
        if item != nil { item?.add(author) } else { addFeedAuthor(author) }
    }

    private func addFeedAuthor(_ author: WebFeedItem.Author) {
        if feedAuthors.count < 16, !feedAuthors.contains(author) { feedAuthors.append(author) }
    }

    // MARK: Attributes

    private func readAttributes(_ element: FeedElement, _ attributes: XMLAttributes) {
        if item != nil {
            item?.read(element, attributes, base)
        } else if element == .atomLink || element == .link {
            readLink(attributes)
        } else if element == .itunesImage {
            feed.icon = feed.icon ?? WebLinks.url(attributes.value("href"), base: base)
        }
    }

    private func readLink(_ attributes: XMLAttributes) {
        guard let link = AtomLink(attributes, base: base) else { return }
        if link.relation == "self" { feed.feedURL = feed.feedURL ?? link.url }
        if link.relation == "hub" { feed.add(hub: link.url) }
        if link.relation == "alternate", link.isPage { feed.homePage = feed.homePage ?? link.url }
    }

    // MARK: Texts

    private func take(_ element: FeedElement, _ text: TextConstruct, in scope: Scope) {
        switch scope {
        case .item, .media: item?.take(element, text, base)
        case .person:
            if element == .personName { person.name = PersonName.name(text.text) }
            if element == .personURL { person.url = WebLinks.url(text.text, base: base) }
        case .image where element == .url:
            let url = WebLinks.url(text.text, base: base)
            if item != nil { item?.add(image: url) } else { feed.icon = feed.icon ?? url }
        case .pacing:
            if element == .hour, let hour = FeedNumbers.count(text.text), hour <= 24 {
                feed.pacing.skipHours.insert(hour % 24)
            }
            if element == .day, let day = FeedNumbers.weekday(text.text) { feed.pacing.skipDays.insert(day) }
        case .feed: takeOfFeed(element, text)
        case .document, .image, .ignored: break
        }
    }

    private func takeOfFeed(_ element: FeedElement, _ text: TextConstruct) {
        switch element {
        case .title: feed.title = feed.title ?? text.line
        case .description, .subtitle: feed.subtitle = feed.subtitle ?? text.line
        case .link: feed.homePage = feed.homePage ?? WebLinks.url(text.text, base: base)
        case .selfAddress: feed.feedURL = feed.feedURL ?? WebLinks.url(text.text, base: base)
        case .language: feed.language = text.text
        case .icon: feed.icon = feed.icon ?? WebLinks.url(text.text, base: base)
        case .ttl: feed.pacing.ttl = FeedNumbers.count(text.text).flatMap { $0 <= 1_000_000 ? $0 * 60 : nil }
        case .updatePeriod: period = FeedNumbers.period(text.text)
        case .updateFrequency: frequency = FeedNumbers.count(text.text)
        case .creator:
            if let name = PersonName.name(text.text) { addFeedAuthor(WebFeedItem.Author(name: name)) }
        default: break
        }
        if let period { feed.pacing.updateInterval = period / max(frequency ?? 1, 1) }
    }
}

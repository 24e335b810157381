import Feeds
import Platform
import WebText

/// An entry as feed readers get it, without anything harmful in its texts.
package struct SyndicatedEntry: Sendable, Hashable {
    /// A URI that stays the same if the server moves.
    package let id: String
    /// The page for people.
    package let url: String?
    /// The page of its discussion, if that is another page.
    package let discussion: String?
    /// The title, without markup.
    package let title: String
    /// A sentence or two, without markup.
    package let summary: String
    /// The whole text, as markup that loads nothing but pictures of this server; nil if the upstream sends none.
    package let content: String?
    /// Files such as the audio of a podcast, with web addresses only.
    package let enclosures: [Enclosure]
    /// The date; nil if the upstream doesn't name one.
    package let date: Date?
    /// The author's name.
    package let author: String?
    /// The author's page.
    package let authorPage: String?
    /// Tags.
    package let tags: [String]
    /// Numbers with their units, such as points and comments, as far as they are known.
    package let measures: [String]
    /// The place.
    package let place: Entry.Coordinate?
    /// The time at which it appeared in the feed; nil in a feed of an upstream, where ``date`` says it.
    package let appearedAt: Date?
    /// The feed that it is from; nil if that is the feed that it is in.
    package let source: SyndicatedSource?
    /// The other items that tell its story.
    package let voices: [SyndicatedVoice]

    /// A file that belongs to the entry.
    package struct Enclosure: Sendable, Hashable {
        /// The address.
        package let url: String
        /// The media type; nil if it is unknown.
        package let type: String?
        /// In bytes.
        package let length: Int?
        /// In seconds.
        package let duration: Int?

        /// Nil unless the file has a web address.
        package init?(_ file: Entry.Enclosure) {
            guard let address = WebAddress(file.url) else { return nil }
            url = address.text
            type = file.type.map { SafeText($0, atMost: 100).text }
            length = file.length
            duration = file.duration
        }
    }

    /// An entry of a feed.
    ///
    /// - Parameters:
    ///   - scope: the scope in which the entry's id is unique.
    ///   - id: the id of the story that the entry represents; nil for the entry's own.
    ///   - origin: the server's address, for entries that lead to one of its feeds.
    ///   - source: the feed that it is from, in a feed with entries of several ones.
    ///   - appearedAt: the time at which it appeared in such a feed.
    ///   - voices: the other items that tell its story.
    ///   - picture: returns the place of a picture of the text on this server, by its address; nil for a link.
    package init(
        _ entry: Entry, scope: String, id: String? = nil, origin: String, source: SyndicatedSource? = nil,
        appearedAt: Date? = nil, voices: [SyndicatedVoice] = [],
        picture: @escaping (WebAddress) -> ServedPicture? = { _ in nil }
    ) {
        self.source = source
        self.voices = voices
        self.appearedAt = appearedAt?.ifRepresentable
        self.id = Fingerprint(of: scope + " " + (id ?? entry.id)).urn
        let discussion = entry.discussion.flatMap { WebAddress($0)?.text }
        let link = entry.link(from: origin)
        url = link ?? discussion
        self.discussion = link == nil ? nil : discussion
        title = SafeText(entry.plainTitle).text
        let counts = entry.isMarkable || entry.measures.contains { $0.value == nil } ? [] : entry.measures.map(\.words)
        let summary = (counts.isEmpty ? "" : counts.joined(separator: ", ") + ". ") + entry.summary
        self.summary = SafeText(summary.ifNotBlank ?? entry.plainTitle, atMost: 2000).text
        let text = entry.text.map { AllowedMarkup($0, picture: picture).html }.flatMap { $0.isEmpty ? nil : $0 }
        let only: XML = "<p>\(self.summary)</p>"
        content = voices.isEmpty ? text : (text ?? only.description) + SyndicatedVoice.html(voices)
        enclosures = entry.enclosures.compactMap(Enclosure.init)
        date = entry.date?.ifRepresentable
        author = entry.author.map { SafeText($0.name).text }
        authorPage = entry.author?.page.flatMap { WebAddress($0)?.text }
        tags = entry.tags.map { SafeText($0, atMost: 100).text }
        measures = entry.details.map { SafeText($0, atMost: 100).text }
        place = entry.location?.position.normalized
    }
}

extension Date {
    /// The instant if RFC 3339 can express it: nil before 1970 and after 9999, which upstreams only name by mistake.
    var ifRepresentable: Date? {
        (0..<253_402_300_800).contains(timeIntervalSince1970) ? self : nil
    }
}

extension SyndicatedEntry {
    /// The whole entry as markup that loads nothing but pictures of this server.
    ///
    /// It has the text or the summary, and below it the numbers, the discussion and a link to a map of the place.
    package var html: String {
        var parts: [XML] = []
        if content == nil, !summary.isEmpty, summary != title { parts.append("<p>\(summary)</p>") }
        var facts: [XML] = measures.map { "\($0)" }
        if let discussion { facts.append("<a href=\"\(discussion)\">Discussion</a>") }
        if let place { facts.append("<a href=\"\(place.map)\">\(place.words)</a>") }
        if !facts.isEmpty { parts.append("<p>\(facts.joined(separator: " · "))</p>") }
        return (content ?? "") + parts.map(\.description).joined()
    }
}

extension Entry.Coordinate {
    /// A map of the surroundings (wiki.openstreetmap.org/wiki/Browsing#Other_URL_tricks).
    fileprivate var map: String {
        "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=6/\(latitude)/\(longitude)"
    }
}

/// The feed that an entry is from, as feed readers name it.
package struct SyndicatedSource: Sendable, Hashable {
    /// The identifier of the feed, which stays the same if the server moves.
    package let id: String
    /// The title.
    package let title: String
    /// The service's name; for a feed of the web, the feed's own.
    package let publisher: String
    /// The feed's page for people; nil if it is unknown.
    package let page: String?

    /// A feed.
    ///
    /// - Parameters:
    ///   - title: the feed's own title, or the one that a reader gave it; nil for the title of its kind.
    ///   - page: the feed's page.
    package init(_ feed: Feed, title: String?, page: String? = nil) {
        id = Fingerprint(of: "feed " + feed.path.joined(separator: "/").lowercased()).urn
        let own = SafeText(title ?? feed.title).text
        let isService = !feed.upstream.menu.isEmpty
        publisher = isService ? feed.upstream.name : own
        self.title = isService ? feed.upstream.name + ": " + own : own
        self.page = page.flatMap { WebAddress($0)?.text }
    }
}

/// Another item that tells the story of an entry, as feed readers get it.
package struct SyndicatedVoice: Sendable, Hashable {
    /// The page for people; nil without one.
    package let url: String?
    /// The title, without markup.
    package let title: String
    /// The title of its feed.
    package let source: String

    /// An item of a feed.
    ///
    /// - Parameters:
    ///   - source: the feed's title.
    ///   - origin: the server's address, for items that lead to one of its feeds.
    package init(_ entry: Entry, source: String, origin: String) {
        url = entry.link(from: origin) ?? entry.discussion.flatMap { WebAddress($0)?.text }
        title = SafeText(entry.plainTitle).text
        self.source = source
    }

    /// A list of the items, below the text of an entry.
    static func html(_ voices: [SyndicatedVoice]) -> String {
        let items: [XML] = voices.map { voice in
            let title: XML = voice.url.map { "<a href=\"\($0)\">\(voice.title)</a>" } ?? "\(voice.title)"
            return "<li>\(title) (\(voice.source))</li>"
        }
        let list: XML = "<p>Also told by:</p><ul>\(items)</ul>"
        return list.description
    }
}

extension Entry {
    /// The address that it leads to; nil if it has none that is safe.
    func link(from origin: String) -> String? {
        switch link {
        case .web(let url): WebAddress(url)?.text
        case .feed(let path): origin + Feed.address(path)
        case nil: nil
        }
    }
}

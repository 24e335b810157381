import Feeds
import Platform
import WebText

/// An entry as feed readers get it, without anything harmful in its texts.
struct SyndicatedEntry: Sendable, Hashable {
    /// A URI that stays the same wherever the server moves.
    let id: String
    /// The page for people.
    let url: String?
    /// Where people discuss it, if that is another page.
    let discussion: String?
    let title: String
    /// A sentence or two, without markup.
    let summary: String
    /// The whole text, as markup that loads nothing; nil if the upstream sends none.
    let content: String?
    /// Files such as the audio of a podcast, with web addresses only.
    let enclosures: [Enclosure]
    /// When it happened; nil if the upstream doesn't say.
    let date: Date?
    let author: String?
    /// The author's page.
    let authorPage: String?
    let tags: [String]
    let place: Entry.Coordinate?

    /// A file that belongs to the entry.
    struct Enclosure: Sendable, Hashable {
        let url: String
        /// The media type; nil if it is unknown.
        let type: String?
        /// In bytes.
        let length: Int?
        /// In seconds.
        let duration: Int?

        /// Nil unless the file has a web address.
        init?(_ file: Entry.Enclosure) {
            guard let address = WebAddress(file.url) else { return nil }
            url = address.text
            type = file.type.map { SafeText($0, atMost: 100).text }
            length = file.length
            duration = file.duration
        }
    }

    /// - Parameters:
    ///   - scope: what the entry's id is unique in.
    ///   - origin: where feeds of this server are, for entries that lead to one.
    init(_ entry: Entry, scope: String, origin: String) {
        id = Fingerprint(of: scope + " " + entry.id).urn
        let discussion = entry.discussion.flatMap { WebAddress($0)?.text }
        let link: String? =
            switch entry.link {
            case .web(let url): WebAddress(url)?.text
            case .feed(let path): origin + Feed.address(path)
            case nil: nil
            }
        url = link ?? discussion
        self.discussion = link == nil ? nil : discussion
        title = SafeText(entry.plainTitle).text
        let counts = entry.isMarkable || entry.measures.contains { $0.value == nil } ? [] : entry.measures.map(\.words)
        let summary = (counts.isEmpty ? "" : counts.joined(separator: ", ") + ". ") + entry.summary
        self.summary = SafeText(summary.ifNotBlank ?? entry.plainTitle, atMost: 2000).text
        content = entry.text.map { AllowedMarkup($0).html }.flatMap { $0.isEmpty ? nil : $0 }
        enclosures = entry.enclosures.compactMap(Enclosure.init)
        date = entry.date?.ifRepresentable
        author = entry.author.map { SafeText($0.name).text }
        authorPage = entry.author?.page.flatMap { WebAddress($0)?.text }
        tags = entry.tags.map { SafeText($0, atMost: 100).text }
        place = entry.location?.position.normalized
    }
}

extension Date {
    /// The instant if RFC 3339 can express it: nil before 1970 and after 9999, which upstreams only name by mistake.
    var ifRepresentable: Date? {
        (0..<253_402_300_800).contains(timeIntervalSince1970) ? self : nil
    }
}

import Feeds
import Platform
import WebText

/// An entry as feed readers get it, without anything harmful in its texts.
package struct SyndicatedEntry: Sendable, Hashable {
    /// A URI that stays the same wherever the server moves.
    package let id: String
    /// The page for people.
    package let url: String?
    /// Where people discuss it, if that is another page.
    package let discussion: String?
    /// The title, without markup.
    package let title: String
    /// A sentence or two, without markup.
    package let summary: String
    /// The whole text, as markup that loads nothing but pictures of this server; nil if the upstream sends none.
    package let content: String?
    /// Files such as the audio of a podcast, with web addresses only.
    package let enclosures: [Enclosure]
    /// When it happened; nil if the upstream doesn't say.
    package let date: Date?
    /// The author's name.
    package let author: String?
    /// The author's page.
    package let authorPage: String?
    /// Tags.
    package let tags: [String]
    /// Numbers with their units, such as points and comments, as far as they are known.
    package let measures: [String]
    /// Where it happened.
    package let place: Entry.Coordinate?
    /// When it appeared in the feed; nil in a feed of an upstream, where ``date`` says it.
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
    ///   - scope: what the entry's id is unique in.
    ///   - id: the id of the story that the entry stands for; nil for the entry's own.
    ///   - origin: where feeds of this server are, for entries that lead to one.
    ///   - source: the feed that it is from, in a feed with entries of several ones.
    ///   - appearedAt: when it appeared in such a feed.
    ///   - voices: the other items that tell its story.
    ///   - picture: where this server shows a picture of the text, by the picture's address; nil for a link.
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

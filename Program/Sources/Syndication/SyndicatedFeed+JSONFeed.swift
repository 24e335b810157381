import Feeds
import Platform
import WebText

extension SyndicatedFeed {
    /// The media type of ``jsonFeed()``.
    package static var jsonFeedType: String { "application/feed+json" }

    /// The feed in the JSON Feed format, version 1.1 (jsonfeed.org/version/1.1).
    package func jsonFeed() throws -> Data {
        try JSONEncoder.documents.encode(
            EncodedJSONFeed(
                title: title, home_page_url: location.page, feed_url: location.address(".json"),
                authors: [.init(name: publisher, url: nil)], items: entries.map { item($0) }))
    }

    private func item(_ entry: SyndicatedEntry) -> EncodedJSONFeed.Item {
        EncodedJSONFeed.Item(
            id: entry.id, url: entry.discussion ?? entry.url, external_url: entry.discussion == nil ? nil : entry.url,
            title: entry.title, content_html: entry.content, content_text: entry.content == nil ? entry.summary : nil,
            summary: entry.content == nil ? nil : entry.summary, date_published: entry.date?.internetDateTime,
            date_modified: entry.appearedAt?.internetDateTime,
            authors: entry.author.map { [.init(name: $0, url: entry.authorPage)] }
                ?? entry.source.map { [.init(name: $0.publisher, url: nil)] },
            tags: entry.tags.isEmpty ? nil : entry.tags,
            attachments: attachments(entry), _source: entry.source.map { .init(title: $0.title, url: $0.page) },
            _voices: entry.voices.isEmpty
                ? nil : entry.voices.map { .init(title: $0.title, url: $0.url, source: $0.source) })
    }

    /// A file without a media type is one of any kind: the format requires a type.
    private func attachments(_ entry: SyndicatedEntry) -> [EncodedJSONFeed.Attachment]? {
        entry.enclosures.isEmpty
            ? nil
            : entry.enclosures.map {
                EncodedJSONFeed.Attachment(
                    url: $0.url, mime_type: $0.type ?? "application/octet-stream", size_in_bytes: $0.length,
                    duration_in_seconds: $0.duration)
            }
    }
}

/// The format's own names; nil is left out.
private struct EncodedJSONFeed: Encodable {
    struct Author: Encodable {
        let name: String
        let url: String?
    }

    struct Source: Encodable {
        let title: String
        let url: String?
    }

    struct Voice: Encodable {
        let title: String
        let url: String?
        let source: String
    }

    struct Attachment: Encodable {
        let url, mime_type: String
        let size_in_bytes, duration_in_seconds: Int?
    }

    struct Item: Encodable {
        let id: String
        let url, external_url: String?
        let title: String
        let content_html, content_text, summary: String?
        let date_published, date_modified: String?
        let authors: [Author]?
        let tags: [String]?
        let attachments: [Attachment]?
        /// An extension, whose name begins with an underscore: the format has none for the feed that an item is from.
        let _source: Source?
        /// An extension: the other items that tell the story.
        let _voices: [Voice]?
    }

    let version = "https://jsonfeed.org/version/1.1"
    let language = "en"
    let title, home_page_url, feed_url: String
    let authors: [Author]
    let items: [Item]
}

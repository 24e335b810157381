import Feeds
import Platform
import WebText

/// A feed in the formats that feed readers subscribe to.
package struct SyndicatedFeed: Sendable {
    /// The location of the feed, for the links in it.
    package struct Location: Sendable, Hashable {
        /// The server as readers name it, without a slash at the end: `http://127.0.0.1:8080`.
        package let origin: String
        /// The page's path, percent-encoded: `/upstream/feed`.
        package let path: String
        /// The query without its question mark; empty for none.
        package let query: String
        /// The path and query of its page; nil if they are those of the feed without an extension.
        package let ownPage: String?

        /// A place on a server.
        package init(origin: String, path: String, query: String = "", ownPage: String? = nil) {
            self.origin = origin
            self.path = path
            self.query = query
            self.ownPage = ownPage
        }

        /// The address of a form of the feed.
        package func address(_ pathExtension: String) -> String {
            origin + path + pathExtension + (query.isEmpty ? "" : "?" + query)
        }

        /// The page's address.
        package var page: String { ownPage.map { origin + $0 } ?? address("") }
    }

    /// The location.
    package let location: Location
    /// The identifier, which stays the same if the server moves.
    package let id: String
    /// The title.
    package let title: String
    /// The service's name; for a feed of the web, the feed's own.
    package let publisher: String
    /// The entries, in the feed's order.
    package let entries: [SyndicatedEntry]
    /// The date of the newest entry, or of the last refresh.
    package let updated: Date
    /// The date of entries without one of their own.
    package let fetched: Date

    /// A feed as it is now.
    ///
    /// - Parameter picture: returns the place of a picture on this server, by its address; nil for a link.
    package init(
        _ feed: Feed, _ state: FeedState, at location: Location,
        picture: @escaping (WebAddress) -> ServedPicture? = { _ in nil }
    ) {
        self.location = location
        let source = SyndicatedSource(feed, title: state.title)
        (id, title, publisher) = (source.id, source.title, source.publisher)
        let scope = feed.description.scope
        entries = state.items.map {
            SyndicatedEntry($0.entry, scope: scope, origin: location.origin, picture: picture)
        }
        fetched = state.fetchedAt?.ifRepresentable ?? Date(timeIntervalSince1970: 0)
        updated = entries.compactMap(\.date).max() ?? fetched
    }

    /// Entries of several feeds, which say when they appeared.
    ///
    /// - Parameters:
    ///   - id: the identifier of the feed, which stays the same if the server moves.
    ///   - began: the time of the last change of a feed without entries.
    package init(
        id: String, title: String, publisher: String, entries: [SyndicatedEntry], began: Date, at location: Location
    ) {
        self.location = location
        self.id = id
        self.title = SafeText(title).text
        self.publisher = publisher
        self.entries = entries
        fetched = began.ifRepresentable ?? Date(timeIntervalSince1970: 0)
        updated = entries.compactMap(\.appearedAt).max() ?? fetched
    }
}

extension SyndicatedFeed {
    /// The media type of ``atom``.
    package static var atomType: String { "application/atom+xml; charset=utf-8" }

    /// The feed in the Atom format (RFC 4287), places as GeoRSS points.
    package var atom: String {
        let head: XML = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss" xml:lang="en">
            <id>\(id)</id>
            <title>\(title)</title>
            <updated>\(updated.internetDateTime)</updated>
            <author><name>\(publisher)</name></author>
            <link rel="self" type="application/atom+xml" href="\(location.address(".atom"))"/>
            <link rel="alternate" type="text/html" href="\(location.page)"/>
            <generator>Freshet</generator>

            """
        return head.description + entries.map { entry($0).description }.joined() + "</feed>\n"
    }

    private func entry(_ entry: SyndicatedEntry) -> XML {
        let author: XML? = entry.author.map { name in
            let page: XML? = entry.authorPage.map { "<uri>\($0)</uri>" }
            return "<author><name>\(name)</name>\(page)</author>\n"
        }
        let discussion: XML? = entry.discussion.map { "<link rel=\"replies\" type=\"text/html\" href=\"\($0)\"/>\n" }
        let voices: [XML] = entry.voices.compactMap { voice in
            voice.url.map { "<link rel=\"related\" type=\"text/html\" href=\"\($0)\" title=\"\(voice.title)\"/>\n" }
        }
        let published: XML? = entry.date.map { "<published>\($0.internetDateTime)</published>\n" }
        let place: XML? = entry.place.map {
            "<georss:point>\(String($0.latitude)) \(String($0.longitude))</georss:point>\n"
        }
        let content: XML? = entry.content.map { "\n<content type=\"html\">\($0)</content>" }
        let files: [XML] = entry.enclosures.map { file in
            let type: XML? = file.type.map { " type=\"\($0)\"" }
            let length: XML? = file.length.map { " length=\"\(String($0))\"" }
            return "<link rel=\"enclosure\" href=\"\(file.url)\"\(type)\(length)/>\n"
        }
        // An entry needs a link. Without one of its own, it leads to the feed's page.
        return """
            <entry>
            <id>\(entry.id)</id>
            <title>\(entry.title)</title>
            <link rel="alternate" type="text/html" href="\(entry.url ?? entry.source?.page ?? location.page)"/>
            \(discussion)\(voices)\(files)\(published)<updated>\((entry.appearedAt ?? entry.date ?? fetched).internetDateTime)</updated>
            \(author)\(entry.tags.map { "<category term=\"\($0)\"/>\n" })\(place)<summary>\(entry.summary)</summary>\(content)\(entry.source.map(source))
            </entry>

            """
    }

    /// The feed that an entry is from (RFC 4287, 4.2.11), with an author for entries without one (4.1.2).
    private func source(_ source: SyndicatedSource) -> XML {
        let page: XML? = source.page.map { "<link rel=\"alternate\" type=\"text/html\" href=\"\($0)\"/>" }
        return """

            <source><id>\(source.id)</id><title>\(source.title)</title><author><name>\(source.publisher)</name></author>\(page)</source>
            """
    }
}

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

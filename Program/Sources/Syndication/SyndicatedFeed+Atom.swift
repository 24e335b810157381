import Feeds
import WebText

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

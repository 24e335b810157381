internal import Platform
internal import WebText

extension OPML {
    /// The list as OPML 2.0, which ``init(parsing:)`` reads back.
    public var document: String {
        // Without such feeds, the document has no foreign namespace.
        let namespace = feeds.contains(where: \.needsPassword) ? " xmlns:freshet=\"\(Self.namespace)\"" : ""
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0"\(namespace)>
              <head>
                <title>\((title ?? "Subscriptions").escapedForXML)</title>
              </head>
              <body>

            """
        Self.write(feeds[...], depth: 0, into: &text)
        return text + "  </body>\n</opml>\n"
    }

    private static let namespace = "urn:freshet:opml"

    /// Writes feeds whose first `depth` folders are open. The feeds of a folder are written together.
    private static func write(_ feeds: ArraySlice<Feed>, depth: Int, into text: inout String) {
        let indent = String(repeating: "  ", count: depth + 2)
        var order: [String] = []
        var inFolders: [String: [Feed]] = [:]
        for feed in feeds where feed.folder.count > depth && depth < 64 {
            let name = feed.folder[depth]
            if inFolders[name] == nil { order.append(name) }
            inFolders[name, default: []].append(feed)
        }
        for feed in feeds where feed.folder.count <= depth || depth >= 64 { text += indent + outline(feed) }
        for name in order {
            text += "\(indent)<outline text=\"\(name.escapedForXML)\" title=\"\(name.escapedForXML)\">\n"
            write((inFolders[name] ?? [])[...], depth: depth + 1, into: &text)
            text += "\(indent)</outline>\n"
        }
    }

    private static func outline(_ feed: Feed) -> String {
        let title = (feed.title ?? feed.url.absoluteString).escapedForXML
        let name = feed.name?.escapedForXML ?? title
        let page = feed.homePage.map { " htmlUrl=\"\($0.absoluteString.escapedForXML)\"" } ?? ""
        let categories =
            feed.categories.isEmpty ? "" : " category=\"\(feed.categories.joined(separator: ",").escapedForXML)\""
        let address = feed.url.absoluteString.escapedForXML
        let password = feed.needsPassword ? " freshet:needsPassword=\"true\"" : ""
        return
            "<outline type=\"rss\" text=\"\(name)\" title=\"\(title)\" xmlUrl=\"\(address)\"\(page)\(categories)\(password)/>\n"
    }
}

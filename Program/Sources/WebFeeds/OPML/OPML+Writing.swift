import Platform
import WebText

extension OPML {
    /// The list as OPML 2.0, which ``init(parsing:)`` reads back.
    package var document: String {
        // Without such feeds, the document has no foreign namespace.
        let namespace: XML? = feeds.contains(where: \.needsPassword) ? " xmlns:freshet=\"\(Self.namespace)\"" : nil
        var text: XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0"\(namespace)>
              <head>
                <title>\(title ?? "Subscriptions")</title>
              </head>
              <body>

            """
        Self.write(feeds[...], depth: 0, into: &text)
        return text.description + "  </body>\n</opml>\n"
    }

    private static let namespace = "urn:freshet:opml"

    /// Writes feeds whose first `depth` folders are open. The feeds of a folder are written together.
    private static func write(_ feeds: ArraySlice<Feed>, depth: Int, into text: inout XML) {
        let indent = String(repeating: "  ", count: depth + 2)
        var order: [String] = []
        var inFolders: [String: [Feed]] = [:]
        for feed in feeds where feed.folder.count > depth && depth < 64 {
            let name = feed.folder[depth]
            if inFolders[name] == nil { order.append(name) }
            inFolders[name, default: []].append(feed)
        }
        for feed in feeds where feed.folder.count <= depth || depth >= 64 { text += "\(indent)\(outline(feed))" }
        for name in order {
            text += "\(indent)<outline text=\"\(name)\" title=\"\(name)\">\n"
            write((inFolders[name] ?? [])[...], depth: depth + 1, into: &text)
            text += "\(indent)</outline>\n"
        }
    }

    private static func outline(_ feed: Feed) -> XML {
        let title = feed.title ?? feed.url.absoluteString
        let page: XML? = feed.homePage.map { " htmlUrl=\"\($0.absoluteString)\"" }
        let categories: XML? =
            feed.categories.isEmpty ? nil : " category=\"\(feed.categories.joined(separator: ","))\""
        let password: XML? = feed.needsPassword ? " freshet:needsPassword=\"true\"" : nil
        return """
            <outline type="rss" text="\(feed.name ?? title)" title="\(title)" xmlUrl="\(feed.url.absoluteString)"\
            \(page)\(categories)\(password)/>

            """
    }
}

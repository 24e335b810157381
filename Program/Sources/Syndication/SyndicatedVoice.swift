import Feeds
import WebText

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
    ///   - origin: where feeds of this server are, for items that lead to one.
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

import Feeds
import Platform
import WebText

/// The feed that an entry is from, as feed readers name it.
package struct SyndicatedSource: Sendable, Hashable {
    /// Names the feed, wherever the server moves.
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
    ///   - page: its page.
    package init(_ feed: Feed, title: String?, page: String? = nil) {
        id = Fingerprint(of: "feed " + feed.path.joined(separator: "/").lowercased()).urn
        let own = SafeText(title ?? feed.title).text
        let isService = !feed.upstream.menu.isEmpty
        publisher = isService ? feed.upstream.name : own
        self.title = isService ? feed.upstream.name + ": " + own : own
        self.page = page.flatMap { WebAddress($0)?.text }
    }
}

import Feeds
import WebText

/// The small picture before a feed's name: a drawing of its upstream, or a letter, which the page's script replaces by the icon of the
/// feed's site.
struct FeedMark {
    private let feed: Feed
    private let title: String

    init(_ feed: Feed, titled title: String) { (self.feed, self.title) = (feed, title) }

    var html: HTML {
        if !feed.description.hasOwnIcon {
            return """
                <svg class="icon feed-mark" viewBox="0 0 20 20" aria-hidden="true"><use href="#mark-\(feed.upstream.id.elementID)"/></svg>
                """
        }
        return Self.letter(LetterIcon(of: title), " data-icon")
    }

    /// The same on a page without ``drawings(for:)``.
    var standalone: HTML { feed.description.hasOwnIcon ? html : Icon(feed.upstream).html }

    /// - Parameter attributes: further attributes.
    static func letter(_ icon: LetterIcon, _ attributes: HTML? = nil) -> HTML {
        "<span class=\"feed-mark letter hue-\(icon.hue)\" aria-hidden=\"true\"\(attributes)>\(icon.letter)</span>"
    }

    /// The drawings that the marks of these feeds refer to, once for a page.
    static func drawings(for followed: [FollowedFeed]) -> HTML? {
        var seen: Set<String> = []
        let upstreams = followed.filter { !$0.feed.description.hasOwnIcon }.map(\.feed.upstream)
            .filter { seen.insert($0.id).inserted }
        let symbols: [HTML] = upstreams.map {
            "<symbol id=\"mark-\($0.id.elementID)\" viewBox=\"0 0 20 20\"><path d=\"\($0.icon)\"/></symbol>"
        }
        return symbols.isEmpty ? nil : "<svg class=\"drawings\" aria-hidden=\"true\">\(symbols)</svg>"
    }
}

import Feeds
import WebText

/// The small picture before a feed's name: the icon of its site, a drawing of its upstream, or a letter.
struct FeedMark {
    private let feed: Feed
    private let title: String
    private let site: Site

    init(_ followed: FollowedFeed, _ site: Site) {
        (feed, title, self.site) = (followed.feed, followed.title, site)
    }

    var html: HTML {
        if !feed.description.hasOwnIcon {
            return """
                <svg class="icon feed-mark" viewBox="0 0 20 20" aria-hidden="true"><use href="#mark-\(feed.upstream.id.elementID)"/></svg>
                """
        }
        if let path = site.icon(feed) {
            return """
                <img class="feed-mark" src="\(path)" alt="" width="16" height="16" loading="lazy" decoding="async">
                """
        }
        return Self.letter(LetterIcon(of: title))
    }

    static func letter(_ icon: LetterIcon) -> HTML {
        "<span class=\"feed-mark letter hue-\(icon.hue)\" aria-hidden=\"true\">\(icon.letter)</span>"
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

import Feeds
import WebText

/// A small drawing, 20 by 20 units in the text's color; the words beside it say the same.
struct Icon: Sendable {
    private let path: String

    private init(_ path: String) { self.path = path }

    /// An upstream's own drawing.
    init(_ upstream: Upstream) { path = upstream.icon }

    static let home = Icon("M3 9.5 10 3.5l7 6V17h-4.5v-4.5h-5V17H3z")
    static let unread = Icon("M3 11.500 5.500 4h9L17 11.500V16H3zM3 11.500h4.200a2.800 2.800 0 0 0 5.600 0H17")
    static let save = Icon("M5 3h10v14l-5-4-5 4z")
    static let read = Icon("M4 10.500l4 4 8-9")
    static let refresh = Icon("M16 6.500A7 7 0 1 0 17 10.500M16.500 2.500v4.200h-4.200")
    static let search = Icon("M8.700 14.400a5.700 5.700 0 1 0 0-11.400 5.700 5.700 0 0 0 0 11.400zM13 13l4.200 4.200")
    static let help = Icon(
        "M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15zM7.800 8a2.200 2.200 0 1 1 3.200 2c-.7.4-1 .8-1 1.600M10 14.200v.1"
    )
    static let controls = Icon("M3 6h6M13 6h4M11 4v4M3 14h2M9 14h8M7 12v4")
    static let map = Icon("M3 5l4.500-2 5 2 4.500-2v12l-4.500 2-5-2-4.500 2zM7.500 3v12M12.500 5v12")
    static let menu = Icon("M3 5.500h14M3 10h14M3 14.500h14")
    static let more = Icon("M4.500 9.500v1M10 9.500v1M15.500 9.500v1")
    static let close = Icon("M5 5l10 10M15 5 5 15")
    static let up = Icon("M4.500 12.500 10 7l5.500 5.500")
    static let down = Icon("M4.500 7.500 10 13l5.500-5.500")
    static let add = Icon("M10 4v12M4 10h12")
    static let rules = Icon("M3 5h14M5.500 10h9M8 15h4")
    static let status = Icon("M2.500 11h3.500l2-6 3.500 11 2.300-7 1.200 2h2.500")
    static let account = Icon(
        "M10 10a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM3.500 17c.6-3.300 3.200-5 6.500-5s5.900 1.700 6.500 5")
    static let folder = Icon(
        "M2.500 5.500A1.500 1.500 0 0 1 4 4h3.500l2 2H16a1.500 1.500 0 0 1 1.500 1.500v7A1.500 1.500 0 0 1 16 16H4a1.500 1.500 0 0 1-1.500-1.500z"
    )
    static let label = Icon("M3 3.500h7l7 7-6.500 6.500-7.500-7.500zM6.500 7v.1")
    static let link = Icon(
        "M8.300 11.700a3 3 0 0 0 4.200 0l3-3a3 3 0 0 0-4.200-4.200l-1 1M11.700 8.300a3 3 0 0 0-4.200 0l-3 3a3 3 0 0 0 4.200 4.200l1-1"
    )
    static let share = Icon("M10 12.500V3M6.500 6 10 2.500 13.500 6M5 9.500H4v7.500h12V9.500h-1")
    static let leave = Icon("M8 4H4v12h4M12.500 6.500 16 10l-3.500 3.500M16 10H8")
    static let feed = Icon("M4 9a7 7 0 0 1 7 7M4 4a12 12 0 0 1 12 12M5 15.200v.1")
    static let play = Icon("M6.500 4l10 6-10 6z")
    static let pause = Icon("M6.500 4h2v12h-2zM12 4h2v12h-2z")
    static let back = Icon("M4 6.500A7 7 0 1 1 3 10.500M3.500 2.500v4.200h4.200")
    static let next = Icon("M5 4.500l8 5.500-8 5.500zM15.500 4.500v11")
    static let queue = Icon("M3 5h14M3 10h7M3 15h7M13 10.500v6l4.500-3z")
    static let wave = Icon("M2 7.500c2.700-3 5.300-3 8 0s5.300 3 8 0M2 13.500c2.700-3 5.300-3 8 0s5.300 3 8 0")

    var html: HTML {
        "<svg class=\"icon\" viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\"><path d=\"\(path)\"/></svg>"
    }
}

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

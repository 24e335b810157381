import FeedStore
import WebText

/// The places at the bottom of a phone's screen.
struct Dock {
    let current: String
    let site: Site

    var html: HTML {
        let places: [NavigationLink] = [
            .init("Home", "/", icon: .home), .init("Unread", "/unread", icon: .unread, count: site.unread.total),
            .init("Saved", "/saved", icon: .save), .init("Search", "/search", icon: .search),
            .init("Follow", "#side-follow", icon: .add), .init("Feeds", "#menu", icon: .feed),
        ]
        return "<nav class=\"dock\" aria-label=\"Main\"><ul>\(places.map { $0.html(current) })</ul></nav>"
    }
}

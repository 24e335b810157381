import FeedStore
import Feeds
import WebText

/// The first page: what is unread, then the newest items of each followed feed, and a feed of each upstream.
struct HomePage: Sendable {
    /// The beginning of a feed.
    struct Section: Sendable {
        let feed: Feed
        let state: FeedState
    }

    /// The newest unread items of all followed feeds.
    var unread = ListedItems(items: [], total: 0)
    /// The followed feeds, then those of the upstreams.
    let sections: [Section]
    let site: Site
    /// The ids of the last events that the page includes.
    var eventIDs = ""

    /// The maximum number of followed feeds on the page; the others are in the menu.
    static let followedLimit = 20

    /// The maximum number of unread items on the page.
    static let unreadLimit = 12

    /// The feeds of the page: followed ones, then the first one in the menu of each upstream that doesn't count requests.
    static func feeds(followed: [FollowedFeed], _ upstreams: [Upstream]) -> [Feed] {
        let first = followed.prefix(followedLimit).map(\.feed)
        let others = upstreams.filter { $0.limit == nil }.compactMap(\.menu.first?.feed)
        return first + others.filter { !first.contains($0) }
    }

    var html: HTML {
        Layout(title: "Freshet", address: "/", site: site).document(
            """
            <main id="main" class="home" data-live="/" data-seen="\(eventIDs)"><h1 class="visually-hidden">Freshet</h1>\
            <button id="changed" class="pill" type="button" hidden>Show the feeds you follow now</button>\
            \(unreadSection)<section class="group" aria-labelledby="home-following"><h2 id="home-following">\(Icon.feed.html)Following</h2>\
            \(welcome)<div class="sections">\(followed)</div>\(others)\(FollowForm(site: site).entry(id: "home-follow"))</section>
            <div class="sections">\(groups)</div>
            </main>
            """)
    }

    private var unreadSection: HTML? {
        if site.followed.isEmpty { return nil }
        let options = RowOptions(older: MarkTarget(), site: site, destination: "/")
        return """
            <section class="unread-items" aria-labelledby="home-unread" data-refill="/"\(unread.wholeness)>\
            <header><h2 id="home-unread">\(Icon.unread.html)<span><span data-unread="/unread">\(site.unread.total.grouped)</span> unread</span></h2>\
            <button class="pill" type="button" hidden></button>\
            \(ReadForm(target: MarkTarget(), until: site.seenBy(unread.items.map(\.shown)), destination: "/").html)</header>\
            <ol class="rows mixed compact" aria-labelledby="home-unread">\(unread.items.map { $0.row(options).html })</ol>\
            \(unread.total > unread.items.count ? "<p class=\"more\"><a class=\"button\" href=\"/unread\">Show all \(unread.total.grouped)</a></p>" : nil as HTML?)\
            <div class="caught-up">\(EmptyNote.caughtUp.html)</div></section>
            """
    }

    private var welcome: HTML? {
        guard site.followed.isEmpty else { return nil }
        return EmptyNote(
            reason: "Follow a feed to see its newest items here.",
            advice: "Paste the address of a site, a feed, a repository or a person."
        ).html
    }

    private var followed: [HTML] {
        sections.filter { site.followed($0.feed) != nil }.map { $0.html(site) }
    }

    private var groups: [HTML] {
        sections.filter { site.followed($0.feed) == nil }.map { section in
            let upstream = section.feed.upstream
            let id = "home-" + upstream.id.elementID
            return """
                <section class="group" aria-labelledby="\(id)"><h2 id="\(id)">\(Icon(upstream).html)\(upstream.section)</h2>\(section.html(site))</section>
                """
        }
    }

    private var others: HTML? {
        let count = site.followed.count - Self.followedLimit
        return count > 0
            ? "<p class=\"others\">You follow <a href=\"#menu\">\(count) more \(count == 1 ? "feed" : "feeds")</a>.</p>"
            : nil
    }
}

extension HomePage.Section {
    /// The first items.
    func rows(_ site: Site) -> [Row] {
        var options = RowOptions(
            feed: feed, query: PageQuery(feed.controls), older: MarkTarget(feed: feed.address), site: site,
            destination: "/")
        options.mayShowMap = false
        var state = state
        state.items.removeAll(where: \.isEmptyHeading)
        return Array(state.rows(options).lazy.filter { $0.id.hasPrefix("row-") }.prefix(limit(site)))
    }

    /// Four items of followed feeds, seven of others, and twenty headings.
    private func limit(_ site: Site) -> Int {
        if let first = state.items.first, !first.entry.isMarkable { return 20 }
        return site.followed(feed) == nil ? 7 : 4
    }

    /// How fresh the feed is, in words.
    func statusLine(_ site: Site) -> HTML { StatusLine(feed: feed, state: state, site: site).html }

    /// The section.
    func html(_ site: Site) -> HTML {
        let id = "section-" + feed.address.elementID
        let title = site.followed(feed)?.settings.name ?? state.title ?? feed.title
        return """
            <section class="section" data-feed="\(feed.address)" data-freshness="\(state.freshness.word)"\(state.fillingData) aria-labelledby="\(id)">\
            <header><h3 id="\(id)"><a href="\(feed.address)">\(BrokenName(title).html)</a></h3>\
            <p class="status">\(statusLine(site))</p><button class="pill" type="button" hidden></button>\(RefreshForm(feed: feed, destination: "/").html)</header>\
            <ol class="rows compact" aria-labelledby="\(id)">\(rows(site).map(\.html))</ol>\
            \(EmptyState(feed: feed, isSection: true, mutedCount: state.mutedCount).html)</section>
            """
    }
}

extension ShownItem {
    /// Whether it leads to a feed that has no items, as far as is known.
    fileprivate var isEmptyHeading: Bool {
        guard !entry.isMarkable, let count = entry.measures.first else { return false }
        return (count.value ?? 0) == 0
    }
}

import Feeds

/// The page of one feed, and the parts of it that are sent while it is open.
struct FeedPage: Sendable {
    let address: FeedAddress
    let state: LiveState
    let query: PageQuery
    let site: Site
    /// The id of the event that it is as new as: what came earlier need not be told to it.
    let seen: String?

    init(address: FeedAddress, state: LiveState, query: PageQuery, site: Site, seen: String? = nil) {
        self.seen = seen
        self.address = address
        self.state = state
        self.query = query
        self.site = site
    }

    /// The document.
    var html: HTML {
        let rows = rows
        let layout = Layout(
            title: address.title, address: address.path, site: site, world: address.world, feed: address,
            isAwaited: rows.isEmpty && !state.isSettled)
        return layout.document(
            """
            <main id="main" class="feed\(map == nil ? "" : " with-map" as HTML)" data-feed="\(address.path)" data-live="\(address.path)\(liveQuery)" data-seen="\(seen ?? "")" \
            data-standing="\(standing)" data-limit="\(query.limit)" data-days="\(query.days)" data-order="\(query.order.rawValue)">
            \(Tabs(address: address, site: site).html)<header class="head"><p class="kicker">\(kicker)</p><h1>\(address.name)</h1>\
            <p class="summary">\(address.summary)</p>\(follow)</header>
            <div class="standing"><p id="status" class="status" role="status" aria-live="polite"\(busy)>\(statusLine)</p>\
            \(RefreshForm(address: address, query: liveQuery, destination: destination).html)\(bar)</div>
            \(languages)<div class="tools">\(FilterForm(address: address, query: query).html)\(days)</div>
            \(map.map { $0(rows) })<div class="list"><button id="pill" class="pill" type="button" hidden></button>\
            <p id="matches" class="matches" role="status"></p>\
            <ol class="rows\(address.listClass)" id="rows" aria-label="\(address.title)">\(rows.map(\.html))</ol>
            \(Instead(address: address).html)\(More(address: address, query: query, count: state.count).html)\(seeing)\
            <p class="subscribe">\(Icon.feed.html)Subscribe: <a href="\(address.path).atom">Atom</a> <a href="\(address.path).json">JSON Feed</a> \
            <a href="/api\(address.path)">API</a></p></div>
            </main>
            """)
    }

    /// The items in the order of the page; those that the query leaves out are among them, hidden.
    var rows: [Row] {
        var context = RowContext(query: query, site: site, destination: destination)
        if case .repository = address { context.tellsRepository = false }
        return state.rows(context)
    }

    /// How the feed stands, in words: what stands in `#status`.
    var statusLine: HTML { StatusLine(world: address.world, state: state, site: site).html }

    /// `fresh`, `stored`, `refreshing` or `stale`.
    var standing: String { state.standingName }

    /// How many parts of a refresh are done, of how many.
    var progress: (done: Int, total: Int)? { state.progress }

    /// What the page filters by itself is not asked of the stream.
    private var liveQuery: String { query.live(for: address).text(for: address) }

    private var destination: String { address.path + query.text(for: address) }

    private var kicker: HTML { "\(address.world.icon.html)\(address.world.rawValue)" }

    private var busy: HTML? { state.standing.isRefreshing ? " aria-busy=\"true\"" : nil }

    private var bar: HTML {
        let value: HTML = progress.map { " max=\"\(max($0.total, 1))\" value=\"\($0.done)\"" } ?? ""
        return
            "<progress id=\"progress\" aria-label=\"Refreshing\"\(value)\(state.standing.isRefreshing ? nil : " hidden" as HTML?)></progress>"
    }

    private var follow: HTML? {
        if case .repository(let name) = address { FollowForm(site: site).button(name) } else { nil }
    }

    private var languages: HTML? {
        if case .trending(let language) = address { Languages(current: language).html } else { nil }
    }

    private var days: HTML? {
        switch address {
        case .category, .planet: DaysSlider(days: query.days).html
        case .repository, .trending, .repositories, .news: nil
        }
    }

    private var map: (([Row]) -> HTML)? {
        guard case .category = address else { return nil }
        return { rows in WorldMap(markers: rows.compactMap(\.marker)).html }
    }

    /// Without the script nobody tells the server what was seen.
    private var seeing: HTML? {
        guard state.newCount > 0 else { return nil }
        return """
            <form class="seen" method="post" action="/seen">\(Hidden("feed", address.path).html)\
            \(Hidden("return", destination).html)<button class="button quiet">Mark all as seen</button></form>
            """
    }
}

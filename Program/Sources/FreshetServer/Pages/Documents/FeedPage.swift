import FeedStore
import Feeds
import WebText

/// The page of a feed, and the parts of it that are sent while it is open.
struct FeedPage: Sendable {
    let feed: Feed
    let state: FeedState
    let query: PageQuery
    let site: Site
    /// The id of the event that the page is as new as.
    var eventID: String?
    /// When the upstream is asked.
    var loading = Loading.started

    /// When a page asks the upstream of its feed.
    enum Loading: Sendable, Hashable {
        /// The request for the page has asked.
        case started
        /// As soon as the page's script connects; without scripts, when the reader presses a button.
        case byScript
        /// When the reader presses a button: another site opened the page.
        case byReader

        init(_ source: RequestSource) {
            switch source {
            case .ownPage, .program: self = .started
            case .user: self = .byScript
            case .foreignLink, .otherSite: self = .byReader
            }
        }
    }

    /// The document.
    var html: HTML {
        let rows = rows
        let layout = Layout(
            title: title, address: feed.address, site: site, feed: feed,
            isWaiting: rows.isEmpty && !state.isSettled && loading == .started)
        return layout.document(
            """
            <main id="main" class="feed\(feed.controls.showsMap ? " with-map" : "" as HTML)" data-feed="\(feed.address)" \
            \(live)data-seen="\(eventID ?? "")" data-freshness="\(state.freshness.word)" data-limit="\(query.limit)"\(daysData)\(state.fillingData)>
            \(Tabs(feed: feed, site: site).html)<header class="head"><p class="kicker">\(Icon(feed.upstream).html)\(feed.upstream.section)</p>\
            <h1>\(BrokenName(title).html)</h1><p class="summary">\(SafeText(feed.summary).text)</p>\(FollowForm(site: site).button(feed))</header>
            <div class="freshness"><p id="status" class="status" role="status" aria-live="polite"\(busy)>\(statusLine)</p>\
            \(refreshForm)\(progressBar)</div>\(loadForm)
            \(FollowForm(site: site).settings(feed))\(parameter)<div class="tools">\(FilterForm(feed: feed, query: query).html)\(days)</div>
            \(map(rows))<div class="list"><button id="pill" class="pill" type="button" hidden></button>\
            <p id="matches" class="matches" role="status"></p>\
            <ol class="rows" id="rows" aria-label="\(title)">\(rows.map(\.html))</ol>\
            \(EmptyState(feed: feed).html)\(More(feed: feed, query: query, shown: state.items.count, total: state.total).html)\(readForm)\
            <p class="subscribe">\(Icon.feed.html)Subscribe: <a href="\(feed.address).atom">Atom</a> <a href="\(feed.address).json">JSON Feed</a> \
            <a href="/api\(feed.address)">API</a>\(website)</p></div>
            </main>
            """)
    }

    /// The rows in the page's order; those that the query leaves out are hidden.
    var rows: [Row] { state.rows(RowContext(feed: feed, query: query, site: site, destination: destination)) }

    /// How fresh the feed is, in words.
    var statusLine: HTML { StatusLine(feed: feed, state: state, site: site).html }

    private var title: String { site.followed(feed)?.settings.name ?? state.title ?? feed.title }

    /// The page filters by itself, so its stream doesn't.
    private var liveQuery: String { query.live(for: feed).text(feed.controls) }

    /// The address of the page's stream of updates; its script opens it.
    private var live: HTML? { loading == .byReader ? nil : "data-live=\"\(feed.address)\(liveQuery)\" " }

    private var refreshForm: HTML? {
        loading == .byReader
            ? nil : RefreshForm(feed: feed, query: liveQuery, destination: destination).html
    }

    private var loadForm: HTML? {
        let form = LoadForm(feed: feed, title: title, query: liveQuery, destination: destination)
        return switch loading {
        case .started: nil
        case .byScript: "<noscript>\(form.html)</noscript>"
        case .byReader: form.html
        }
    }

    private var destination: String { feed.address + query.text(feed.controls) }

    private var busy: HTML? { state.freshness.isRefreshing ? " aria-busy=\"true\"" : nil }

    private var daysData: HTML? {
        query.days.map { " data-days=\"\($0)\" data-days-on=\"\(feed.filtersDaysOnPage ? "page" : "server")\"" }
    }

    private var progressBar: HTML {
        let value: HTML = state.freshness.progress.map { " max=\"\(max($0.total, 1))\" value=\"\($0.done)\"" } ?? ""
        let hidden: HTML? = state.freshness.isRefreshing ? nil : " hidden"
        return "<progress id=\"progress\" aria-label=\"Refreshing\"\(value)\(hidden)></progress>"
    }

    private var parameter: HTML? { feed.controls.parameter.map { ParameterForm(parameter: $0, site: site).html } }

    private var days: HTML? {
        guard let range = feed.controls.days?.range, let days = query.days else { return nil }
        return DaysSlider(range: range, days: days).html
    }

    private func map(_ rows: [Row]) -> HTML? {
        guard feed.controls.showsMap else { return nil }
        let hasStates = feed.columns.contains { $0.content == .state }
        return WorldMap(markers: rows.compactMap(\.marker), hasStates: hasStates).html
    }

    private var readForm: HTML? {
        state.items.contains { $0.entry.isMarkable } ? ReadForm(feed: feed.address, destination: destination).html : nil
    }

    private var website: HTML? {
        feed.description.page.flatMap { WebAddress($0) }.map { " \($0.link("Website"))" }
    }
}

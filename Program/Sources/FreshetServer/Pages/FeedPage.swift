import FeedStore
import Feeds
import WebText

/// The page of a feed, and its updates while it is open.
struct FeedPage: Sendable {
    let feed: Feed
    let state: FeedState
    let query: PageQuery
    let site: PageContext
    /// The kinds that rules mute in the feed; nil if they aren't shown.
    var muted: MutedKinds?
    /// The id of the last event that the page includes.
    var eventID: String?
    /// The item that is open.
    var article: ItemArticle?

    /// True if a button loads the feed, because another site opened the page. Followed feeds are refreshed anyway.
    private var isLoadedByReader: Bool { site.isForeign && site.followed(feed) == nil }

    /// The document.
    var html: HTML {
        let rows = rows
        let document = Layout(
            title: article?.title ?? title, address: feed.address, site: site, feed: feed,
            isWaiting: rows.isEmpty && !state.isSettled && !isLoadedByReader)
        return document.document(
            """
            <main id="main" class="feed\(layout)\(rows.listClasses)" data-feed="\(feed.address)" \
            \(live)data-seen="\(eventID ?? "")" data-freshness="\(state.freshness.word)" data-limit="\(query.limit)"\(daysData)\(unreadOnly)\(state.fillingData)\(texts)>
            \(bar)\(loadForm)
            \(feed.controls.showsMap ? beside(rows) : nil)<div class="list"><p id="matches" class="matches" role="status"></p>\
            <ol class="rows\(feed.description.isDiscussion ? " thread" : nil as HTML?)" id="rows" aria-label="\(title)">\(rows.map(\.html))</ol>\(MarkForm(options: options).html)\
            \(emptyState)\(More(feed: feed, query: query, shown: state.items.count, total: state.total).html)\(readForm)</div>\
            \(feed.controls.showsMap ? nil : pane)
            </main>
            """)
    }

    private var bar: HTML {
        let status: HTML = """
            <p id="status" class="status" role="status" aria-live="polite"\(busy)>\(statusLine)</p>
            """
        let actions: HTML = """
            <button id="pill" class="pill" type="button" hidden></button>\(readForm)\(Disclosure.filter(isOpen: query.isNarrowed(feed.controls)).html)\(feed.controls.showsMap ? Disclosure.map.html : nil)\
            \(refreshForm)\(isFollowed ? nil : FollowForm(site: site).button(feed))
            """
        return PageBar(
            title: BrokenName(title).html, summary: SafeText(feed.summary).text, siblings: Menu(beside: feed),
            status: status, actions: actions,
            menu: menu, progress: progressBar,
            tools: """
                <div class="tools">\(choices)\(FilterForm(feed: feed, query: query).html)\(days)\(UnreadLinks(feed: feed, query: query).html)\(parameter)</div>
                """
        ).html
    }

    private var choices: [HTML] { feed.controls.choices.map { Menu(choice: $0, of: feed).html } }

    private var isFollowed: Bool { site.followed(feed) != nil }

    private var menu: HTML {
        """
        \(readForm)\(FollowForm(site: site).settings(feed, titled: state.title ?? feed.title))\(muteForm)\(isFollowed ? FollowForm(site: site).button(feed) : nil)\
        <p class="menu-links">\(website)<a href="\(feed.address).atom">Atom feed</a> <a href="\(feed.address).json">JSON Feed</a> \
        <a href="/api\(feed.address)">API</a></p>
        """
    }

    private var emptyState: HTML {
        EmptyState(feed: feed, filter: query.choice(feed.controls).filter, mutedCount: state.mutedCount).html
    }

    /// The rows in the page's order; those that the query leaves out are hidden.
    var rows: [Row] { state.rows(options) }

    var entryRows: [EntryRow] { state.entryRows(options) }

    private var options: RowOptions {
        RowOptions(feed: feed, query: query, older: target, site: site, returnPath: returnPath)
    }

    /// The attribute with the texts' address. A discussion's rows contain their texts; a feed that waits for a button has none.
    private var texts: HTML? {
        var list = query
        (list.item, list.words) = (nil, nil)
        return feed.description.isDiscussion || isLoadedByReader
            ? nil : TextsLink(list: feed.address + list.text(feed.controls)).attribute
    }

    private var target: MarkTarget { MarkTarget(feed: feed.address) }

    /// The freshness of the feed in words.
    var statusLine: HTML { StatusLine(feed: feed, state: state, site: site).html }

    private var title: String { site.followed(feed)?.settings.name ?? state.title ?? feed.title }

    /// The page filters by itself, so its stream doesn't.
    private var liveQuery: String { query.live(for: feed).text(feed.controls) }

    /// The address of the page's stream of updates; its script opens it.
    private var live: HTML? { isLoadedByReader ? nil : "data-live=\"\(feed.address)\(liveQuery)\" " }

    private var refreshForm: HTML? {
        isLoadedByReader
            ? nil : RefreshForm(feed: feed, query: liveQuery, returnPath: returnPath).html
    }

    private var loadForm: HTML? {
        isLoadedByReader
            ? LoadForm(feed: feed, title: title, query: liveQuery, returnPath: returnPath).html : nil
    }

    private var returnPath: String { feed.address + query.text(feed.controls) }

    private var unreadOnly: HTML? { query.isUnreadOnly ? " data-unread-only" : nil }

    private var muteForm: HTML? { muted.flatMap { MuteForm(kinds: $0, returnPath: returnPath).html } }

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

    private var layout: HTML {
        let map: HTML? = feed.controls.showsMap ? " with-map" : nil
        let item: HTML? = article == nil ? nil : " has-item"
        return "\(map)\(item)\(isLoadedByReader ? " is-unloaded" : nil as HTML?)"
    }

    /// The open item, and the way back to the list.
    private var pane: HTML {
        var list = query
        list.item = nil
        return ReadingPane(article: article, list: feed.address + list.text(feed.controls)).html
    }

    /// The map, and below it the open item.
    private func beside(_ rows: [Row]) -> HTML {
        let hasStates = feed.columns.contains { $0.content == .state }
        var map = WorldMap(markers: rows.compactMap(\.marker), hasStates: hasStates)
        map.measureKind = state.items.lazy.compactMap { $0.entry.measures.first?.kind }.first
        map.part = part
        return "<div class=\"beside\">\(map.html)\(pane)</div>"
    }

    /// The notice that the map shows only a part of the items.
    private var part: HTML? {
        guard state.total > state.items.count, !state.items.isEmpty else { return nil }
        var all = query
        all.limit = min(state.total, feed.controls.maximum)
        let link: HTML? =
            all.limit > query.limit
            ? " <a href=\"\(feed.address)\(all.text(feed.controls))\">Show \(all.limit < state.total ? "\(all.limit.grouped)" : "all")</a>"
            : nil
        return """
            <span class="map-part">\(state.items.count.grouped) of \(state.total.grouped) items are on the map.\(link)</span>
            """
    }

    private var readForm: HTML? {
        state.items.isEmpty || state.items.contains { $0.entry.isMarkable }
            ? ReadForm(target: target, until: site.seenBy(state.items), returnPath: returnPath).html : nil
    }

    private var website: HTML? {
        feed.description.page.flatMap { WebAddress($0) }.map { "\($0.link("Website")) " }
    }
}

/// The number of items of the page, and the link to more of them.
struct More {
    let feed: Feed
    let query: PageQuery
    let shown: Int
    let total: Int

    /// True if scrolling loads more items: they are stored, so a longer list costs the upstream no request.
    private var isLoadedByScrolling: Bool { feed.description.hasOwnIcon && total > shown }

    var html: HTML {
        let controls = feed.controls
        let next = min(query.limit + max(controls.pageLimit, 50), controls.maximum)
        var more = query
        more.limit = next
        let hasMore = next > query.limit && (total > shown || shown >= query.limit)
        let link: HTML? =
            hasMore
            ? "<a class=\"button\"\(isLoadedByScrolling ? " rel=\"next\"" : nil as HTML?) href=\"\(feed.address)\(more.text(controls))\">Show \(next - query.limit) more</a>"
            : nil
        let words: HTML? =
            shown == 0
            ? nil
            : total > shown
                ? "<span>\(shown.grouped) of \(total.grouped)</span>"
                : hasMore ? nil : "<span>\(shown.grouped) in all</span>"
        return "<div class=\"more\">\(link)\(words)</div>"
    }
}

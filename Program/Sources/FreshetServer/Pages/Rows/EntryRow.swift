import FeedStore
import Feeds
import WebText

/// The row of an item: its lead, title, facts, date and buttons.
struct EntryRow {
    let shown: ShownItem
    let key: ItemKey
    let options: RowOptions
    /// The feed that lists it, where the list is of several feeds.
    var source: EntrySource?
    /// Where a search found it.
    var match: SearchMatch?

    /// Deeper rows of a tree aren't indented further.
    private static let maximumDepth = 6

    private var entry: Entry { shown.entry }
    private var id: String { "row-" + (source == nil ? entry.id : key.scope + " " + entry.id).elementID }

    /// The row; the page's query may hide it.
    var row: Row {
        let isHidden = options.hides(entry)
        if !entry.isMarkable, case .feed = entry.link { return Row(id: id, html: heading(isHidden)) }
        let marker = options.mayShowMap && options.feed?.controls.showsMap == true ? MapMarker(entry) : nil
        return Row(
            id: id, start: start(isHidden), rank: rank, end: end(marker), marker: marker?.html(isHidden: isHidden))
    }

    private func start(_ isHidden: Bool) -> HTML {
        let classes =
            "row" + (entry.lead == .avatar ? " with-avatar" : "") + (shown.isUnread ? " is-unread" : " is-read")
            + (shown.isSaved ? " is-saved" : "")
            + (shown.isHighlighted ? " is-highlighted" : "")
            + (entry.depth > 0 ? " depth-\(min(entry.depth, Self.maximumDepth))" : "")
        return """
            <li class="\(classes)" id="\(id)" data-id="\(entry.id)" data-scope="\(key.scope)" data-type="\(entry.kind.id)"\(data)\
            \(isHidden ? " hidden" : "" as HTML)><div class="lead">
            """
    }

    private func end(_ marker: MapMarker?) -> HTML {
        let facts = EntryFacts(entry: entry, marker: marker, options: options, source: source).html
        return """
            \(EntryLead(entry: entry, site: options.site).html)</div>\
            <div class="body"><p class="title">\(title)\(shown.newMarker(since: options.lastVisitAt))\(highlighted)</p><p class="meta facts">\(facts)</p>\(match?.excerpt(of: entry))\(text)\(follow)</div>\
            \(entry.date.map { Instant($0).html(.age, options.site.now) } ?? "<span class=\"age\"></span>")\
            \(entry.isMarkable ? MarkForm(shown: shown, key: key, rowID: id, options: options).html : nil)</li>
            """
    }

    private var follow: HTML? { RowFollowForm(entry, rowID: id, options: options)?.html }

    private var rank: Rank? {
        shown.rank.map { Rank(number: $0 + 1, isShown: options.feed?.controls.showsRank == true) }
    }

    /// What the page sorts and filters by, and where the item is read.
    private var data: HTML {
        let size: HTML? = entry.measures.first?.value.map { " data-size=\"\(String($0))\"" }
        let closed: HTML? = entry.closed.map { " data-closed=\"\($0.internetDateTime)\"" }
        let address: HTML? = (source?.feed ?? options.feed).flatMap { feed in
            feed.description.isDiscussion ? nil : " data-item=\"\(ItemArticle.address(entry.id, in: feed))\""
        }
        return "\(size)\(closed)\(address)"
    }

    private var title: HTML {
        if let marked = match?.title(of: entry) { return EntryLink(entry.link)?.html(marked, class: "main") ?? marked }
        let runs: [HTML] = entry.title.map { run in
            let text = SafeText(run.text)
            return run.isEmphasized
                ? "<strong>\(text.html)</strong>" : entry.title.count == 1 ? text.html : "\(text.text)"
        }
        return EntryLink(entry.link)?.html("\(runs)", class: "main") ?? "\(runs)"
    }

    private var highlighted: HTML? {
        shown.isHighlighted ? " <span class=\"highlighted\">highlighted</span>" : nil
    }

    private var text: HTML? {
        guard let markup = entry.text.flatMap({ AllowedMarkup($0, headingLevel: 2).markup }) else { return nil }
        // A comment is its text.
        if entry.depth > 0 { return "<div class=\"text prose\">\(markup)</div>" }
        return "<details class=\"text\"><summary>Read the text</summary><div class=\"prose\">\(markup)</div></details>"
    }

    /// A row that leads to another feed and can't be marked.
    private func heading(_ isHidden: Bool) -> HTML {
        var link = EntryLink(entry.link)
        if let query = options.query, let feed = options.feed, let days = query.days, days != feed.controls.days?.usual
        {
            link = link?.with(query: "?days=\(days)")
        }
        let name = SafeText(entry.plainTitle).html
        return """
            <li class="row category" id="\(id)" data-id="\(entry.id)" data-scope="\(key.scope)" data-type="\(entry.kind.id)"\
            \(isHidden ? " hidden" : "" as HTML)><div class="body"><p class="title">\(link?.html(name, class: "main") ?? name)</p>\
            <p class="meta">\(SafeText(entry.summary, atMost: 300).html)</p>\(gauge)</div><div class="counts">\(counts)</div></li>
            """
    }

    private var counts: HTML {
        if entry.measures.contains(where: { $0.value == nil }) {
            return "<span class=\"count waiting\"><b>…</b> <span>counting</span></span>"
        }
        let counts: [HTML] = entry.measures.map { measure in
            let unit = measure.value == 1 ? measure.unit.singular : measure.unit.plural
            return "<span class=\"count\"><b>\(measure.number)</b> <span>\(unit)</span></span>"
        }
        return "\(counts)"
    }

    /// The counts as bars; decorative, because the numbers are shown.
    private var gauge: HTML {
        let widths = entry.measures.prefix(2).map { measure in
            options.largest > 0 ? Int(max(0, min(1, (measure.value ?? 0) / options.largest)) * 1000) : 0
        }
        let bars: [HTML] = zip(["all", "open"], widths).map { "<rect class=\"\($0)\" width=\"\($1)\" height=\"6\"/>" }
        return """
            <svg class="gauge" viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">\
            <rect class="ground" width="1000" height="6"/>\(bars)</svg>
            """
    }
}

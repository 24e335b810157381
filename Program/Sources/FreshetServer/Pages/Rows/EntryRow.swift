import FeedStore
import Feeds
import Platform
import Search
import WebText

/// The row of an item: its lead, title, facts, date and buttons.
struct EntryRow {
    let shown: ShownItem
    let key: ItemKey
    let options: RowOptions
    /// The feed that lists it, in lists of several feeds.
    var source: EntrySource?
    /// The story that it represents; nil if it is by itself.
    var story: RowStory?
    /// The text that a search found in it.
    var match: SearchMatch?

    /// Deeper rows of a tree aren't indented further.
    private static let maximumDepth = 6

    /// The maximum number of characters of a text that follow its title.
    private static let excerptLength = 160

    private var entry: Entry { shown.entry }
    private var id: String { key.rowID(hasScope: source != nil) }

    /// The row; the page's query may hide it.
    var row: Row {
        let isHidden = options.hides(entry)
        if !entry.isMarkable, case .feed = entry.link {
            return Row(id: id, kind: .heading, isHidden: isHidden, html: heading(isHidden))
        }
        let marker = options.feed?.controls.showsMap == true ? MapMarker(entry) : nil
        let lead = EntryLead(entry: entry, source: source, site: options.site).html
        let thumbnail = thumbnail
        return Row(
            id: id, kind: .item, isHidden: isHidden,
            start: start(isHidden, hasLead: !lead.isEmpty, hasPicture: thumbnail != nil), rank: rank,
            end: end(lead, marker, thumbnail), marker: marker?.html(isHidden: isHidden), arrivedAt: arrivedAt)
    }

    private var arrivedAt: Date? { shown.firstSeenAt.map { max($0, entry.date ?? $0) } }

    /// The item's text, shown when it opens; nil if there is none, or the row doesn't open.
    var text: (rowID: String, markup: HTML)? { openedText?.markup.map { (id, $0) } }

    private func start(_ isHidden: Bool, hasLead: Bool, hasPicture: Bool) -> HTML {
        let classes =
            "row" + (entry.lead == .avatar ? " with-avatar" : "") + (shown.isUnread ? " is-unread" : " is-read")
            + (rank?.isShown == true ? " ranked" : hasLead ? "" : " leadless")
            + (hasPicture ? " with-picture" : "")
            + (shown.isSaved ? " is-saved" : "")
            + (match?.excerpt(of: entry) == nil ? "" : " with-match")
            + (shown.isHighlighted ? " is-highlighted" : "")
            + (isRightToLeft ? " is-rtl" : "")
            + (entry.depth > 0 ? " depth-\(min(entry.depth, Self.maximumDepth))" : "")
        return """
            <li class="\(classes)" id="\(id)" data-id="\(entry.id)" data-scope="\(key.scope)" data-type="\(entry.kind.id)"\(data)\
            \(isHidden ? " hidden" : "" as HTML)><div class="lead">
            """
    }

    private func end(_ lead: HTML, _ marker: MapMarker?, _ thumbnail: HTML?) -> HTML {
        let facts = EntryFacts(entry: entry, marker: marker, options: options, source: source, story: story).html
        let (follow, excerpt) = (follow, excerpt)
        let beside: HTML? = follow == nil && thumbnail == nil ? nil : " beside-end"
        return """
            \(lead)</div>\
            <div class="body\(beside)"\(direction)><p class="title\(excerpt?.isOpposed == true ? " bidirectional" : nil as HTML?)">\(title)\(shown.newMarker(since: options.lastVisitAt))\(highlighted)\(excerpt?.html)</p>\
            <p class="meta facts">\(labels)\(facts)</p>\(match?.excerpt(of: entry))\(comment)\(follow)\(thumbnail)</div>\
            \(entry.isMarkable ? MarkButtons(shown: shown, key: key, options: options).html : nil)</li>
            """
    }

    /// Everything in the row of a text from right to left begins at the right.
    private var direction: HTML? { isRightToLeft ? " dir=\"rtl\"" : nil }

    private var isRightToLeft: Bool { entry.plainTitle.isRightToLeft }

    private var follow: HTML? { RowFollowForm(entry, rowID: id, options: options)?.html }

    private var rank: Rank? {
        shown.rank.map { Rank(number: $0 + 1, isShown: options.feed?.controls.showsRank == true) }
    }

    /// The values that the page sorts and filters by, and the address of the item's page.
    private var data: HTML {
        let size: HTML? = entry.measures.first?.compared.map { " data-size=\"\(String($0))\"" }
        // The words of the list below the map. Titles of earthquakes have the magnitude.
        let words: HTML? =
            entry.location == nil
            ? nil : entry.measures.first { $0.kind == .acres }.map { " data-words=\"\($0.words)\"" }
        let closed: HTML? = entry.closed.map { " data-closed=\"\($0.internetDateTime)\"" }
        // Feeds send it beside their rows, so that storing an item doesn't change its row.
        let arrived: HTML? = source == nil ? nil : arrivedAt.map { " data-arrived=\"\(String($0.milliseconds))\"" }
        return "\(size)\(words)\(closed)\(arrived)\(address.map { " data-item=\"\($0)\"" as HTML })"
    }

    /// The path of the page that shows the item; nil in a discussion, which shows all of it.
    private var address: String? {
        (source?.feed ?? options.feed).flatMap { feed in
            feed.description.isDiscussion ? nil : ItemArticle.address(entry.id, in: feed)
        }
    }

    private var title: HTML {
        if let marked = match?.title(of: entry) { return linked(marked) }
        return linked(EntryTitle(entry: entry).html)
    }

    /// A title that leads to the item's site or, without one, to its page here.
    private func linked(_ title: HTML) -> HTML {
        EntryLink(entry.link)?.html(title, class: "main")
            ?? address.map { "<a class=\"main\" href=\"\($0)\">\(title)</a>" } ?? title
    }

    /// The labels, which come first, so that they stay if a line can't show all facts.
    private var labels: HTML? {
        shown.labels.isEmpty
            ? nil : "<span class=\"labels\">\(shown.labels.map { LabelChip(name: $0).html })</span> "
    }

    private var highlighted: HTML? {
        shown.isHighlighted ? " <span class=\"highlighted\">highlighted</span>" : nil
    }

    /// The beginning of the text, which leads to the item's page.
    ///
    /// It is opposed if it is written in the other direction than the title.
    private var excerpt: (html: HTML, isOpposed: Bool)? {
        guard entry.depth == 0, match == nil, let text = entry.text, let address else { return nil }
        let words = PlainText(markup: text, atMost: Self.excerptLength).text.onOneLine
        if words.isEmpty || words == entry.plainTitle { return nil }
        let isRightToLeft = words.isRightToLeft
        let direction: HTML? =
            isRightToLeft == self.isRightToLeft ? nil : isRightToLeft ? " dir=\"rtl\"" : " dir=\"ltr\""
        return (
            " <a class=\"excerpt\" href=\"\(address)\" tabindex=\"-1\"\(direction)>\(SafeText(words).text)</a>",
            direction != nil
        )
    }

    private func markup(headingLevel: Int) -> AllowedMarkup? {
        entry.text.map { options.site.text($0, of: source?.feed ?? options.feed, headingLevel: headingLevel) }
    }

    /// The item's picture: small in comfortable rows, whose height it doesn't change, and large in cards.
    private var thumbnail: HTML? {
        guard entry.depth == 0, let feed = source?.feed ?? options.feed else { return nil }
        let named = entry.picture.flatMap { WebAddress($0) }.flatMap { options.site.picture($0, feed) }
        return (named ?? openedText?.firstPicture).map {
            "<img class=\"thumbnail\" src=\"\($0.path)\" alt=\"\" width=\"52\" height=\"36\" loading=\"lazy\" decoding=\"async\">"
        }
    }

    /// The text of a comment, or of the story above the comments.
    private var comment: HTML? {
        entry.depth > 0 || options.feed?.description.isDiscussion == true
            ? markup(headingLevel: 2)?.markup.map { "<div class=\"text prose\">\($0)</div>" } : nil
    }

    private var openedText: AllowedMarkup? { entry.depth == 0 && address != nil ? markup(headingLevel: 3) : nil }

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

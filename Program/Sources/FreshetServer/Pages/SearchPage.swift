import FeedStore
import Feeds
import Search
import WebText

/// The search box and its results.
struct SearchPage: Sendable {
    /// The outcome of the query.
    enum Outcome: Sendable {
        case none
        case found(SearchedItems)
        case refused(String)
    }

    let query: String
    let order: SearchOrder
    /// The chosen maximum number of items, and that of a longer page; nil for the usual number and the longest page.
    var limits: (chosen: Int?, next: Int?) = (nil, nil)
    let outcome: Outcome
    let site: PageContext
    /// The addresses of the reader's lists as feeds; nil if there are none.
    var feedAddresses: PersonalFeedAddresses?
    /// The open item.
    var article: ItemArticle?
    /// The names in examples; nil for the names that the site knows.
    var names: ExampleNames?

    var html: HTML {
        Layout(
            title: article?.title ?? (query.isEmpty ? "Search" : "\(query) · Search"), address: "/search", site: site
        ).document(
            """
            <main id="main" class="feed listing\(article == nil ? nil : " has-item" as HTML?)" data-several\(TextsLink(list: address).attribute)>\(bar)
            <div class="list">\(found)</div>\(ReadingPane(article: article, list: address).html)</main>
            """)
    }

    private var address: String { address(limits.chosen) }

    private func address(_ limit: Int?) -> String {
        "/search?q=" + query.percentEncoded + (order == .rank ? "" : "&sort=" + order.rawValue)
            + (limit.map { "&limit=\($0)" } ?? "")
    }

    /// The link to more items, which the page's script follows as the reader scrolls.
    private func more(_ items: SearchedItems) -> HTML? {
        guard let next = limits.next, items.total > items.hits.count else { return nil }
        return """
            <div class="more"><a class="button" rel="next" href="\(address(next))">Show \(min(next, items.total) - items.hits.count) more</a>\
            <span>\(items.hits.count.grouped) of \(items.total.grouped)</span></div>
            """
    }

    private var bar: HTML {
        PageBar(
            title: "Search", status: "<p class=\"summary\" id=\"matches\" role=\"status\">\(count)</p>",
            menu: menu, tools: "<div class=\"tools\">\(form)\(refusal)</div>"
        ).html
    }

    private var menu: HTML {
        guard case .found = outcome else { return "" }
        return PersonalFeedAddresses.menu(feedAddresses?.address(searching: query), "Feed of this search")
    }

    private var count: HTML {
        guard case .found(let items) = outcome, !items.hits.isEmpty else { return "Everything stored, in all feeds." }
        let total = items.total.counted(site.rowNoun.one, site.rowNoun.many)
        return items.total > items.hits.count ? "\(items.hits.count) of \(total)" : "\(total)"
    }

    private var form: HTML {
        let described: HTML? =
            if case .refused = outcome { " aria-invalid=\"true\" aria-describedby=\"refusal\"" } else { nil }
        let orders: [HTML] = [
            (SearchOrder.rank, "Best match"), (.date, "Newest first"), (.arrival, "Latest arrivals"),
        ].map { order, name in
            "<option value=\"\(order.rawValue)\"\(order == self.order ? " selected" : nil as HTML?)>\(name)</option>"
        }
        return """
            <form id="find" class="find" method="get" action="/search" role="search" aria-label="Search"><label class="search">\
            \(Icon.search.html)<span class="visually-hidden">Search</span><input type="search" name="q" value="\(query)" \
            maxlength="\(Self.longest)" placeholder="tides author:mira is:unread" autocomplete="off" spellcheck="false"\(described)></label>\
            <label class="choice"><span class="visually-hidden">Order</span><select name="sort" autocomplete="off">\(orders)</select></label>\
            <button class="button">Search</button></form>
            """
    }

    private var refusal: HTML? {
        guard case .refused(let reason) = outcome else { return nil }
        return "<p id=\"refusal\" class=\"wrong\" role=\"alert\">\(SafeText(reason, atMost: 400).html)</p>"
    }

    private var found: HTML {
        guard case .found(let items) = outcome else { return terms }
        let remark: HTML? = items.remark.map { "<p class=\"notice\">\(SafeText($0, atMost: 500).html)</p>" }
        if items.hits.isEmpty {
            let note = EmptyNote(
                reason: "No items match.", advice: "Items that match every term appear here. These are the terms:",
                action: .link("/search", "Clear the search"))
            return "\(remark)\(note.html)\(terms)"
        }
        return """
            \(remark)<ol class="rows mixed" id="rows" aria-label="Search results">\(entryRows.map(\.row.html))</ol>\(MarkForm(options: options).html)\
            \(more(items))
            """
    }

    private var terms: HTML {
        let terms = SearchTerms(names: names ?? ExampleNames(site)).html
        return PageGroup(
            id: "terms", title: "What a search can contain", entries: [GroupEntry(content: terms).html]
        ).html
    }

    private var options: RowOptions { RowOptions(site: site, returnPath: address) }

    var entryRows: [EntryRow] {
        guard case .found(let items) = outcome else { return [] }
        return items.hits.map { $0.item.entryRow(options, match: SearchMatch($0)) }
    }

    /// The longest query in characters.
    static let longest = 500
}

/// The terms of searches, as a list of links that search for them.
struct SearchTerms: Sendable {
    let names: ExampleNames

    var html: HTML {
        let terms: [HTML] = SearchFilter.terms.map { examples, meaning in
            let links: [HTML] = examples.map { names.link($0, at: "/search?q=") }
            return "<dt>\(links.joined(separator: ", "))</dt><dd>\(meaning)</dd>"
        }
        return "<dl class=\"filters\">\(terms)</dl>"
    }
}

/// The names in examples of searches and rules: the reader's own, if there are any.
struct ExampleNames: Sendable {
    /// By the name of the filter that takes it.
    private var names: [String: String] = [:]
    /// The feeds among whose items an author is looked for.
    private let followed: [Feed]

    /// The reader's feed and folder, or else a feed that all users can read.
    init(_ site: PageContext) {
        followed = site.followed.prefix(3).map(\.feed)
        let feed = followed.first ?? site.upstreams.last { !$0.menu.isEmpty }?.menu.first?.feed
        names["in"] = feed?.key.address
        names["folder"] = site.folders.first
    }

    /// Adds the author of a new item and a label. Blocks the calling thread on the store.
    func completed(in environment: FeedEnvironment) throws -> ExampleNames {
        var examples = self
        for feed in followed where examples.names["author"] == nil {
            let items = try environment.items(ItemSelection(.feed(feed.key)), limit: 5).items
            examples.names["author"] = items.lazy.compactMap(\.shown.entry.author?.name).first { !$0.contains("\"") }
        }
        examples.names["label"] = try environment.labels().first?.name
        return examples
    }

    /// An example with these names.
    func own(_ example: String) -> String {
        // The parser accepts all examples, as a test shows; another one would be shown unchanged.
        (try? SearchQuery.rewriting(example) { key, _ in names[key] }) ?? example
    }

    /// A link to an example with these names, which runs it.
    ///
    /// - Parameter address: the address to which the example is appended.
    func link(_ example: String, at address: String) -> HTML {
        let own = own(example)
        return "<a href=\"\(address)\(own.percentEncoded)\"><code>\(SafeText(line: own, atMost: 200).text)</code></a>"
    }
}

/// The matched text of an entry, with the found words marked.
struct SearchMatch {
    private let hit: SearchedItems.Hit

    init(_ hit: SearchedItems.Hit) { self.hit = hit }

    /// The entry's title, if the words are in it.
    func title(of entry: Entry) -> HTML? { isTitle(of: entry) ? marked : nil }

    /// The text around the words, if they aren't in the title.
    func excerpt(of entry: Entry) -> HTML? {
        isTitle(of: entry) || hit.match.isEmpty || hit.ranges.isEmpty ? nil : "<p class=\"match\">\(marked)</p>"
    }

    private func isTitle(of entry: Entry) -> Bool { hit.match.onOneLine == entry.plainTitle.onOneLine }

    private var marked: HTML {
        let text = hit.match
        var parts: HTML = ""
        var end = text.startIndex
        for range in hit.ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound >= end {
            parts += "\(safe(text[end..<range.lowerBound]))<mark>\(safe(text[range]))</mark>"
            end = range.upperBound
        }
        return "<bdi>\(parts)\(safe(text[end...]))</bdi>"
    }

    private func safe(_ text: Substring) -> String { SafeText(String(text)).text }
}

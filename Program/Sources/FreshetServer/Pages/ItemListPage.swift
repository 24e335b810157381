import FeedStore
import Feeds
import Search
import WebText

/// Items of several feeds: unread, saved, labelled or muted ones.
struct ItemListPage: Sendable {
    /// The selection of items.
    enum Kind: String, Sendable, Hashable {
        case unread, saved, label, muted

        /// The items that the list selects from all feeds.
        var selection: ItemSelection {
            switch self {
            case .unread: ItemSelection(.followed, isUnread: true, groupsStories: true)
            case .saved: ItemSelection(.all, isSaved: true, groupsStories: true)
            // The name of the label comes with the request.
            case .label: ItemSelection(.all, groupsStories: true)
            case .muted: ItemSelection(.all, isMuted: true)
            }
        }
    }

    let kind: Kind
    let items: ListedItems
    let site: PageContext
    /// The only feed in the list; nil for several feeds.
    var feed: Feed?
    /// The folder of the listed feeds; nil for all folders.
    var folder: String?
    /// The label of the items, in a list of labelled items.
    var label: String?
    var query = ItemListQuery()
    /// The addresses of the reader's lists as feeds; nil if there are none.
    var feedAddresses: PersonalFeedAddresses?
    /// The open item.
    var article: ItemArticle?

    var html: HTML {
        let rows = entryRows.map(\.row)
        return Layout(title: article?.title ?? title, address: feed?.address ?? address(ItemListQuery()), site: site)
            .document(
                """
                <main id="main" class="feed listing\(rows.listClasses)\(article == nil ? nil : " has-item" as HTML?)" data-several\(live)\(TextsLink(list: address).attribute)>\(bar)
                <div class="list"><ol class="rows mixed" id="rows" aria-label="\(title)">\(rows.map(\.html))</ol>\(MarkForm(options: options).html)\
                \(items.items.isEmpty || kind == .unread ? empty : nil)\(unreadable)\(more)</div>\
                \(ReadingPane(article: article, list: address).html)</main>
                """)
    }

    private var bar: HTML {
        PageBar(
            title: SafeText(title, atMost: 200).html,
            status:
                "<p class=\"summary\">\(summary)</p>",
            actions:
                "<button id=\"pill\" class=\"pill\" type=\"button\" hidden></button>\(button)\(refreshForm?.html)",
            menu: menu, tools: tools
        ).html
    }

    private var title: String {
        let name =
            switch kind {
            case .unread: "Unread"
            case .saved: "Saved"
            case .label: label ?? ""
            case .muted: "Muted"
            }
        if let feed { return "\(name) in \(site.title(of: feed))" }
        return folder.map { "\(name) in \($0)" } ?? name
    }

    /// The address of the page, with the reader's choices.
    private var address: String { address(query) }

    /// The path of the whole list.
    private var path: String { label.map(LabelChip.address) ?? "/\(kind.rawValue)" }

    private func address(_ query: ItemListQuery) -> String {
        var pairs = query.pairs
        var path = self.path
        if let feed, kind == .muted {
            path = feed.address
            pairs.insert("muted=1", at: 0)
        } else if let feed {
            pairs.insert("feed=" + feed.address.percentEncoded, at: 0)
        } else if let folder {
            pairs.insert("folder=" + folder.percentEncoded, at: 0)
        }
        return path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// The search in the list, and its order.
    private var tools: HTML? {
        guard kind == .unread || ([.saved, .label].contains(kind) && (query.words != nil || !items.items.isEmpty))
        else { return nil }
        let place: HTML? =
            feed.map { Hidden("feed", $0.address).html } ?? folder.map { Hidden("folder", $0).html }
        let order: HTML? = query.namedOrder.map { Hidden("order", $0).html }
        return """
            <div class="tools"><form id="find" class="find" method="get" action="\(path)" role="search" aria-label="Search this list">\
            \(place)\(order)<label class="search">\(Icon.search.html)<span class="visually-hidden">Search this list</span>\
            <input type="search" name="q" value="\(query.words ?? "")" maxlength="200" placeholder="Filter" autocomplete="off" spellcheck="false"></label>\
            <button class="button plain">Filter</button></form>\
            <div class="scope" role="group" aria-label="Order">\(orderLink("Newest", false))\(orderLink("Oldest", true))</div></div>
            """
    }

    private var menu: HTML {
        let address = personalFeed.flatMap { feedAddresses?.address($0) }
        return """
            \(kind == .unread ? scrolling : nil)\(joining)\
            \(PersonalFeedAddresses.menu(address, folder == nil ? "Feed of this list" : "Feed of this folder"))
            """
    }

    /// The buttons that join the items of the folder's feeds with others, or keep them apart.
    private var joining: HTML? {
        guard let folder, site.preferences.stories == .on else { return nil }
        let settings = site.followed.filter { $0.isIn(folder: folder) }.map { $0.settings.stories ?? .joined }
        func button(_ stories: FollowSettings.Stories, _ words: HTML) -> HTML {
            "<button class=\"button quiet\" name=\"stories\" value=\"\(stories.rawValue)\">\(words)</button>"
        }
        let apart: HTML? = settings.contains { $0 != .apart } ? button(.apart, "Never join this folder's stories") : nil
        let joined: HTML? = settings.contains(.apart) ? button(.joined, "Join this folder's stories") : nil
        return settings.isEmpty
            ? nil
            : """
            <form method="post" action="/following">\(Hidden("do", FollowedChange.stories.rawValue).html)\(Hidden("in", folder).html)\
            \(Hidden("return", address).html)\(apart)\(joined)</form>
            """
    }

    /// The feed with the items of the list; nil if the list isn't offered as a feed.
    private var personalFeed: PersonalFeed? {
        if feed != nil || query.words != nil { return nil }
        return switch kind {
        case .unread: folder.map { .folder($0) } ?? .unread
        case .saved: folder == nil ? .saved : nil
        case .label, .muted: nil
        }
    }

    /// For the page's script.
    private var scrolling: HTML {
        """
        <button class="reads-by-scrolling" type="button" aria-pressed="\(site.preferences.readsByScrolling ? "true" : "false")">Mark as read while scrolling</button>
        """
    }

    private func orderLink(_ name: HTML, _ isOldestFirst: Bool) -> HTML {
        var query = query
        (query.isOldestFirst, query.offset) = (isOldestFirst, 0)
        let current: HTML? = isOldestFirst == self.query.isOldestFirst ? " aria-current=\"true\"" : nil
        return "<a href=\"\(address(query))\"\(current)>\(name)</a>"
    }

    /// The link to the next items, which the page's script follows as the reader scrolls.
    private var more: HTML? {
        let end = query.offset + items.items.count + items.unreadable
        guard items.total > end, !items.items.isEmpty else { return nil }
        var next = query
        next.offset = end
        let following = min(items.total - end, items.items.count)
        return """
            <div class="more"><a class="button" rel="next" href="\(address(next))">Show \(following.grouped) more</a>\
            <span>\(end.grouped) of \(items.total.grouped)</span></div>
            """
    }

    /// Unread items arrive while the page is open.
    private var live: HTML? {
        kind == .unread
            ? " data-live=\"/unread\" data-refill=\"\(address)\"\(query.offset == 0 ? items.wholeness : nil)" : nil
    }

    /// The noun for a row.
    private var noun: (one: String, many: String) {
        kind.selection.groupsStories ? site.rowNoun : ("item", "items")
    }

    private var summary: HTML {
        let (count, total) = (items.items.count, items.total)
        let muted: HTML? =
            items.mutedCount > 0 ? " <a href=\"/muted\">\(items.mutedCount) muted</a>" : nil
        if let words = query.words { return "\(total.grouped) with “\(SafeText(words).text)”" }
        if total == 0 { return "\(muted)" }
        let number: HTML =
            count < total
            ? "\(count.grouped) of \(total.counted(noun.one, noun.many))" : "\(total.counted(noun.one, noun.many))"
        return switch kind {
        case .unread where feed == nil && folder == nil:
            "\(site.unreadSummary(total))\(muted)"
        case .unread: "\(number)\(muted)"
        case .saved: "\(number), \(query.isOldestFirst ? "oldest" : "most recently saved") first."
        case .label: "\(number) with this label, newest first. <a href=\"/labels\">All labels</a>"
        case .muted where feed != nil:
            "\(number) hidden by your <a href=\"/rules\">rules</a>. <a href=\"\(feed?.address ?? "/")\">Back to the feed</a>"
        case .muted: "\(number) hidden by your <a href=\"/rules\">rules</a>, newest first."
        }
    }

    private var target: MarkTarget { MarkTarget(feed: feed?.address, folder: folder) }

    private var button: HTML? {
        let until = site.seenBy(items.items.map(\.shown))
        // The form marks the whole list, not what the words select.
        return kind == .unread && query.words == nil
            ? ReadForm(target: target, until: until, returnPath: address).html : nil
    }

    private var refreshForm: RefreshForm? {
        kind == .unread && feed == nil ? RefreshForm(of: site.followed, in: folder, returnPath: address) : nil
    }

    private var options: RowOptions {
        RowOptions(older: kind == .unread && query.words == nil ? target : nil, site: site, returnPath: address)
    }

    var entryRows: [EntryRow] { items.items.map { $0.entryRow(options) } }

    private var empty: HTML { emptyNote.html }

    private var emptyNote: EmptyNote {
        switch kind {
        case _ where query.words != nil:
            EmptyNote(
                reason: "Nothing in this list matches.", action: .link(address(ItemListQuery()), "Clear the filter"),
                isLive: true)
        case .unread where site.followed.isEmpty:
            EmptyNote(
                reason: "You don't follow any feeds yet.", advice: "Unread items of the feeds you follow appear here.",
                action: .form(FollowForm(site: site).entry(id: "list-follow")), isLive: true)
        case .unread:
            feed.map { .caughtUp(.link($0.address, "Show all items")) }
                ?? (folder == nil ? .caughtUp() : .caughtUp(.link(path, "Show other folders")))
        case .muted:
            EmptyNote(
                reason: "Nothing is muted.", advice: "Items that your rules hide appear here.",
                action: .link("/rules", "Open rules"))
        case .label:
            EmptyNote(
                reason: "Nothing has this label.",
                advice:
                    "Items that you give this label appear here<span class=\"for-keys\">: press <kbd>l</kbd> in an item</span>.",
                action: EmptyNote.choosing)
        case .saved:
            EmptyNote(
                reason: "Nothing saved yet.",
                advice:
                    "Items whose bookmark you select<span class=\"for-keys\">, or that you save with <kbd>s</kbd>,</span> stay here.",
                action: EmptyNote.choosing)
        }
    }

    private var unreadable: HTML? {
        items.unreadable > 0
            ? "<p class=\"notice\">This version of Freshet can't read \(items.unreadable) more.</p>" : nil
    }
}

extension ListedItems {
    /// The attribute of a complete list: the page's script treats all other items as read.
    var wholeness: HTML? { items.count + unreadable == total ? " data-is-whole" : nil }
}

extension ListedItems.Item {
    /// The item's row, with its feed.
    func entryRow(_ options: RowOptions, match: SearchMatch? = nil) -> EntryRow {
        let source = EntrySource(feed: feed, title: options.site.title(of: feed))
        return EntryRow(
            shown: shown, key: key, options: options, source: source,
            story: story.map { RowStory($0, after: feed.key, options.site) }, match: match)
    }
}

/// The query of a list of several feeds: its part, its order and its words.
struct ItemListQuery: Sendable, Hashable {
    /// The number of items before the page.
    var offset = 0
    var isOldestFirst = false
    /// The account's order, which addresses leave out.
    private var usualOrder = AccountSettings.Order.newest
    /// Words that each item or its feed's name has.
    var words: String?

    /// All of a list, newest first.
    init() {}

    /// Reads the query of an address; fails with ``BadRequest``.
    /// - Parameter usual: the order without one in the address.
    init(_ target: Target, usual: AccountSettings.Order = .newest) throws {
        usualOrder = usual
        offset = try target.number("offset", in: 0...1_000_000) ?? 0
        words = try target.text("q", atMost: 200)?.ifNotBlank
        let chosen = target["order"]?.ifNotBlank
        guard let order = chosen.map(AccountSettings.Order.init(rawValue:)) ?? usual else {
            throw BadRequest(message: "“\(chosen ?? "")” isn't an order. Use ?order=newest or ?order=oldest.")
        }
        isOldestFirst = order == .oldest
    }

    /// The order; nil if addresses leave it out.
    var namedOrder: String? {
        let order = isOldestFirst ? AccountSettings.Order.oldest : .newest
        return order == usualOrder ? nil : order.rawValue
    }

    /// The parts of an address, without defaults: `order=oldest`.
    var pairs: [String] {
        (namedOrder.map { ["order=" + $0] } ?? []) + (words.map { ["q=" + $0.percentEncoded] } ?? [])
            + (offset > 0 ? ["offset=\(offset)"] : [])
    }

    /// Restricts a selection.
    /// - Parameter followed: the feeds whose names may have the words.
    func apply(to selection: inout ItemSelection, followed: [FollowedFeed]) {
        selection.isOldestFirst = isOldestFirst
        guard let words else { return }
        let names = followed.map { ($0.feed.key, ItemWords($0.title)) }
        selection.words = ItemWords.words(of: words).map { word in
            .init(word, feeds: names.filter { $0.1.contains(Array(word.utf8)) }.map(\.0))
        }
    }
}

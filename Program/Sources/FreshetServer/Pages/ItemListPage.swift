import FeedStore
import Feeds
import WebText

/// Items of several feeds: the unread ones of followed feeds, the saved ones, or those that rules hide.
struct ItemListPage: Sendable {
    /// Which items.
    enum Kind: String, Sendable, Hashable {
        case unread, saved, muted

        /// The items that the list selects from all feeds.
        var selection: ItemSelection {
            switch self {
            case .unread: ItemSelection(.followed, isUnread: true)
            case .saved: ItemSelection(.all, isSaved: true)
            case .muted: ItemSelection(.all, isMuted: true)
            }
        }
    }

    let kind: Kind
    let items: ListedItems
    let site: Site
    /// The only feed in the list; nil for several feeds.
    var feed: Feed?
    /// The folder of the listed feeds; nil for all folders.
    var folder: String?

    var html: HTML {
        Layout(title: title, address: feed?.address ?? address, site: site).document(
            """
            <main id="main" class="feed listing"\(live)>\(bar)
            <div class="list"><ol class="rows mixed" id="rows" aria-label="\(title)">\(rows.map(\.html))</ol>\
            \(items.items.isEmpty || kind == .unread ? empty : nil)\(unreadable)</div>\
            \(ReadingPane(article: nil, list: address).html)</main>
            """)
    }

    private var bar: HTML {
        PageBar(
            title: SafeText(title, atMost: 200).html,
            status:
                "<p class=\"summary\">\(summary)</p>",
            actions: "<button id=\"pill\" class=\"pill\" type=\"button\" hidden></button>\(button)"
        ).html
    }

    private var title: String {
        let name =
            switch kind {
            case .unread: "Unread"
            case .saved: "Saved"
            case .muted: "Muted"
            }
        if let feed { return "\(name) in \(site.followed(feed)?.title ?? feed.title)" }
        return folder.map { "\(name) in \($0)" } ?? name
    }

    /// The address of the list.
    private var address: String {
        if let feed {
            return kind == .muted ? feed.address + "?muted=1" : "/\(kind.rawValue)?feed=\(feed.address.percentEncoded)"
        }
        return "/\(kind.rawValue)" + (folder.map { "?folder=" + $0.percentEncoded } ?? "")
    }

    /// Unread items arrive while the page is open.
    private var live: HTML? {
        kind == .unread ? " data-live=\"/unread\" data-refill=\"\(address)\"\(items.wholeness)" : nil
    }

    private var summary: HTML {
        let (count, total) = (items.items.count, items.total)
        let muted: HTML? =
            items.mutedCount > 0 ? " <a href=\"/muted\">\(items.mutedCount) muted</a>" : nil
        if total == 0 { return "\(muted)" }
        let number: HTML =
            count < total
            ? "\(count.grouped) of \(total.grouped) items" : total == 1 ? "1 item" : "\(total.grouped) items"
        return switch kind {
        case .unread where feed == nil && folder == nil:
            "<span data-unread=\"/unread\">\(total.grouped)</span> unread\(count < total ? ", the newest \(count.grouped) shown" : nil as HTML?)\(muted)"
        case .unread: "\(number)\(muted)"
        case .saved: "\(number), most recently saved first."
        case .muted where feed != nil:
            "\(number) hidden by your <a href=\"/rules\">rules</a>. <a href=\"\(feed?.address ?? "/")\">Back to the feed</a>"
        case .muted: "\(number) hidden by your <a href=\"/rules\">rules</a>, newest first."
        }
    }

    private var target: MarkTarget { MarkTarget(feed: feed?.address, folder: folder) }

    private var button: HTML? {
        let until = site.seenBy(items.items.map(\.shown))
        return kind == .unread ? ReadForm(target: target, until: until, destination: address).html : nil
    }

    private var rows: [Row] {
        let options = RowOptions(older: kind == .unread ? target : nil, site: site, destination: address)
        return items.items.map { $0.row(options) }
    }

    private var empty: HTML {
        switch kind {
        case .unread where site.followed.isEmpty:
            "<div class=\"notice when-none\"><p class=\"lede\">Unread items of the feeds you follow appear here.</p>\(FollowForm(site: site).entry(id: "list-follow"))</div>"
        case .unread:
            "<div class=\"notice when-none\"><p class=\"lede\">All caught up.</p><p>New items of the feeds you follow appear here.</p></div>"
        case .muted:
            "<div class=\"notice\"><p class=\"lede\">Nothing is muted.</p><p>Items that your <a href=\"/rules\">rules</a> hide appear here.</p></div>"
        case .saved:
            """
            <div class="notice"><p class="lede">Nothing saved yet.</p><p>Select the bookmark beside an item, or press <kbd>s</kbd>, \
            to keep the item here.</p></div>
            """
        }
    }

    private var unreadable: HTML? {
        items.unreadable > 0
            ? "<p class=\"notice\">This version of Freshet can't read \(items.unreadable) more.</p>" : nil
    }
}

extension ListedItems {
    /// An attribute of a list that has all items, from which the page's script knows that others are read.
    var wholeness: HTML? { items.count + unreadable == total ? " data-is-whole" : nil }
}

extension ListedItems.Item {
    /// The item's row, with its feed.
    func row(_ options: RowOptions, match: SearchMatch? = nil) -> Row {
        let source = EntrySource(feed: feed, title: options.site.followed(feed)?.title ?? feed.title)
        return EntryRow(shown: shown, key: key, options: options, source: source, match: match).row
    }
}

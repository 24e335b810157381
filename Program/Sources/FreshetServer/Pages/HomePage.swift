import FeedStore
import Feeds
import WebText

/// The first page: the newest unread items with their pictures, those of feeds that rarely publish, then the others by folder. No item
/// or story is there twice. Readers without unread items see the latest ones.
struct HomePage: Sendable {
    /// The unread items of a folder that the page doesn't show above.
    struct Folder: Sendable {
        let path: String
        let name: String
        let items: [ListedItems.Item]
        /// The number of all unread items of the folder.
        let total: Int
    }

    /// The newest unread items.
    var newest = ListedItems(items: [], total: 0)
    /// The unread items of feeds that rarely publish.
    var rare: [ListedItems.Item] = []
    var folders: [Folder] = []
    /// The latest items, if all are read.
    var latest: [ListedItems.Item] = []
    let site: Site
    /// The open item.
    var article: ItemArticle?

    var html: HTML {
        Layout(title: article?.title ?? "Freshet", address: "/", site: site).document(
            """
            <main id="main" class="feed home\(article == nil ? nil : " has-item" as HTML?)" data-live="/unread" data-several\(TextsLink(list: "/").attribute)>\
            \(site.followed.isEmpty ? welcome : list)\(ReadingPane(article: article, list: "/").html)</main>
            """)
    }

    // MARK: A reader who follows nothing

    private var welcome: HTML {
        let places: [HTML] = site.shownUpstreams.filter { !$0.menu.isEmpty }.map { upstream in
            "<a class=\"button\" href=\"\(upstream.menu[0].feed.address)\">\(Icon(upstream).html)\(upstream.section)</a>"
        }
        return """
            <div class="welcome"><h1>What do you want to follow?</h1>\
            <p class="lede">The newest items of what you follow appear here. Paste the address of a site, a feed, a repository or a person.</p>\
            \(FollowForm(site: site).entry(id: "home-follow"))<p class="fine">Or look at what everyone can read:</p><div class="places-row">\(places)</div></div>
            """
    }

    // MARK: A reader's items

    private var list: HTML {
        """
        \(bar)<div class="list">\(newestSection)\
        \(section("rare", "Rarely updated", rare))\(folders.isEmpty ? nil : "<div class=\"sections\">\(folders.map(section))</div>" as HTML?)\
        \(section("latest", "Latest", latest))\(MarkForm(options: options).html)\(FollowForm(site: site).entry(id: "home-follow"))</div>
        """
    }

    private var bar: HTML {
        let count = site.unread.total
        return PageBar(
            title: count == 0
                ? "All caught up" : site.unreadSummary(count),
            actions:
                "<button id=\"pill\" class=\"pill\" type=\"button\" hidden></button>\(readForm)\(RefreshForm(of: site.followed, destination: "/")?.html)"
        ).html
    }

    private var readForm: HTML? {
        newest.items.isEmpty
            ? nil
            : ReadForm(target: MarkTarget(), until: site.seenBy(newest.items.map(\.shown)), destination: "/").html
    }

    private var newestSection: HTML {
        let all: HTML? =
            newest.total > newest.items.count
            ? "<p class=\"more\"><a class=\"button\" href=\"/unread\">Show all unread items</a></p>" : nil
        let rows = entryRows(newest.items).map(\.row)
        return """
            <section id="home-newest" class="unread-items\(rows.listClasses)" data-refill="/" data-reloads aria-label="Newest"\(newest.wholeness)>\
            <ol class="rows mixed cards" aria-label="Newest">\(rows.map(\.html))</ol>\(all)\
            <div class="caught-up">\(EmptyNote.caughtUp().html)</div></section>
            """
    }

    private func section(_ id: String, _ name: HTML, _ items: [ListedItems.Item]) -> HTML? {
        items.isEmpty ? nil : section(id, name, rows(items))
    }

    private func section(_ folder: Folder) -> HTML {
        let name: HTML = """
            <a href="/unread?folder=\(folder.path.percentEncoded)">\(SafeText(folder.name, atMost: 80).html)</a>\
            <span class="unread-count">\(folder.total.grouped)</span>
            """
        return section("folder-" + folder.path.elementID, name, rows(folder.items))
    }

    private func section(_ id: String, _ name: HTML, _ rows: [HTML]) -> HTML {
        """
        <section class="section" aria-labelledby="home-\(id)"><h2 id="home-\(id)">\(name)</h2>\
        <ol class="rows mixed" aria-labelledby="home-\(id)">\(rows)</ol></section>
        """
    }

    private var options: RowOptions { RowOptions(older: MarkTarget(), site: site, destination: "/") }

    /// The rows of all its lists.
    var entryRows: [EntryRow] { entryRows(newest.items + rare + folders.flatMap(\.items) + latest) }

    private func entryRows(_ items: [ListedItems.Item]) -> [EntryRow] { items.map { $0.entryRow(options) } }

    private func rows(_ items: [ListedItems.Item]) -> [HTML] { entryRows(items).map(\.row.html) }
}

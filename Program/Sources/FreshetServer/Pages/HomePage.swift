import FeedStore
import Feeds
import Platform
import WebText

/// The first page, with the unread items.
///
/// The newest ones come first, with their pictures, then the ones of feeds that rarely publish, then the others by folder.
/// No item or story is there twice. Readers without unread items see the latest ones.
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
    let site: PageContext
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
                "<button id=\"pill\" class=\"pill\" type=\"button\" hidden></button>\(readForm)\(RefreshForm(of: site.followed, returnPath: "/")?.html)"
        ).html
    }

    private var readForm: HTML? {
        newest.items.isEmpty
            ? nil
            : ReadForm(target: MarkTarget(), until: site.seenBy(newest.items.map(\.shown)), returnPath: "/").html
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

    private var options: RowOptions { RowOptions(older: MarkTarget(), site: site, returnPath: "/") }

    /// The rows of all its lists.
    var entryRows: [EntryRow] { entryRows(newest.items + rare + folders.flatMap(\.items) + latest) }

    private func entryRows(_ items: [ListedItems.Item]) -> [EntryRow] { items.map { $0.entryRow(options) } }

    private func rows(_ items: [ListedItems.Item]) -> [HTML] { entryRows(items).map(\.row.html) }
}

extension HomePage {
    /// The maximum number of the newest items.
    static let newestLimit = 12
    /// The maximum number of newest items of one feed, while others have unread items too.
    static let perFeed = 3
    /// A feed publishes rarely if it lists at most this many items of the last ``rareDays`` days.
    private static let rareItems = 3
    private static let rareDays = 30.0
    /// The maximum numbers of feeds that are tested for it, and of their items that are shown.
    private static let (testedFeeds, rareLimit) = (24, 6)
    /// The maximum numbers of folders, and of items of each.
    private static let (folderLimit, perFolder) = (12, 5)

    /// Reads the items of the page. Blocks the calling thread on the store.
    init(_ environment: FeedEnvironment, _ site: PageContext, article: ItemArticle? = nil) throws {
        self.init(site: site, article: article)
        if site.followed.isEmpty { return }
        newest = try Self.newest(in: environment, for: site)
        guard newest.total > 0 else {
            latest = try environment.items(ItemSelection(.followed, groupsStories: true), limit: Self.newestLimit).items
            return
        }
        var shown = Set(newest.items.flatMap(\.keys))
        rare = try Self.rare(in: environment, for: site, without: shown)
        shown.formUnion(rare.flatMap(\.keys))
        for folder in FeedFolder(site.followed).folders.prefix(Self.folderLimit) {
            guard site.unreadCount(folder) > 0 else { continue }
            let selection = ItemSelection(.folder(folder.path), isUnread: true, groupsStories: true)
            let found = try environment.items(selection, limit: Self.perFolder + shown.count)
            let items = found.items.filter { shown.isDisjoint(with: $0.keys) }.prefix(Self.perFolder)
            shown.formUnion(items.flatMap(\.keys))
            if !items.isEmpty {
                folders.append(.init(path: folder.path, name: folder.name, items: Array(items), total: found.total))
            }
        }
    }

    /// The newest unread items. A feed with many leaves places for the others.
    private static func newest(in environment: FeedEnvironment, for site: PageContext) throws -> ListedItems {
        let selection = ItemListPage.Kind.unread.selection
        // Usually enough to find items of several feeds.
        var list = try environment.items(selection, limit: newestLimit * 5)
        var candidates = list.items
        if list.total > candidates.count {
            let listed = Set(candidates.map(\.feed.key))
            let others = site.followed.map(\.feed).filter { !listed.contains($0.key) && site.unreadCount($0) > 0 }
            for feed in others.prefix(newestLimit) {
                let selection = ItemSelection(.feed(feed.key), isUnread: true, groupsStories: true)
                candidates += try environment.items(selection, limit: perFeed).items
            }
        }
        list.items = capped(candidates)
        return list
    }

    /// The unread items of feeds that rarely publish, newest first.
    private static func rare(
        in environment: FeedEnvironment, for site: PageContext, without shown: Set<ItemKey>
    ) throws -> [ListedItems.Item] {
        let since = site.now - rareDays * 86_400
        let candidates = site.followed.map(\.feed).filter { 1...rareItems ~= site.unreadCount($0) }
        let feeds = try candidates.prefix(testedFeeds).filter { feed in
            var recent = ItemSelection(.feed(feed.key))
            recent.since = since
            return try environment.items(recent, limit: 1).total <= rareItems
        }
        if feeds.isEmpty { return [] }
        let selection = ItemSelection(.these(feeds.map(\.key)), isUnread: true, groupsStories: true)
        return Array(
            try environment.items(selection, limit: rareLimit + shown.count).items
                .filter { shown.isDisjoint(with: $0.keys) }.prefix(rareLimit))
    }

    /// The newest items, at most ``perFeed`` of each feed unless there are too few, newest first.
    static func capped(_ items: [ListedItems.Item]) -> [ListedItems.Item] {
        var seen: Set<ItemKey> = []
        let stories = items.filter { item in
            defer { seen.formUnion(item.keys) }
            return seen.isDisjoint(with: item.keys)
        }
        let ordered = stories.enumerated()
            .sorted { one, other in
                (one.element.time, other.offset) > (other.element.time, one.offset)
            }
            .map(\.element)
        var counts: [FeedKey: Int] = [:]
        var isChosen = ordered.map { item in
            counts[item.feed.key, default: 0] += 1
            return counts[item.feed.key, default: 0] <= perFeed
        }
        var left = newestLimit
        for index in ordered.indices where isChosen[index] {
            isChosen[index] = left > 0
            left -= 1
        }
        for index in ordered.indices where !isChosen[index] && left > 0 {
            isChosen[index] = true
            left -= 1
        }
        return zip(ordered, isChosen).filter(\.1).map(\.0)
    }
}

extension ListedItems.Item {
    /// The keys of the items in its row.
    fileprivate var keys: [ItemKey] { story?.voices.map(\.key) ?? [key] }

    /// The time that lists are sorted by.
    fileprivate var time: Date { shown.entry.date ?? shown.firstSeenAt ?? .distantPast }
}

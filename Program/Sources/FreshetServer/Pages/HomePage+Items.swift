import FeedStore
import Feeds
import Platform

extension HomePage {
    /// The maximum number of the newest items.
    static let newestLimit = 12
    /// How many of the newest items may be of one feed while others have unread items too.
    static let perFeed = 3
    /// A feed publishes rarely if it lists at most this many items of the last ``rareDays`` days.
    private static let rareItems = 3
    private static let rareDays = 30.0
    /// How many feeds are tested for it, and how many of their items are shown.
    private static let (testedFeeds, rareLimit) = (24, 6)
    /// The maximum numbers of folders, and of items of each.
    private static let (folderLimit, perFolder) = (12, 5)

    /// Reads the items of the page. Blocks the calling thread on the store.
    init(_ environment: FeedEnvironment, _ site: Site, article: ItemArticle? = nil) throws {
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
    private static func newest(in environment: FeedEnvironment, for site: Site) throws -> ListedItems {
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
        in environment: FeedEnvironment, for site: Site, without shown: Set<ItemKey>
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
    /// The items that its row stands for.
    fileprivate var keys: [ItemKey] { story?.voices.map(\.key) ?? [key] }

    /// The time that lists are sorted by.
    fileprivate var time: Date { shown.entry.date ?? shown.firstSeenAt ?? .distantPast }
}

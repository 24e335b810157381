import FeedStore
import Feeds

/// The list of feeds: unread items, folders, followed feeds, then feeds to discover.
struct SidebarPane: Sendable {
    struct Row: Hashable, Sendable {
        /// Nil for a heading.
        let source: ReaderSource?
        let title: String
        var unread = 0
        var depth = 0
        var isFollowed = false
        /// True if the feed's last refresh failed.
        var hasFailed = false
    }

    private(set) var rows: [Row] = []
    private(set) var window = ScrollWindow()
    private(set) var followed: [FollowedFeed] = []
    private var counts = UnreadCounts()
    private var isLoaded = false
    private var failed: Set<FeedKey> = []
    /// A feed that was selected although it is neither followed nor to discover.
    private var guest: Feed?
    private let catalog: FeedCatalog

    init(_ catalog: FeedCatalog) {
        self.catalog = catalog
        rows = allRows
    }

    var selected: ReaderSource? { rows.indices.contains(window.cursor) ? rows[window.cursor].source : nil }

    /// The reader's own names of feeds.
    var names: [FeedKey: String] {
        Dictionary(followed.map { ($0.feed.key, $0.title) }) { first, _ in first }
    }

    /// - Parameter ownTitle: the feed's own title, if it is known.
    func title(of source: ReaderSource, ownTitle: String? = nil) -> String {
        if case .feed(let feed) = source {
            return followed.first { $0.feed == feed }?.title ?? ownTitle ?? feed.title
        }
        return rows.first { $0.source == source }?.title ?? ""
    }

    /// The titles of a list's feeds whose last refresh failed.
    func failedFeeds(in source: ReaderSource) -> [String] {
        members(of: source).filter { failed.contains($0.feed.key) }.map(\.title)
    }

    /// The followed feeds that are refreshed on their own.
    var refreshed: Set<FeedKey> { Set(followed.filter { $0.settings.interval != .never }.map(\.feed.key)) }

    func contains(_ source: ReaderSource) -> Bool { row(of: source) != nil }

    /// The number of unread items of a source; nil before the store's answer.
    func unreadCount(in source: ReaderSource) -> Int? { isLoaded ? row(of: source).map { rows[$0].unread } : nil }

    private func members(of source: ReaderSource) -> [FollowedFeed] {
        switch source {
        case .unread: followed
        case .folder(let name): followed.filter { $0.isIn(folder: name) }
        case .saved, .feed: []
        }
    }

    /// Shows the store's current feeds; the selected feed stays selected, even if it was unfollowed.
    mutating func update(
        _ followed: [FollowedFeed], _ counts: UnreadCounts, failed: Set<FeedKey> = [], height: Int
    ) {
        let selected = selected
        (self.followed, self.counts, self.failed, isLoaded) = (followed, counts, failed, true)
        rows = allRows
        if let feed = selected?.feed, row(of: .feed(feed)) == nil { add(feed) }
        let row = rows.firstIndex { $0.source != nil && $0.source == selected } ?? window.cursor
        window.move(to: row, count: rows.count, height: height)
        if rows[window.cursor].source == nil { move(by: 1, height: height) }
    }

    /// Counts a story as read or unread until the store's own counts arrive: once in lists, and each item in its feed.
    mutating func adjust(_ feeds: [FeedKey], by number: Int) {
        let changed = followed.filter { feeds.contains($0.feed.key) }
        if changed.isEmpty { return }
        let folders = Set(changed.flatMap { FolderPath.around($0.settings.folder ?? "") })
        for index in rows.indices {
            let items =
                switch rows[index].source {
                case .unread: 1
                case .folder(let name): folders.contains(name) ? 1 : 0
                case .feed(let feed): changed.contains { $0.feed == feed } ? feeds.count { $0 == feed.key } : 0
                case .saved, nil: 0
                }
            if items > 0 { rows[index].unread = max(0, rows[index].unread + number * items) }
        }
    }

    /// Moves by rows that can be selected.
    mutating func move(by number: Int, height: Int) {
        var row = window.cursor
        for _ in 0..<abs(number) {
            guard let next = next(after: row, number.signum()) else { break }
            row = next
        }
        window.move(to: row, count: rows.count, height: height)
    }

    mutating func move(to row: Int, height: Int) {
        let target = max(0, min(row, rows.count - 1))
        let near = rows[target].source != nil ? target : next(after: target, 1) ?? next(after: target, -1) ?? target
        window.move(to: near, count: rows.count, height: height)
    }

    /// Selects the row of the list's source; adds a row for a feed that has none.
    mutating func select(_ source: ReaderSource, height: Int) {
        if let feed = source.feed, row(of: source) == nil { add(feed) }
        guard let row = row(of: source) else { return }
        window.move(to: row, count: rows.count, height: height)
    }

    private mutating func add(_ feed: Feed) {
        guest = feed
        rows = allRows
    }

    private func row(of source: ReaderSource) -> Int? { rows.firstIndex { $0.source == source } }

    mutating func scroll(by number: Int, height: Int) { move(by: number, height: height) }

    /// The nearest followed feed with unread items after (1) or before (-1) a source, around the end; the source itself comes last.
    func feedWithUnread(from source: ReaderSource, _ direction: Int) -> ReaderSource? {
        let start = rows.firstIndex { $0.source == source } ?? 0
        let order = (1...max(1, rows.count)).map { ((start + $0 * direction) % rows.count + rows.count) % rows.count }
        return order.map { rows[$0] }.first { $0.isFollowed && $0.unread > 0 }?.source
    }

    private func next(after row: Int, _ step: Int) -> Int? {
        var row = row + step
        while rows.indices.contains(row) {
            if rows[row].source != nil { return row }
            row += step
        }
        return nil
    }

    private var allRows: [Row] {
        var rows = [Row(source: .unread, title: "Unread", unread: counts.total), Row(source: .saved, title: "Saved")]
        rows += members(of: FeedFolder(followed), depth: 0)
        let discoveries = discoveries
        if let guest, !(rows + discoveries).contains(where: { $0.source == .feed(guest) }) {
            rows.append(Row(source: .feed(guest), title: guest.title))
        }
        return rows + discoveries
    }

    /// The feeds of a folder, then its subfolders with theirs.
    private func members(of folder: FeedFolder, depth: Int) -> [Row] {
        folder.feeds.map { row($0, depth: depth) }
            + folder.folders.flatMap { folder in
                let unread = counts.total(of: folder.allFeeds.map(\.feed.key))
                let heading = Row(source: .folder(folder.path), title: folder.name, unread: unread, depth: depth)
                return [heading] + members(of: folder, depth: depth + 1)
            }
    }

    private func row(_ item: FollowedFeed, depth: Int) -> Row {
        Row(
            source: .feed(item.feed), title: item.title, unread: counts.byFeed[item.feed.key] ?? 0, depth: depth,
            isFollowed: true, hasFailed: failed.contains(item.feed.key))
    }

    /// The feeds of menus that aren't followed, by upstream.
    private var discoveries: [Row] {
        let known = Set(followed.map(\.feed.key))
        return catalog.upstreams.flatMap { upstream in
            let links = upstream.menu.filter { !known.contains($0.feed.key) }
            let rows = links.map { Row(source: .feed($0.feed), title: $0.name ?? $0.feed.title, depth: 1) }
            return rows.isEmpty ? [] : [Row(source: nil, title: upstream.section)] + rows
        }
    }
}

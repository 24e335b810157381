import FeedStore
import Feeds
import Platform
import Search

/// The list of a source's items: the part that is loaded, the filter, and the selected item.
///
/// Rows are the positions of items in the whole list, which the store counts.
struct ListPane: Sendable {
    /// A line of the pane.
    enum Line: Hashable, Sendable {
        /// The item at a position.
        case item(Int)
        case divider(Divider)
        /// Further items of the upstream.
        case more
    }

    let source: ReaderSource
    private let order: ItemOrder
    /// The loaded items.
    private(set) var items: [ListedItems.Item] = []
    /// The position of the first loaded item.
    private(set) var start = 0
    /// The number of items in the whole list that pass the filter.
    private(set) var total = 0
    private(set) var window = ScrollWindow()
    private(set) var filter = ""
    /// The part to load.
    private(set) var wanted: ListWindow
    /// The state of the feed besides its items; nil for lists across feeds, and before the first state.
    private(set) var status: FeedState?
    /// The time of the last update: later items haven't been shown. Nil before the first answer.
    private(set) var seenBy: Date?
    private(set) var isLoaded = false
    /// The number of items to request from the upstream; nil for lists across feeds.
    private(set) var limit: Int?
    /// True if the upstream has more items than were requested.
    private var hasMore = false
    /// True if a larger request is pending.
    private(set) var isLoadingMore = false
    private(set) var table: EntryTable
    /// The columns' widths, of all items that have been loaded.
    private(set) var widths: [Int] = []
    /// The lines above items, by position.
    private var dividers: [Int: [Divider]] = [:]
    /// The selected item while its row isn't loaded: many items have arrived above it.
    private var awaited: ItemKey?
    private var names: [FeedKey: String]
    /// The filter that the store has applied to the loaded items.
    private var loadedFilter = ""
    /// The list without the filter, which returns as soon as the filter is cleared.
    private var unfiltered = Part()

    private struct Part: Sendable {
        var items: [ListedItems.Item] = []
        var start = 0
        var total = 0
        var window = ScrollWindow()
    }

    init(_ source: ReaderSource, order: ItemOrder?, names: [FeedKey: String], limit: Int?) {
        self.source = source
        self.limit = limit
        self.names = names
        self.order = order ?? source.feed?.controls.defaultOrder ?? .newest
        wanted = ListWindow(count: limit ?? ListWindow.count(height: 0))
        table = source.feed.map { .feed($0, order: order ?? $0.controls.defaultOrder) } ?? .mixed(names: names)
    }

    var selected: ListedItems.Item? { item(at: window.cursor) }

    /// The item at a position; nil if it isn't loaded.
    func item(at position: Int) -> ListedItems.Item? {
        items.indices.contains(position - start) ? items[position - start] : nil
    }

    private var selectedKey: ItemKey? { awaited ?? selected?.key }
    private var part: ListPart { ListPart(keys: items.map(\.key), start: start, total: total) }

    /// True until the store has applied the filter.
    var isFiltering: Bool { filter != loadedFilter }

    /// The number of rows: the items, and a line for further ones.
    var rowCount: Int { hasMore && filter.isEmpty ? total + 1 : total }
    /// True if the line for further items is selected.
    var isAtMore: Bool { rowCount > total && window.cursor == total }

    /// The number of items that the line for further items loads.
    var moreCount: Int {
        guard let limit, let feed = source.feed else { return 0 }
        return min(max(feed.controls.pageLimit, 50), feed.controls.maximum - limit)
    }

    /// Requests further items, if their line is selected.
    mutating func requestMore() -> Bool {
        guard isAtMore, let limit else { return false }
        if !isLoadingMore { self.limit = limit + moreCount }
        isLoadingMore = true
        return true
    }

    /// The row of a line; nil for lines between rows.
    func row(of line: Line) -> Int? {
        switch line {
        case .item(let position): position
        case .more: total
        case .divider: nil
        }
    }

    /// The visible lines, the selected item among them.
    func lines(height: Int) -> [Line] {
        var lines: [Line] = []
        for position in window.offset..<max(window.offset, min(rowCount, window.offset + height)) {
            lines += (dividers[position] ?? []).map { .divider($0) }
            lines.append(position < total ? .item(position) : .more)
        }
        // Lines between items take room: the upper ones leave.
        let cursor = lines.firstIndex { row(of: $0) == window.cursor } ?? 0
        return Array(lines.dropFirst(max(0, cursor - height + 1)).prefix(height))
    }

    // MARK: What arrives

    /// - Parameter hasMore: true if the upstream has more items than were requested.
    mutating func show(
        _ state: FeedState, in loaded: ListWindow, hasMore: Bool = false, _ clock: Clock, height: Int
    ) {
        guard let feed = source.feed, loaded.filter == filter else { return }
        var status = state
        status.items = []
        self.status = status
        table = .feed(feed, order: order, lastVisitAt: state.lastVisitAt)
        let items = state.items.map { ListedItems.Item(shown: $0, feed: feed) }
        if state.isSettled { (self.hasMore, isLoadingMore) = (hasMore, false) }
        replace(items, total: state.total, loaded, clock, height: height)
        arrange(order == .newest && filter.isEmpty ? Divider.all(state, clock) : [])
        isLoaded = isLoaded || state.isSettled || !items.isEmpty
    }

    mutating func show(_ list: ListedItems, in loaded: ListWindow, _ clock: Clock, height: Int) {
        guard loaded.filter == filter else { return }
        replace(list.items, total: list.total, loaded, clock, height: height)
        isLoaded = true
    }

    /// Shows other names of feeds.
    mutating func rename(_ names: [FeedKey: String], _ clock: Clock) {
        guard source.feed == nil, names != self.names else { return }
        self.names = names
        table = .mixed(names: names)
        measure(clock)
    }

    /// Recomputes what depends on the time.
    mutating func tick(_ clock: Clock) { measure(clock) }

    private mutating func replace(
        _ items: [ListedItems.Item], total: Int, _ loaded: ListWindow, _ clock: Clock, height: Int
    ) {
        // Another voice may represent the selected story.
        let key = selectedKey.map { key in items.first { $0.tells(key) }?.key ?? key }
        let before = part
        self.items = items
        self.total = max(total, loaded.start + items.count)
        (start, loadedFilter) = (loaded.start, loaded.filter)
        // The clock stands still between two ticks, and may have been set back.
        seenBy = items.compactMap(\.shown.firstSeenAt).reduce(max(clock.now, status?.fetchedAt ?? clock.now), max)
        measure(clock)
        select(key, before.place(of: key, at: window.cursor, in: part), height: height)
    }

    private mutating func measure(_ clock: Clock) {
        var natural = TableLayout.naturalWidths(
            of: Table(columns: table.columns, rows: items.map { table.row($0, clock) }))
        // Room for the dot of an item that becomes unread, and for ages that grow.
        for index in natural.indices where index == 0 || (table.columns[index].header == "WHEN" && natural[index] > 0) {
            natural[index] = max(natural[index], index == 0 ? 1 : 4)
        }
        // Columns stay where they are as other parts of the list are loaded.
        widths = widths.count == natural.count ? zip(widths, natural).map(max) : natural
    }

    private mutating func arrange(_ all: [Divider]) {
        var rest = all[...]
        dividers = [:]
        for (index, item) in items.enumerated() {
            let lines = rest.removeLines(above: item.shown, isFirst: index == 0)
            // What is above the first loaded item isn't known.
            if !lines.isEmpty, index > 0 || start == 0 { dividers[start + index] = lines }
        }
    }

    /// Selects the row of an item, or loads what is around it first.
    private mutating func select(_ key: ItemKey?, _ place: ListPart.Place, height: Int) {
        let row: Int
        switch place {
        case .at(let position): (row, awaited) = (position, nil)
        case .near(let position): (row, awaited) = (position, key)
        }
        move(toPosition: row, height: height)
    }

    private mutating func move(toPosition position: Int, height: Int) {
        window.move(to: position, count: rowCount, height: height)
        load(height: height)
    }

    private mutating func load(height: Int) {
        wanted = wanted.covering(window.offset..<window.offset + height, total: total)
    }

    // MARK: What the user does

    /// Narrows the loaded items immediately; the store's answer follows.
    mutating func filter(_ text: String, height: Int) {
        let (before, key) = (part, selectedKey)
        if filter.isEmpty { unfiltered = Part(items: items, start: start, total: total, window: window) }
        let isNarrower = !filter.isEmpty && text.hasPrefix(filter)
        filter = text
        dividers = [:]
        let count = ListWindow.count(height: height)
        if text.isEmpty {
            (items, start, total, window) = (unfiltered.items, unfiltered.start, unfiltered.total, unfiltered.window)
            wanted = ListWindow(start: start, count: max(items.count, count))
            let place = items.firstIndex { $0.key == key }.map { start + $0 }
            select(key, .at(place ?? window.cursor), height: height)
        } else {
            wanted = ListWindow(filter: text, count: count)
            let words = ItemWords.words(of: text).map { Array($0.utf8) }
            items = (isNarrower ? items : unfiltered.items).filter { $0.contains(words) }
            (start, total) = (0, items.count)
            select(key, before.place(of: key, at: window.cursor, in: part), height: height)
        }
    }

    mutating func move(by number: Int, height: Int) { move(to: window.cursor + number, height: height) }

    mutating func move(to position: Int, height: Int) {
        awaited = nil
        move(toPosition: position, height: height)
    }

    mutating func scroll(by number: Int, height: Int) {
        awaited = nil
        window.scroll(by: number, count: rowCount, height: height)
        load(height: height)
    }

    /// Keeps the selected row visible.
    mutating func resize(height: Int) { move(toPosition: window.cursor, height: height) }

    /// The place of the next (1) or previous (-1) unread item.
    enum UnreadPlace: Hashable, Sendable {
        case at(Int)
        /// Not among the loaded items; those at the position are being loaded.
        case beyond(Int)
        case none
    }

    /// The unread item next to a position, in a direction. Loads further items if none of the loaded ones is unread.
    mutating func findUnread(_ direction: Int, after position: Int, height: Int) -> UnreadPlace {
        var place = position + direction
        while place >= 0, place < total {
            guard let item = item(at: place) else {
                wanted = wanted.covering(max(0, place - height / 2)..<place + height / 2 + 1, total: total)
                return .beyond(place)
            }
            if item.shown.isUnread, item.shown.entry.isMarkable { return .at(place) }
            place += direction
        }
        return .none
    }

    /// Shows a mark; returns the items whose mark changed.
    @discardableResult
    mutating func mark(_ keys: Set<ItemKey>, _ mark: Mark) -> [ListedItems.Item] {
        if keys.isEmpty { return [] }
        var changed: [ListedItems.Item] = []
        for index in items.indices where items[index].tells(any: keys) && items[index].shown.entry.isMarkable {
            if items[index].shown.apply(mark) { changed.append(items[index]) }
        }
        for index in unfiltered.items.indices where unfiltered.items[index].tells(any: keys) {
            _ = unfiltered.items[index].shown.apply(mark)
        }
        return changed
    }

    /// All items of the stories that some tell.
    func voices(toldWith keys: Set<ItemKey>) -> [ItemKey] {
        items.filter { $0.tells(any: keys) }.flatMap { $0.story?.voices.map(\.key) ?? [] }
    }
}

extension ListedItems.Item {
    /// True for each of the items, and for the rows of their stories.
    func tells(any items: Set<ItemKey>) -> Bool {
        items.contains(key) || story?.voices.contains { items.contains($0.key) } == true
    }

    /// True if what the list shows of the item contains a filter's words.
    fileprivate func contains(_ words: [[UInt8]]) -> Bool {
        let entry = shown.entry
        let parts = [entry.plainTitle, entry.source ?? "", entry.author?.name ?? "", entry.kind.name, feed.title]
        let text = ItemWords((parts + entry.tags).joined(separator: "\n"))
        return words.allSatisfy { text.contains($0) }
    }
}

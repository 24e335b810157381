import FeedStore
import Feeds
import Platform

/// The list of a source's items: what has arrived, the filter, and the selected row.
struct ListPane: Sendable {
    enum Row: Hashable, Sendable {
        /// An item, by its index.
        case item(Int)
        case divider(Divider)
    }

    let source: ReaderSource
    private let order: ItemOrder
    private(set) var items: [ListedItems.Item] = []
    private(set) var rows: [Row] = []
    private(set) var window = ScrollWindow()
    private(set) var filter = ""
    /// The state of the feed besides its items; nil for lists across feeds, and before the first state.
    private(set) var status: FeedState?
    private(set) var total = 0
    /// When the list was last brought up to date: later items haven't been shown. Nil before the first answer.
    private(set) var seenBy: Date?
    private(set) var isLoaded = false
    private(set) var table: EntryTable
    /// The columns' widths, of all items.
    private(set) var widths: [Int] = []
    /// The number of items to request.
    private(set) var limit: Int
    /// The number of items that the last answer had; items that were read since stay longer.
    private var answered = 0
    private var filterTexts: [FilterText] = []
    private var dividers: [Divider] = []
    private var hasMoved = false
    private var forgetsAbsent = false

    init(_ source: ReaderSource, order: ItemOrder?, names: [FeedKey: String], limit: Int) {
        self.source = source
        self.limit = limit
        self.order = order ?? source.feed?.controls.defaultOrder ?? .newest
        table = source.feed.map { .feed($0, order: order ?? $0.controls.defaultOrder) } ?? .mixed(names: names)
    }

    var selected: ListedItems.Item? { item(at: window.cursor) }

    func item(at row: Int) -> ListedItems.Item? {
        guard rows.indices.contains(row), case .item(let index) = rows[row] else { return nil }
        return items[index]
    }

    /// The items that pass the filter.
    var visibleItems: [ListedItems.Item] {
        rows.compactMap { if case .item(let index) = $0 { items[index] } else { nil } }
    }

    // MARK: What arrives

    mutating func show(_ state: FeedState, _ clock: Clock, height: Int) {
        guard let feed = source.feed else { return }
        var status = state
        status.items = []
        self.status = status
        (total, answered) = (state.total, state.items.count)
        dividers = order == .newest ? Divider.all(state, clock) : []
        table = .feed(feed, order: order, lastVisitAt: state.lastVisitAt)
        replace(state.items.map { ListedItems.Item(shown: $0, feed: feed) }, clock, height: height)
        isLoaded = isLoaded || state.isSettled || !items.isEmpty
    }

    /// Items that were read after they arrived stay until the reader leaves the list.
    mutating func show(_ list: ListedItems, _ clock: Clock, height: Int) {
        (total, answered) = (list.total, list.items.count)
        isLoaded = true
        let known = Set(list.items.map(\.key))
        var kept = source.isOfUnread && !forgetsAbsent ? items.filter { !known.contains($0.key) } : []
        forgetsAbsent = false
        // Older ones may be absent because newer ones have taken their places.
        let end = answered < total ? list.items.last?.age ?? 0 : -.infinity
        for index in kept.indices where kept[index].age > end { kept[index].shown.isUnread = false }
        let all = kept.isEmpty ? list.items : (list.items + kept).sorted { $0.age > $1.age }
        replace(all, clock, height: height)
    }

    /// Shows only what the store lists from its next answer on: a rule may hide items.
    mutating func forgetAbsentItems() { forgetsAbsent = true }

    /// Removes the other items.
    mutating func keep(height: Int, _ isKept: (ListedItems.Item) -> Bool) {
        let kept = items.filter(isKept)
        guard kept.count < items.count else { return }
        // Rows refer to items by index.
        let key = selected?.key
        items = kept
        filterTexts = kept.map { FilterText($0.shown.entry, $0.feed) }
        arrange(selecting: key, height: height)
    }

    /// Requests twice as many items; false if there are no more.
    mutating func requestMore() -> Bool {
        guard isLoaded, total > answered, answered >= limit else { return false }
        limit *= 2
        return true
    }

    /// Recomputes what depends on the time.
    mutating func tick(_ clock: Clock) { measure(clock) }

    private mutating func replace(_ items: [ListedItems.Item], _ clock: Clock, height: Int) {
        let selected = hasMoved ? selected?.key : nil
        self.items = items
        // The clock stands still between two ticks, and may have been set back.
        seenBy = items.compactMap(\.shown.firstSeenAt).reduce(max(clock.now, status?.fetchedAt ?? clock.now), max)
        filterTexts = items.map { FilterText($0.shown.entry, $0.feed) }
        measure(clock)
        arrange(selecting: selected, height: height)
    }

    private mutating func measure(_ clock: Clock) {
        widths = TableLayout.naturalWidths(
            of: Table(columns: table.columns, rows: items.map { table.row($0, clock) }))
        // Room for the dot of an item that becomes unread, and for ages that grow.
        for index in widths.indices where index == 0 || (table.columns[index].header == "WHEN" && widths[index] > 0) {
            widths[index] = max(widths[index], index == 0 ? 1 : 4)
        }
    }

    private mutating func arrange(selecting key: ItemKey?, height: Int) {
        let words = FilterText.words(filter)
        var dividers = filter.isEmpty ? dividers[...] : []
        rows = []
        for (index, item) in items.enumerated() where filterTexts[index].contains(words) {
            rows += dividers.removeLines(above: item.shown, isFirst: rows.isEmpty).map { .divider($0) }
            rows.append(.item(index))
        }
        let row = key.flatMap { key in rows.indices.first { self.item(at: $0)?.key == key } }
        window.move(to: row ?? min(window.cursor, rows.count - 1), count: rows.count, height: height)
        skipDivider(1, height: height)
    }

    // MARK: What the user does

    mutating func filter(_ text: String, height: Int) {
        let key = selected?.key
        filter = text
        arrange(selecting: key, height: height)
    }

    /// Keeps the item selected when others arrive above it.
    mutating func keepSelection() { hasMoved = true }

    mutating func move(by number: Int, height: Int) {
        move(to: window.cursor + number, height: height, number.signum())
    }

    mutating func move(to row: Int, height: Int, _ direction: Int = 1) {
        hasMoved = true
        window.move(to: row, count: rows.count, height: height)
        skipDivider(direction, height: height)
    }

    mutating func scroll(by number: Int, height: Int) {
        hasMoved = true
        window.scroll(by: number, count: rows.count, height: height)
        skipDivider(number.signum(), height: height)
    }

    /// Keeps the selected row visible.
    mutating func resize(height: Int) { window.move(to: window.cursor, count: rows.count, height: height) }

    /// The row of the next (1) or previous (-1) unread item.
    func rowOfUnread(_ direction: Int, fromEnd: Bool = false) -> Int? {
        var row = fromEnd ? (direction > 0 ? 0 : rows.count - 1) : window.cursor + direction
        while rows.indices.contains(row) {
            if let item = item(at: row), item.shown.isUnread, item.shown.entry.isMarkable { return row }
            row += direction
        }
        return nil
    }

    /// Shows a mark; returns the items whose mark changed.
    @discardableResult
    mutating func mark(_ keys: Set<ItemKey>, _ mark: Mark) -> [ListedItems.Item] {
        var changed: [ListedItems.Item] = []
        for index in items.indices where keys.contains(items[index].key) && items[index].shown.entry.isMarkable {
            if items[index].shown.apply(mark) { changed.append(items[index]) }
        }
        return changed
    }

    private mutating func skipDivider(_ direction: Int, height: Int) {
        guard rows.indices.contains(window.cursor), case .divider = rows[window.cursor] else { return }
        let row = window.cursor + (direction < 0 && window.cursor > 0 ? -1 : 1)
        window.move(to: row, count: rows.count, height: height)
    }
}

extension ListedItems.Item {
    /// The date to sort by.
    fileprivate var age: Double { (shown.entry.date ?? shown.firstSeenAt)?.timeIntervalSince1970 ?? 0 }
}

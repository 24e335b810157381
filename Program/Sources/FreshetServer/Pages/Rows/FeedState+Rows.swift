import FeedStore
import Feeds
import Platform
import WebText

extension FeedState {
    /// The attribute of a list whose first items are arriving: they aren't new, so they are shown immediately.
    var fillingData: HTML? { fetchedAt == nil && !isSettled ? " data-filling" : nil }

    /// The rows in the page's order, with lines for the last visit and for gaps.
    func rows(_ options: RowOptions) -> [Row] {
        guard let feed = options.feed else { return [] }
        let order = options.query?.order ?? feed.controls.defaultOrder
        let items = sorted(order, feed.controls.defaultOrder)
        var options = options
        options.largest = items.compactMap { $0.entry.measures.first?.value }.max() ?? 0
        if order != .newest { options.lastVisitAt = lastVisitAt }
        options.title = title
        var rows: [Row] = []
        var gaps = order == .newest ? gaps[...] : []
        let firstOld = order == .newest ? firstSeenBefore(items) : nil
        for (index, shown) in items.enumerated() {
            while let gap = gaps.first, let date = shown.entry.date, date <= gap.after {
                rows.append(gap.row(options.site.now))
                gaps = gaps.dropFirst()
            }
            if index == firstOld, let lastVisitAt { rows.append(Self.visitRow(lastVisitAt, options.site.now)) }
            rows.append(EntryRow(shown, of: feed, options).row)
        }
        return rows
    }

    /// The rows of the items alone, in no certain order.
    func entryRows(_ options: RowOptions) -> [EntryRow] {
        options.feed.map { feed in items.map { EntryRow($0, of: feed, options) } } ?? []
    }

    /// Sorts the items, which are in the order `own`.
    func sorted(_ order: ItemOrder, _ own: ItemOrder) -> [ShownItem] {
        order == own ? items : order.sorted(items)
    }

    /// The index of the first item that was there at the last visit; nil if none arrived since, or all did.
    private func firstSeenBefore(_ items: [ShownItem]) -> Int? {
        guard let lastVisitAt else { return nil }
        let lastNew = items.lastIndex { ($0.firstSeenAt ?? .distantFuture) > lastVisitAt && $0.entry.isMarkable }
        guard let lastNew, lastNew + 1 < items.count else { return nil }
        return lastNew + 1
    }

    private static func visitRow(_ date: Date, _ now: Date) -> Row {
        Row(
            id: "last-visit",
            html: """
                <li class="line visit" id="last-visit"><p><span aria-hidden="true">↑ </span>Since your last visit, \(Instant(date).html(.ago, now))</p></li>
                """)
    }
}

extension EntryRow {
    /// The row of an item in the list of its feed.
    fileprivate init(_ shown: ShownItem, of feed: Feed, _ options: RowOptions) {
        self.init(shown: shown, key: ItemKey(scope: feed.description.scope, id: shown.entry.id), options: options)
    }
}

extension Gap {
    /// The line of a gap.
    func row(_ now: Date) -> Row {
        let id = "gap-\(Int(before.timeIntervalSince1970))"
        return Row(
            id: id,
            html: """
                <li class="line gap" id="\(id)"><p>Items between \(Instant(after).html(.clock, now)) and \
                \(Instant(before).html(.clock, now)) are missing. The upstream no longer has them.</p></li>
                """)
    }
}

import FeedStore

/// The part of a list that the reader loads from the store.
struct ListWindow: Hashable, Sendable {
    /// Words that each item of the list contains.
    var filter = ""
    /// The position of the first item to load.
    var start = 0
    /// The number of items to load.
    var count: Int

    var positions: Range<Int> { start..<start + count }

    /// The number of items to load around the selected one, with room to scroll on both sides.
    static func count(height: Int) -> Int { max(300, height * 6) }

    /// The window to load if these rows are visible; the same if they and the next ones are in it.
    ///
    /// - Parameter total: the length of the list.
    func covering(_ visible: Range<Int>, total: Int) -> ListWindow {
        let margin = visible.count * 2
        let first = max(0, visible.lowerBound - margin)
        let needed = first..<max(first, min(total, visible.upperBound + margin))
        if needed.isEmpty || (needed.lowerBound >= start && needed.upperBound <= start + count) { return self }
        var window = self
        window.count = Self.count(height: visible.count)
        window.start = max(0, min(visible.lowerBound - (window.count - visible.count) / 2, total - window.count))
        return window
    }
}

/// The loaded part of a list, as the keys of its items.
struct ListPart: Sendable {
    let keys: [ItemKey]
    /// The position of the first loaded item.
    let start: Int
    /// The number of items in the whole list.
    let total: Int

    /// The place of a row after the list has changed.
    enum Place: Hashable, Sendable {
        case at(Int)
        /// Outside the loaded part, near this position.
        case near(Int)
    }

    private var positions: Range<Int> { start..<start + keys.count }

    /// The place of an item's row in a later part of the same list: beside its remaining neighbors if the item is gone.
    ///
    /// - Parameters:
    ///   - key: the item; nil for a row without a loaded item.
    ///   - row: the position of the row in this part.
    func place(of key: ItemKey?, at row: Int, in later: ListPart) -> Place {
        let places = Dictionary(zip(later.keys, later.start...)) { first, _ in first }
        guard let key else {
            // The line for further items stays below the last item.
            guard row == total, positions.upperBound == total, let last = keys.last else { return .at(row) }
            return .at(places[last].map { $0 + 1 } ?? later.total)
        }
        if let place = places[key] { return .at(place) }
        guard let index = keys.firstIndex(of: key) else { return later.place(near: row + later.total - total) }
        let known = keys.indices.lazy.compactMap { index in places[keys[index]].map { (index: index, place: $0) } }
        if let next = known.first(where: { $0.index > index }) {
            let isGone = next.place > later.start || later.start == 0
            return isGone ? .at(next.place) : .near(max(0, next.place - (next.index - index)))
        }
        if let previous = known.last(where: { $0.index < index }) {
            let end = later.positions.upperBound
            let isGone = previous.place + 1 < end || end >= later.total
            return isGone ? .at(previous.place) : .near(previous.place + index - previous.index)
        }
        return later.place(near: row + later.total - total)
    }

    private func place(near row: Int) -> Place {
        let row = max(0, min(row, total - 1))
        return positions.contains(row) || total == 0 ? .at(row) : .near(row)
    }
}

/// A cursor in a list of rows, and the first row that is visible.
struct ScrollWindow: Hashable, Sendable {
    private(set) var cursor = 0
    private(set) var offset = 0

    /// Moves the cursor to a row, and scrolls just enough to show it.
    mutating func move(to row: Int, count: Int, height: Int) {
        cursor = max(0, min(row, count - 1))
        let height = max(1, height)
        offset = min(max(offset, cursor - height + 1), cursor)
        offset = max(0, min(offset, count - height))
    }

    /// Scrolls, and moves the cursor just enough to keep it visible.
    mutating func scroll(by rows: Int, count: Int, height: Int) {
        let height = max(1, height)
        offset = max(0, min(offset + rows, count - height))
        cursor = max(0, min(max(offset, min(cursor, offset + height - 1)), count - 1))
    }
}

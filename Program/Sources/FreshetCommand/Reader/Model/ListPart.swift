import FeedStore

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

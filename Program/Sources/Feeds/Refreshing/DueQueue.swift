import Platform

/// Keys with dates, earliest first. A value type.
///
/// A binary heap. A key that gets another date leaves an outdated place, which is dropped when it comes up.
struct DueQueue<Key: Hashable & Sendable>: Sendable {
    private struct Place {
        var date: Date
        let key: Key
    }

    private var heap: [Place] = []
    private var dates: [Key: Date] = [:]

    /// The number of keys.
    var count: Int { dates.count }

    /// Sets the date of a key; nil removes the key.
    mutating func set(_ date: Date?, for key: Key) {
        dates[key] = date
        guard let date else { return }
        heap.append(Place(date: date, key: key))
        rise(heap.count - 1)
        // There are at most as many outdated places as keys.
        if heap.count > 2 * dates.count + 64 { rebuild() }
    }

    /// The earliest date.
    mutating func earliest() -> Date? {
        dropOutdated()
        return heap.first?.date
    }

    /// Removes and returns the earliest key if its date is `now` or earlier.
    mutating func next(by now: Date) -> Key? {
        guard let date = earliest(), date <= now else { return nil }
        let key = removeFirst().key
        dates[key] = nil
        return key
    }

    /// Moves all dates, which keeps their order.
    mutating func move(by seconds: TimeInterval) {
        for index in heap.indices { heap[index].date += seconds }
        dates = dates.mapValues { $0 + seconds }
    }

    private mutating func dropOutdated() {
        while let first = heap.first, dates[first.key] != first.date { _ = removeFirst() }
    }

    private mutating func rebuild() {
        heap = dates.map { Place(date: $1, key: $0) }.sorted { $0.date < $1.date }
    }

    private mutating func removeFirst() -> Place {
        heap.swapAt(0, heap.count - 1)
        let first = heap.removeLast()
        destination(0)
        return first
    }

    private mutating func rise(_ start: Int) {
        var index = start
        while index > 0, heap[index].date < heap[(index - 1) / 2].date {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func destination(_ start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
                if heap[child].date < heap[least].date { least = child }
            }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}

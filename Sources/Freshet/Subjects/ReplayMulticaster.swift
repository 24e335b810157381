// Sendable: `retained` is guarded by the subscribers' lock; the rest is accessed inside the serializer.
/// A multicaster that replays the newest elements to later subscribers.
class ReplayMulticaster<Element>: Multicaster<Element>, @unchecked Sendable {
    final let retained = RingBuffer<Element>()
    private let capacity: Int
    private let replaysAfterEnd: Bool
    /// True if releasing an element runs no code.
    private let isTrivial = _isPOD(Element.self)
    /// The elements that the deliveries in progress have evicted, the innermost delivery's last.
    ///
    /// Each is released after its delivery and outside the lock: its `deinit` may run foreign code. Nil until the first
    /// delivery.
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private var evicted: RingBuffer<Element>?

    init(_ capacity: Int, replaysAfterEnd: Bool) {
        self.capacity = capacity
        self.replaysAfterEnd = replaysAfterEnd
    }

    override func deliver(_ element: Element) { retainAndDeliver(element) { true } }

    /// Keeps and delivers the element, unless the multicaster has ended or `mayRetain` returns false.
    ///
    /// Calls `mayRetain` with the lock held, and only before the end.
    @inline(__always)
    final func retainAndDeliver(_ element: Element, _ mayRetain: () -> Bool) {
        finishDelivery()
        if isTrivial { return retainTrivialAndDeliver(element, mayRetain) }
        var (isRetained, hasEvicted) = (true, false)
        let evicted = evicted ?? makeEvicted()
        let (list, stale) = takeList {
            isRetained = mayRetain()
            if isRetained { hasEvicted = retained.append(element, limit: capacity, evicted: evicted) }
        }
        if isRetained { deliver(element, to: list) }
        storeList(list)
        // Released after the delivery: a `deinit` may send an element, which must not overtake this one.
        withExtendedLifetime(stale) {}
        if hasEvicted { _ = evicted.removeLast() }
    }

    /// Evicts an element in place: releasing it runs no foreign code.
    @inline(__always)
    private func retainTrivialAndDeliver(_ element: Element, _ mayRetain: () -> Bool) {
        var isRetained = true
        let (list, stale) = takeList {
            isRetained = mayRetain()
            if isRetained { retained.append(element, limit: capacity) }
        }
        if isRetained { deliver(element, to: list) }
        storeList(list)
        // Released after the delivery: a `deinit` may send an element, which must not overtake this one.
        withExtendedLifetime(stale) {}
    }

    @inline(never)
    private func makeEvicted() -> RingBuffer<Element> {
        let fresh = RingBuffer<Element>()
        evicted = fresh
        return fresh
    }

    override func replay(hasEnded: Bool) -> RingBuffer<Element>? {
        !hasEnded || replaysAfterEnd ? retained.copy() : nil
    }

    override var replaysSeveral: Bool {
        if capacity == 1 { return false }
        var count = 0
        withLock { count = retained.count }
        return count > 1
    }

    override func takeRetained() -> RingBuffer<Element>? { retained.moveAll() }
}

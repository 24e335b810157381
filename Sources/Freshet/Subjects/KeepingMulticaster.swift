// Sendable: `kept` is guarded by the subscribers' lock; the rest is accessed inside the serializer.
/// A multicaster that replays the newest elements to later subscribers.
class KeepingMulticaster<Element>: Multicaster<Element>, @unchecked Sendable {
    final let kept = Ring<Element>()
    private let capacity: Int
    private let replaysAfterEnd: Bool
    /// Whether releasing an element runs no code.
    private let isTrivial = _isPOD(Element.self)
    /// Memory for an evicted element, which is released outside the lock: its `deinit` may run foreign code.
    ///
    /// Nil until the first delivery.
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private var dropped: UnsafeMutablePointer<Element>?
    /// Whether an evicted element is being released.
    ///
    /// Its `deinit` may send an element, which then needs separate memory.
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private var isReleasing = false

    init(_ capacity: Int, replaysAfterEnd: Bool) {
        self.capacity = capacity
        self.replaysAfterEnd = replaysAfterEnd
    }

    override func deliver(_ element: Element) { keepAndDeliver(element) { true } }

    /// Keeps and delivers the element, unless the multicaster has ended or `mayKeep` returns false.
    ///
    /// Calls `mayKeep` with the lock held, and only before the end.
    @inline(__always)
    final func keepAndDeliver(_ element: Element, _ mayKeep: () -> Bool) {
        if isTrivial { return keepTrivialAndDeliver(element, mayKeep) }
        var (isKept, hasDropped) = (true, false)
        let place = isReleasing ? .allocate(capacity: 1) : dropped ?? makeDropped()
        let audience = takeAudience {
            isKept = mayKeep()
            if isKept { hasDropped = kept.append(element, limit: capacity, dropped: place) }
        }
        if hasDropped { release(place) }
        if place != dropped { place.deallocate() }
        if isKept { audience.forEach(Element.self) { $0.next(element) } }
        giveBack(audience)
    }

    /// Evicts an element in place: releasing it runs no foreign code.
    @inline(__always)
    private func keepTrivialAndDeliver(_ element: Element, _ mayKeep: () -> Bool) {
        var isKept = true
        let audience = takeAudience {
            isKept = mayKeep()
            if isKept { kept.append(element, limit: capacity) }
        }
        if isKept { audience.forEach(Element.self) { $0.next(element) } }
        giveBack(audience)
    }

    @inline(never)
    private func makeDropped() -> UnsafeMutablePointer<Element> {
        let fresh = UnsafeMutablePointer<Element>.allocate(capacity: 1)
        dropped = fresh
        return fresh
    }

    private func release(_ place: UnsafeMutablePointer<Element>) {
        let wasReleasing = isReleasing
        isReleasing = true
        place.deinitialize(count: 1)
        isReleasing = wasReleasing
    }

    deinit { dropped?.deallocate() }

    override func replay(hasEnded: Bool) -> Ring<Element>? { !hasEnded || replaysAfterEnd ? kept.copy() : nil }

    override func takeKept() -> Ring<Element>? { kept.moveAll() }
}

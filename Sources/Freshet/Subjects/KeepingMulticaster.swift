// Safe to share: what is kept is touched with the lock of the subscribers held.
/// A multicaster that keeps the newest elements for those who join later.
class KeepingMulticaster<Element>: Multicaster<Element>, @unchecked Sendable {
    final let kept = Ring<Element>()
    private let capacity: Int
    private let replaysAfterEnd: Bool
    /// Where what is no longer kept is carried out of the lock, since it may run foreign code in its deinit.
    ///
    /// Nil until something has been.
    // Not checked for overlapping access: it changes in an instant, inside the serializer.
    @exclusivity(unchecked) private var dropped: UnsafeMutablePointer<Element>?
    /// Whether such code runs: it may send an element, which needs a place of its own.
    // Not checked for overlapping access: it changes in an instant, inside the serializer.
    @exclusivity(unchecked) private var isReleasing = false

    init(_ capacity: Int, replaysAfterEnd: Bool) {
        self.capacity = capacity
        self.replaysAfterEnd = replaysAfterEnd
    }

    override func deliver(_ element: Element) { keepAndDeliver(element) { true } }

    /// Keeps and delivers the element, unless there has been an end or `mayKeep`, which is called with the lock held, says no.
    @inline(__always)
    final func keepAndDeliver(_ element: Element, _ mayKeep: () -> Bool) {
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

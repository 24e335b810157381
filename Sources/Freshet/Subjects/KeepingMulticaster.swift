// Safe to share: what is kept is touched with the lock of the subscribers held.
/// A multicaster that keeps the newest elements for those who join later.
final class KeepingMulticaster<Element>: Multicaster<Element>, @unchecked Sendable {
    private let kept = Ring<Element>()
    private let capacity: Int
    private let replaysAfterEnd: Bool
    /// Where what is no longer kept is carried out of the lock, since it may run foreign code in its deinit.
    private let dropped = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    /// Whether such code runs: it may send an element, which needs a place of its own.
    // Not checked for overlapping access: it changes in an instant, inside the serializer.
    @exclusivity(unchecked) private var isReleasing = false

    init(_ capacity: Int, replaysAfterEnd: Bool) {
        self.capacity = capacity
        self.replaysAfterEnd = replaysAfterEnd
    }

    /// One that keeps an element from the beginning.
    convenience init(_ capacity: Int, initial: Element) {
        self.init(capacity, replaysAfterEnd: false)
        kept.append(initial)
    }

    override func deliver(_ element: Element) {
        var hasDropped = false
        let place = isReleasing ? UnsafeMutablePointer.allocate(capacity: 1) : dropped
        let audience = takeAudience { hasDropped = kept.append(element, limit: capacity, dropped: place) }
        if hasDropped { release(place) }
        if place != dropped { place.deallocate() }
        audience.forEach(Element.self) { $0.next(element) }
        giveBack(audience)
    }

    private func release(_ place: UnsafeMutablePointer<Element>) {
        let wasReleasing = isReleasing
        isReleasing = true
        place.deinitialize(count: 1)
        isReleasing = wasReleasing
    }

    deinit { dropped.deallocate() }

    override func replay(hasEnded: Bool) -> Ring<Element>? { !hasEnded || replaysAfterEnd ? kept.copy() : nil }

    override func takeKept() -> Ring<Element>? { kept.moveAll() }
}

// Safe to share: what is kept and what waits are touched with the lock of the subscribers held.
/// A multicaster that keeps one element and has one from the beginning: it changes at once for who asks, and is delivered in the order of the changes,
/// whichever threads they come from.
final class CurrentMulticaster<Element>: KeepingMulticaster<Element>, @unchecked Sendable {
    /// The changes that came while another thread was delivering.
    private let waiting = Ring<Element>()
    private var end: Termination?
    /// Touched inside the serializer only.
    private var hasDeliveredEnd = false

    init(_ value: Element) {
        super.init(1, replaysAfterEnd: false)
        kept.append(value)
    }

    /// The newest value, also one that another thread is still delivering.
    var value: Element {
        withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { place in
            withLock { place.initializeElement(at: 0, to: waiting.count > 0 ? waiting.last : kept.last) }
            return place.moveElement(from: 0)
        }
    }

    /// The error that has ended this, if one has.
    var failure: (any Error)? {
        var end: Termination?
        withLock { end = self.end }
        if case .error(let error) = end { return error }
        return nil
    }

    /// Changes the value, unless there has been an end.
    func accept(_ element: Element) {
        let entry = serializer.enter()
        if entry == .busy { return wait(element) }
        serializer.origin.descends(entry == .reentered)
        deliver(element)
        serializer.origin.ascends(entry == .reentered)
        if entry == .entered { serializer.leave() }
    }

    /// Leaves a change to the thread that is delivering.
    private func wait(_ element: Element) {
        var isAccepted = false
        withLock {
            isAccepted = end == nil
            if isAccepted { waiting.append(element) }
        }
        if isAccepted { serializer.enqueue { self.deliverWaiting() } }
    }

    /// Lets no change come any more, and delivers the end behind those that have come.
    func accept(_ end: Termination) {
        var isFirst = false
        withLock {
            isFirst = self.end == nil
            if isFirst { self.end = end }
        }
        guard isFirst else { return }
        serializer.perform { self.deliverWaiting() }
    }

    override func deliver(_ element: Element) {
        var mustWait = false
        keepAndDeliver(element) {
            if end != nil { return false }
            mustWait = waiting.count > 0
            if mustWait { waiting.append(element) }
            return !mustWait
        }
        if mustWait { deliverWaiting() }
    }

    /// Delivers what waits, and the end behind it; called inside the serializer.
    private func deliverWaiting() {
        while deliverFirstWaiting() {}
        var end: Termination?
        withLock { end = waiting.count == 0 ? self.end : nil }
        if let end, !hasDeliveredEnd {
            hasDeliveredEnd = true
            deliver(end: end)
        }
    }

    /// Whether there was an element, and somebody may still hear it.
    private func deliverFirstWaiting() -> Bool {
        withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { place in
            var isThere = false
            withLock {
                isThere = waiting.count > 0
                if isThere { place.initializeElement(at: 0, to: waiting.first) }
            }
            if !isThere { return false }
            defer { place.deinitializeElement(at: 0) }
            var isTaken = false
            // It waits until it is kept, so that who asks for the newest value never finds an older one.
            keepAndDeliver(place[0]) {
                isTaken = true
                _ = waiting.removeFirst()
                return true
            }
            return isTaken
        }
    }

    /// What is kept is asked for after disposal too.
    override func takeKept() -> Ring<Element>? { nil }
}

// Sendable: `waiting` and `end` are guarded by the subscribers' lock.
/// A multicaster with a current value.
///
/// `value` changes immediately. Changes are delivered in order, from any thread.
final class BehaviorMulticaster<Element>: ReplayMulticaster<Element>, @unchecked Sendable {
    /// The changes made while another thread was delivering.
    private let waiting = RingBuffer<Element>()
    private var end: Termination?
    /// Accessed only inside the serializer.
    private var hasDeliveredEnd = false

    init(_ value: Element) {
        super.init(1, replaysAfterEnd: false)
        retained.append(value)
    }

    /// The newest value, even if another thread has yet to deliver it.
    var value: Element {
        withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { place in
            withLock { place.initializeElement(at: 0, to: waiting.count > 0 ? waiting.last : retained.last) }
            return place.moveElement(from: 0)
        }
    }

    /// The error that ended the multicaster, if any.
    var failure: (any Error)? {
        var end: Termination?
        withLock { end = self.end }
        if case .error(let error) = end { return error }
        return nil
    }

    /// Changes the value, unless the multicaster has ended.
    func accept(_ element: Element) {
        let entry = serializer.enter()
        if entry == .busy { return wait(element) }
        serializer.creationSite.beginNestedCall(entry == .reentered)
        deliver(element)
        serializer.creationSite.endNestedCall(entry == .reentered)
        if entry == .entered { serializer.leave() }
    }

    /// Queues a change for the delivering thread.
    private func wait(_ element: Element) {
        var isAccepted = false
        withLock {
            isAccepted = end == nil
            if isAccepted { waiting.append(element) }
        }
        if isAccepted { enqueue { _ = self.deliverFirstWaiting() } }
    }

    /// Rejects further changes, and delivers `end` after the changes already made.
    func accept(_ end: Termination) {
        var isFirst = false
        withLock {
            isFirst = self.end == nil
            if isFirst { self.end = end }
        }
        guard isFirst else { return }
        perform { self.deliverWaiting() }
    }

    override func deliver(_ element: Element) {
        var mustWait = false
        retainAndDeliver(element) {
            if end != nil { return false }
            mustWait = waiting.count > 0
            if mustWait { waiting.append(element) }
            return !mustWait
        }
        if mustWait { deliverWaiting() }
    }

    /// Delivers the waiting changes, then the terminal event. Called inside the serializer.
    private func deliverWaiting() {
        while deliverFirstWaiting() {}
        var end: Termination?
        withLock { end = waiting.count == 0 ? self.end : nil }
        if let end, !hasDeliveredEnd {
            hasDeliveredEnd = true
            deliver(end: end)
        }
    }

    /// Delivers the first waiting change.
    ///
    /// Returns false if none is waiting, or after the terminal event or disposal.
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
            // Removed from `waiting` only when it is kept, so `value` never returns an older element.
            retainAndDeliver(place[0]) {
                isTaken = true
                _ = waiting.removeFirst()
                return true
            }
            return isTaken
        }
    }

    override func undelivered() -> (newest: RingBuffer<Element>, count: Int)? {
        if waiting.count == 0 { return nil }
        let newest = RingBuffer<Element>()
        newest.append(waiting.last)
        return (newest, waiting.count)
    }

    /// Releases nothing: `value` stays readable after disposal.
    override func takeRetained() -> RingBuffer<Element>? { nil }
}

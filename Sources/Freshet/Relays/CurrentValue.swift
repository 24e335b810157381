import Synchronization

/// A value that can be watched.
// Safe to share: see Multicaster; the value is in a Mutex.
final class CurrentValue<Element>: Observable<Element>, @unchecked Sendable {
    private let multicaster: Multicaster<Element>
    private let latest: Mutex<Handover<Element>>

    init(_ value: Element) {
        multicaster = Multicaster(capacity: 1, initial: value)
        latest = Mutex(Handover(value))
        super.init()
    }

    var value: Element { latest.withLock { $0 }.value }

    func accept(_ value: Element) {
        let handover = Handover(value)
        // What is replaced may run foreign code in its deinit, so it is carried out of the lock.
        let former = latest.withLock { latest in
            defer { latest = handover }
            return latest
        }
        withExtendedLifetime(former) {}
        multicaster.next(value)
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { multicaster.join(sink, lifetime) }
}

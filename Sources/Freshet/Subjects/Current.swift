import Synchronization

// Safe to share: see Multicaster; what changes is in a Mutex.
/// A value that can be watched: the core of behaviour subject and relay.
///
/// The value changes at once for who asks, and is delivered in the order of the changes, whichever threads they come from.
final class Current<Element>: Observable<Element>, @unchecked Sendable {
    private struct State {
        var value: Handover<Element>
        var end: (any Error)??
        /// The changes that have not been delivered yet.
        var pending = Queue<Handover<Event<Element>>>()
    }

    private let multicaster: Multicaster<Element>
    private let serializer = Serializer()
    private let state: Mutex<State>

    init(_ value: Element) {
        multicaster = KeepingMulticaster(1, initial: value)
        state = Mutex(State(value: Handover(value)))
        super.init()
    }

    var hasObservers: Bool { multicaster.hasObservers }
    var isDisposed: Bool { multicaster.isDisposed }

    /// The newest value, also one that another thread is still delivering.
    var value: Element { state.withLock { $0.value }.value }

    /// The error that has ended this, if one has.
    var failure: (any Error)? { state.withLock { $0.end ?? nil } }

    func on(_ event: Event<Element>) {
        let change = Handover(event)
        // What is replaced may run foreign code in its deinit, so it is carried out of the lock.
        let former: Handover<Element>? = state.withLock { state in
            if state.end != nil { return nil }
            state.pending.append(change)
            switch change.value {
            case .next(let element):
                defer { state.value = Handover(element) }
                return state.value
            case .error(let error): state.end = .some(error)
            case .completed: state.end = .some(nil)
            }
            return nil
        }
        withExtendedLifetime(former) {}
        serializer.perform {
            deliverPending()
        } deferred: {
            { self.deliverPending() }
        }
    }

    private func deliverPending() {
        while let event = state.withLock({ $0.pending.popFirst() }) { multicaster.on(event.value) }
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { join(sink, lifetime, to: self) }

    func join(_ sink: Sink<Element>, _ lifetime: Lifetime, to subject: some AnyObject & Sendable) {
        multicaster.join(sink, lifetime, to: subject)
    }

    func dispose() { multicaster.dispose() }
}

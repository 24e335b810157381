import Synchronization

/// Delivers events to many: the core of subjects and relays, and of what shares a stream.
///
/// Events may come from any thread; each subscriber receives them one at a time and all in the same order. One who joins while an event
/// is delivered on another thread joins after it.
// Safe to share: what changes is touched inside the serializer only, or is an atomic.
final class Multicaster<Element>: @unchecked Sendable {
    private let serializer = Serializer()
    private let subscribers = Subscribers<Element>()
    private let capacity: Int
    private let replaysAfterEnd: Bool
    private var kept = Queue<Element>()
    private var end: Event<Element>?
    private let disposed = Atomic<Bool>(false)

    /// Keeps the newest `capacity` elements for those who join later, and after the end too if `replaysAfterEnd`.
    init(capacity: Int = 0, initial: Element? = nil, replaysAfterEnd: Bool = false) {
        self.capacity = capacity
        self.replaysAfterEnd = replaysAfterEnd
        if let initial { kept.append(initial) }
    }

    var hasObservers: Bool { !subscribers.isEmpty }
    var isDisposed: Bool { disposed.load(ordering: .acquiring) }

    func next(_ element: Element) {
        serializer.perform {
            deliver(element)
        } deferred: {
            let element = Handover(element)
            return { self.deliver(element.value) }
        }
    }

    func end(_ event: Event<Element>) {
        serializer.perform {
            deliverEnd(event)
        } deferred: {
            let event = Handover(event)
            return { self.deliverEnd(event.value) }
        }
    }

    func on(_ event: Event<Element>) {
        if case .next(let element) = event { next(element) } else { end(event) }
    }

    /// Lets `sink` hear what is kept and what comes, until `lifetime` ends.
    func join(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        serializer.perform {
            admit(sink, lifetime)
        } deferred: {
            { self.admit(sink, lifetime) }
        }
    }

    /// Forgets all subscribers without a word; who joins from now on is told that this has been disposed.
    func dispose() {
        disposed.store(true, ordering: .releasing)
        subscribers.removeAll { _ in }
    }

    private func deliver(_ element: Element) {
        if end != nil || isDisposed { return }
        if capacity > 0 {
            kept.append(element)
            if kept.count > capacity { _ = kept.popFirst() }
        }
        subscribers.forEach { $0.sink.next(element) }
    }

    private func deliverEnd(_ event: Event<Element>) {
        if end != nil || isDisposed { return }
        end = event
        subscribers.removeAll { $0.sink.on(event) }
    }

    private func admit(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        if lifetime.isDisposed { return }
        if isDisposed { return sink.error(RxError.disposed(object: self)) }
        if end == nil || replaysAfterEnd {
            // The subscriber joins first, so that it does not miss what its own reaction to a kept element brings about.
            var replayed = kept
            if end == nil { subscribers.add(sink, lifetime) }
            while let element = replayed.popFirst() {
                if lifetime.isDisposed { return }
                sink.next(element)
            }
        }
        if let end, !lifetime.isDisposed { sink.on(end) }
    }
}

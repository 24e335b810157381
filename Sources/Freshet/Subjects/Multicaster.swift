// Safe to share: what is kept is touched with the lock of the subscribers held.
/// Delivers events to many: the core of subjects and relays, and of what shares a stream.
///
/// Events may come from any thread; each subscriber receives them one at a time and all in the same order. Who joins receives what is kept
/// before `join` returns, also while another thread is delivering; what that one delivers meanwhile waits for it.
final class Multicaster<Element>: @unchecked Sendable {
    private let subscribers = Subscribers()
    private let kept: Ring<Element>?
    private let capacity: Int
    private let replaysAfterEnd: Bool

    /// Keeps the newest `capacity` elements for those who join later, and after the end too if `replaysAfterEnd`.
    init(capacity: Int = 0, initial: Element? = nil, replaysAfterEnd: Bool = false) {
        self.capacity = capacity
        self.replaysAfterEnd = replaysAfterEnd
        kept = capacity > 0 ? Ring() : nil
        if let initial { kept?.append(initial) }
    }

    var hasObservers: Bool { !subscribers.isEmpty }
    var isDisposed: Bool { subscribers.isDisposed }

    func next(_ element: Element) {
        subscribers.serializer.perform {
            deliver(element)
        } deferred: {
            let element = Handover(element)
            return { self.deliver(element.value) }
        }
    }

    func end(_ event: Event<Element>) {
        switch event {
        case .next: break
        case .error(let error): finish(.error(error))
        case .completed: finish(.completed)
        }
    }

    private func finish(_ end: Termination) {
        subscribers.serializer.perform {
            deliver(end)
        } deferred: {
            { self.deliver(end) }
        }
    }

    func on(_ event: Event<Element>) {
        if case .next(let element) = event { next(element) } else { end(event) }
    }

    /// Lets `sink` hear what is kept and what comes, until `lifetime` ends; `subject` is what it is told of if that has been disposed.
    func join(_ sink: Sink<Element>, _ lifetime: Lifetime, to subject: some AnyObject & Sendable) {
        switch subscribers.serializer.enter() {
        case .entered:
            _ = admit(sink, as: sink, lifetime, to: subject)
            subscribers.serializer.leave()
        case .reentered:
            _ = admit(sink, as: sink, lifetime, to: subject)
        case .busy:
            let latecomer = Latecomer(sink, lifetime)
            guard let id = admit(sink, as: latecomer, lifetime, to: subject) else { return }
            latecomer.catchUp()
            subscribers.replace(id, with: sink)
        }
    }

    /// Forgets all subscribers without a word; who joins from now on is told that this has been disposed.
    func dispose() {
        var released: Ring<Element>?
        subscribers.dispose { released = kept?.moveAll() }
        // What was kept may run foreign code in its deinit, so it is carried out of the lock.
        withExtendedLifetime(released) {}
    }

    @inline(never)
    private func deliver(_ element: Element) {
        if let kept { return keep(element, kept) }
        subscribers.withAudience { audience in
            audience.forEach(Element.self) { $0.next(element) }
        }
    }

    private func keep(_ element: Element, _ kept: Ring<Element>) {
        // What is dropped may run foreign code in its deinit, so it is carried out of the lock.
        withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { dropped in
            var hasDropped = false
            subscribers.withAudience {
                kept.append(element)
                hasDropped = kept.count > capacity
                if hasDropped { dropped.initializeElement(at: 0, to: kept.removeFirst()) }
            } _: { audience in
                audience.forEach(Element.self) { $0.next(element) }
            }
            if hasDropped { dropped.deinitializeElement(at: 0) }
        }
    }

    private func deliver(_ end: Termination) {
        subscribers.end(end).forEach(Element.self) { $0.finish(end) }
    }

    /// The subscriber joins first, so that it does not miss what its own reaction to a kept element brings about.
    private func admit(
        _ sink: Sink<Element>, as subscriber: Sink<Element>, _ lifetime: Lifetime, to subject: some AnyObject & Sendable
    ) -> UInt64? {
        if lifetime.isDisposed { return nil }
        var replayed: Ring<Element>?
        let welcome = subscribers.add(subscriber, lifetime) { hasEnded in
            if !hasEnded || replaysAfterEnd { replayed = kept?.copy() }
        }
        if welcome.isDisposed {
            sink.error(RxError.disposed(object: subject))
            return nil
        }
        if let replayed {
            while replayed.count > 0 {
                if lifetime.isDisposed { return nil }
                sink.next(replayed.removeFirst())
            }
        }
        if let end = welcome.end, !lifetime.isDisposed { sink.finish(end) }
        return welcome.id
    }
}

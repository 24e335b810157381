// Safe to share: see Subscribers.
/// Delivers events to many: the core of subjects and relays, and of what shares a stream.
///
/// Events may come from any thread; each subscriber receives them one at a time and all in the same order. Who joins receives what is kept
/// before `join` returns, also while another thread is delivering; what that one delivers meanwhile waits for it.
class Multicaster<Element>: Subscribers, @unchecked Sendable {
    /// What delivers elements and keeps the newest `capacity` of them for those who join later, and after the end too if `replaysAfterEnd`.
    static func keeping(_ capacity: Int, replaysAfterEnd: Bool) -> Multicaster {
        capacity > 0 ? KeepingMulticaster(capacity, replaysAfterEnd: replaysAfterEnd) : Multicaster()
    }

    final var hasObservers: Bool { !isEmpty }

    final func next(_ element: Element) {
        switch serializer.enter() {
        case .entered:
            deliver(element)
            serializer.leave()
        case .reentered:
            serializer.origin.descends(true)
            deliver(element)
            serializer.origin.ascends(true)
        case .busy: enqueue(element)
        }
    }

    @inline(never)
    private func enqueue(_ element: Element) {
        let element = Handover(element)
        serializer.enqueue { self.deliver(element.value) }
    }

    /// Delivers an element to all who listen; called inside the serializer.
    func deliver(_ element: Element) {
        let audience = takeAudience()
        audience.forEach(Element.self) { $0.next(element) }
        giveBack(audience)
    }

    /// What is replayed to who joins now; called with the lock held.
    func replay(hasEnded: Bool) -> Ring<Element>? { nil }

    /// Hands over what is kept, for good; called with the lock held.
    func takeKept() -> Ring<Element>? { nil }

    final func end(_ event: Event<Element>) {
        switch event {
        case .next: break
        case .error(let error): finish(.error(error))
        case .completed: finish(.completed)
        }
    }

    private func finish(_ end: Termination) {
        serializer.perform { self.deliver(end: end) }
    }

    final func on(_ event: Event<Element>) {
        if case .next(let element) = event { next(element) } else { end(event) }
    }

    /// Lets `sink` hear what is kept and what comes, until `lifetime` ends; `subject` is what it is told of if that has been disposed.
    final func join(_ sink: Sink<Element>, _ lifetime: Lifetime, to subject: some AnyObject & Sendable) {
        // No event: those that are queued keep their place behind the one that is being delivered.
        if serializer.isDeliveringHere {
            _ = admit(sink, as: sink, lifetime, to: subject)
            return
        }
        switch serializer.enter() {
        case .entered, .reentered:
            _ = admit(sink, as: sink, lifetime, to: subject)
            serializer.leave()
        case .busy:
            let latecomer = Latecomer(sink, lifetime)
            guard let id = admit(sink, as: latecomer, lifetime, to: subject) else { return }
            latecomer.catchUp()
            replace(id, with: sink)
        }
    }

    /// Forgets all subscribers without a word; who joins from now on is told that this has been disposed.
    final func dispose() {
        var released: Ring<Element>?
        dispose { released = takeKept() }
        // What was kept may run foreign code in its deinit, so it is carried out of the lock.
        withExtendedLifetime(released) {}
    }

    /// Delivers the end; called inside the serializer.
    final func deliver(end: Termination) {
        self.end(end).forEach(Element.self) { $0.finish(end) }
    }

    /// The subscriber joins first, so that it does not miss what its own reaction to a kept element brings about.
    private func admit(
        _ sink: Sink<Element>, as subscriber: Sink<Element>, _ lifetime: Lifetime, to subject: some AnyObject & Sendable
    ) -> UInt64? {
        if lifetime.isDisposed { return nil }
        var replayed: Ring<Element>?
        let welcome = add(subscriber, lifetime) { hasEnded in replayed = replay(hasEnded: hasEnded) }
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

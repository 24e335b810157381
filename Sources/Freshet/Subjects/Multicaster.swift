/// Delivers events to all subscribers. The core of subjects, relays and shared streams.
///
/// Events may come from any thread. All subscribers receive them one at a time, in the same order. A new subscriber
/// receives the retained elements before `join` returns. If another thread is delivering, that thread's events for the
/// new subscriber are queued until then; the delivering thread delivers them.
class Multicaster<Element>: Subscribers, @unchecked Sendable {
    /// Creates a multicaster that replays the newest `capacity` elements to later subscribers.
    ///
    /// After the terminal event it replays them only if `replaysAfterEnd` is true.
    static func replaying(_ capacity: Int, replaysAfterEnd: Bool) -> Multicaster {
        capacity > 0 ? ReplayMulticaster(capacity, replaysAfterEnd: replaysAfterEnd) : Multicaster()
    }

    final var hasObservers: Bool { !isEmpty }

    // Inlined: each share in a chain nests one call fewer. Processors mispredict returns from deep call stacks.
    @inline(__always)
    final func next(_ element: Element) {
        switch serializer.enter() {
        case .entered:
            deliver(element)
            serializer.leave()
        case .reentered:
            serializer.creationSite.beginNestedCall(true)
            deliver(element)
            serializer.creationSite.endNestedCall(true)
        case .busy: enqueue(element)
        }
    }

    @inline(never)
    private func enqueue(_ element: Element) {
        let element = UncheckedTransfer(element)
        enqueue { self.deliver(element.value) }
    }

    /// Delivers an element to all subscribers. Called inside the serializer.
    func deliver(_ element: Element) {
        finishDelivery()
        let list = takeList()
        deliver(element, to: list)
        storeList(list)
    }

    /// Delivers an element to `list`. Called inside the serializer, without a delivery in progress.
    @inline(__always)
    final func deliver(_ element: Element, to list: SubscriberList) {
        if list.hasSeveral {
            deliverInTurn(element, to: list)
        } else {
            // Nothing is left of this delivery while the only subscriber sends.
            list.forEach(Element.self) { $0.next(element) }
        }
    }

    @inline(never)
    private func deliverInTurn(_ element: Element, to list: SubscriberList) {
        withUnsafePointer(to: element) { pointer in
            var delivery = list.delivery(of: pointer)
            withUnsafeMutablePointer(to: &delivery) { delivery in
                self.delivery = delivery
                // Not through the pointer, which would copy the element for each subscriber.
                Delivery.continue(delivery, Element.self) { $0.next(element) }
                self.delivery = nil
            }
        }
    }

    /// Finishes the delivery in progress, further up this thread's stack, before the next event is delivered.
    @inline(__always)
    final func finishDelivery() {
        if let delivery { finish(delivery) }
    }

    @inline(never)
    private func finish(_ delivery: UnsafeMutablePointer<Delivery>) {
        let element = delivery.pointee.element.assumingMemoryBound(to: Element.self)
        Delivery.continue(delivery, Element.self) { $0.next(element.pointee) }
    }

    /// Returns the elements to replay to a new subscriber. Called with the lock held.
    func replay(hasEnded: Bool) -> RingBuffer<Element>? { nil }

    /// Returns the newest element if it is yet to be delivered, and the number of such elements. Called with the lock
    /// held.
    func undelivered() -> (newest: RingBuffer<Element>, count: Int)? { nil }

    /// True if a new subscriber now receives several elements. Called inside the serializer.
    var replaysSeveral: Bool { false }

    /// Removes and returns the retained elements. Called with the lock held.
    func takeRetained() -> RingBuffer<Element>? { nil }

    final func end(_ event: Event<Element>) {
        switch event {
        case .next: break
        case .error(let error): finish(.error(error))
        case .completed: finish(.completed)
        }
    }

    final func finish(_ end: Termination) {
        perform { self.deliver(end: end) }
    }

    final func on(_ event: Event<Element>) {
        if case .next(let element) = event { next(element) } else { end(event) }
    }

    /// Delivers the retained elements and later events to `sink` until `lifetime` ends.
    ///
    /// After disposal, delivers ``RxError/disposed(_:)`` with `subject`.
    final func join(_ sink: Sink<Element>, _ lifetime: Lifetime, to subject: AnyObject) {
        // Doesn't enter the serializer: that would deliver queued events before the current one has reached every
        // subscriber.
        if serializer.isDeliveringHere { return joinInside(sink, lifetime, to: subject) }
        switch serializer.enter() {
        case .entered, .reentered:
            joinInside(sink, lifetime, to: subject)
            serializer.leave()
        case .busy:
            let catchUpSink = CatchUpSink(sink, lifetime)
            guard let id = admit(sink, catchUpSink, lifetime, to: subject) else { return }
            // Inside the serializer: if this thread delivered the buffered events, a producer that never pauses could
            // keep it here.
            serializer.perform(isEvent: false) { self.catchUp(catchUpSink, sink, id) }
        }
    }

    /// Adds a subscriber inside the serializer.
    private func joinInside(_ sink: Sink<Element>, _ lifetime: Lifetime, to subject: AnyObject) {
        if replaysSeveral {
            // Elements that the subscriber sends during the replay must not overtake replayed ones.
            let catchUpSink = CatchUpSink(sink, lifetime)
            guard let id = admit(sink, catchUpSink, lifetime, to: subject) else { return }
            catchUp(catchUpSink, sink, id)
        } else {
            _ = admit(sink, nil, lifetime, to: subject)
        }
    }

    private func catchUp(_ catchUpSink: CatchUpSink<Element>, _ sink: Sink<Element>, _ id: UInt64) {
        catchUpSink.catchUp()
        if !catchUpSink.isSkipping { replace(id, with: sink) }
    }

    /// Removes all subscribers without a terminal event. Later subscribers receive ``RxError/disposed(_:)``.
    final func dispose() {
        var released: RingBuffer<Element>?
        dispose { released = takeRetained() }
        // Released outside the lock: the `deinit` of an element may run foreign code.
        withExtendedLifetime(released) {}
    }

    /// Delivers the terminal event. Called inside the serializer.
    final func deliver(end: Termination) {
        finishDelivery()
        self.end(end).forEach(Element.self) { $0.finish(end) }
    }

    /// Adds the subscriber, after `catchUpSink` if there is one, replays the retained elements to `sink`, and delivers
    /// the terminal event if there is one.
    ///
    /// Adding comes first, so that the subscriber doesn't miss elements that it sends itself during the replay. Returns
    /// nil if no later event can arrive.
    private func admit(
        _ sink: Sink<Element>, _ catchUpSink: CatchUpSink<Element>?, _ lifetime: Lifetime, to subject: AnyObject
    ) -> UInt64? {
        if lifetime.hasEnded { return nil }
        var replayed: RingBuffer<Element>?
        let joined = add(catchUpSink ?? sink, lifetime) { hasEnded in
            if let catchUpSink, !hasEnded, let undelivered = undelivered() {
                replayed = undelivered.newest
                catchUpSink.skip(undelivered.count)
            } else {
                replayed = replay(hasEnded: hasEnded)
            }
        }
        if joined.isDisposed {
            sink.error(RxError.disposed(subject))
            return nil
        }
        if let replayed {
            replayed.forEach { element in
                if lifetime.hasEnded { return false }
                sink.next(element)
                return true
            }
            if lifetime.hasEnded { return nil }
        }
        if let end = joined.end, !lifetime.hasEnded { sink.finish(end) }
        return joined.id
    }
}

/// Delivers events to many: the core of subjects and relays, and of what shares a stream.
///
/// Events may come from any thread; each subscriber receives them one at a time and all in the same order. Who joins receives what is kept
/// before `join` returns, also while another thread is delivering; what that one delivers meanwhile waits for it.
// Safe to share: both parts are.
final class Multicaster<Element>: Sendable {
    private let serializer = Serializer()
    private let subscribers: Subscribers<Element>

    /// Keeps the newest `capacity` elements for those who join later, and after the end too if `replaysAfterEnd`.
    init(capacity: Int = 0, initial: Element? = nil, replaysAfterEnd: Bool = false) {
        subscribers = Subscribers(capacity: capacity, initial: initial, replaysAfterEnd: replaysAfterEnd)
    }

    var hasObservers: Bool { !subscribers.isEmpty }
    var isDisposed: Bool { subscribers.isDisposed }

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

    /// Lets `sink` hear what is kept and what comes, until `lifetime` ends; `subject` is what it is told of if that has been disposed.
    func join(_ sink: Sink<Element>, _ lifetime: Lifetime, to subject: some AnyObject & Sendable) {
        switch serializer.enter() {
        case .entered:
            _ = admit(sink, as: sink, lifetime, to: subject)
            serializer.leave()
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
    func dispose() { subscribers.dispose() }

    @inline(__always)
    private func deliver(_ element: Element) {
        for place in subscribers.receive(element) {
            if let subscriber = place.subscriber, !subscriber.lifetime.isDisposed { subscriber.sink.next(element) }
        }
    }

    private func deliverEnd(_ event: Event<Element>) {
        for place in subscribers.receive(end: event) {
            if let subscriber = place.subscriber, !subscriber.lifetime.isDisposed { subscriber.sink.on(event) }
        }
    }

    /// The subscriber joins first, so that it does not miss what its own reaction to a kept element brings about.
    private func admit(
        _ sink: Sink<Element>, as subscriber: Sink<Element>, _ lifetime: Lifetime, to subject: some AnyObject & Sendable
    ) -> UInt64? {
        if lifetime.isDisposed { return nil }
        var welcome = subscribers.add(subscriber, lifetime)
        if welcome.isDisposed {
            sink.error(RxError.disposed(object: subject))
            return nil
        }
        while let element = welcome.kept.popFirst() {
            if lifetime.isDisposed { return nil }
            sink.next(element.value)
        }
        if let end = welcome.end, !lifetime.isDisposed { sink.on(end.value) }
        return welcome.id
    }
}

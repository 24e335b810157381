import Synchronization

// Sendable: `state` is a mutex and decides which thread delivers: the joining one until `hasCaughtUp`.
/// Buffers events for a subscriber that joins while another thread is delivering.
///
/// The joining thread delivers the replayed elements, then calls ``catchUp()``.
final class CatchUpSink<Element>: Sink<Element>, @unchecked Sendable {
    private struct State {
        var waiting = Queue<Handover<Event<Element>>>()
        var hasCaughtUp = false
    }

    private let sink: Sink<Element>
    private let lifetime: Lifetime
    private let state = Mutex(State())

    init(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        self.sink = sink
        self.lifetime = lifetime
    }

    override func next(_ element: Element) {
        if !isHeldBack(.next(element)) { sink.next(element) }
    }

    override func error(_ error: any Error) {
        if !isHeldBack(.error(error)) { sink.error(error) }
    }

    override func completed() {
        if !isHeldBack(.completed) { sink.completed() }
    }

    /// Buffers the event unless the subscriber has caught up. Returns whether it was buffered.
    private func isHeldBack(_ event: Event<Element>) -> Bool {
        let event = Handover(event)
        return state.withLock { state in
            if !state.hasCaughtUp { state.waiting.append(event) }
            return !state.hasCaughtUp
        }
    }

    /// Delivers the buffered events. Later events pass through.
    func catchUp() {
        while let event = nextHeldBack() {
            if !lifetime.isDisposed { sink.on(event.value) }
        }
    }

    private func nextHeldBack() -> Handover<Event<Element>>? {
        state.withLock { state in
            let event = state.waiting.popFirst()
            state.hasCaughtUp = event == nil
            return event
        }
    }
}

import Synchronization

// Safe to share: what changes is in a Mutex; events reach the sink from the joining thread until it has caught up, and from then on as they come.
/// Stands in for a subscriber who joins while another thread is delivering: holds back what that one delivers until the subscriber has received
/// what was kept for it.
final class Latecomer<Element>: Sink<Element>, @unchecked Sendable {
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

    private func isHeldBack(_ event: Event<Element>) -> Bool {
        let event = Handover(event)
        return state.withLock { state in
            if !state.hasCaughtUp { state.waiting.append(event) }
            return !state.hasCaughtUp
        }
    }

    /// Delivers what has been held back; from then on nothing is.
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

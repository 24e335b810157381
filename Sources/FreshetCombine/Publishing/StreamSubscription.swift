import Freshet
import FreshetPlatform

// Sendable: state is guarded by `state`; elements are Sendable; one thread at a time calls the subscriber.
/// Delivers requested elements to a subscriber, and buffers the rest up to a bound.
///
/// One thread at a time delivers, without a lock. Elements that arrive during a delivery, from another thread or from
/// the subscriber itself, are queued. The delivering thread also resumes a producer that supports backpressure.
final class StreamSubscription<Downstream: Subscriber>: Subscription, ObserverType, CustomStringConvertible,
    @unchecked Sendable
where Downstream.Input: Sendable {
    typealias Element = Downstream.Input
    typealias Completion = Subscribers.Completion<Downstream.Failure>

    private struct State {
        /// Nil after the end.
        var downstream: UncheckedTransfer<Downstream>?
        var requested = Subscribers.Demand.none
        var waiting = Queue<Element>()
        var end: Completion?
        var isDelivering = false
        /// True if a producer has been asked to pause. The demand itself is also exhausted while elements are queued on
        /// the way here, which only the delivering thread can deliver.
        var isProducerPaused = false

        /// The number of buffered elements that aren't requested.
        var unrequestedCount: Int { requested.max.map { waiting.count - $0 } ?? 0 }

        /// Returns true if a producer must pause: the buffer is full or has an unrequested element.
        ///
        /// The producer runs one element ahead, so that a request for the last element also delivers the completion.
        func isBufferFull(_ room: Int) -> Bool {
            requested == .unlimited ? waiting.count >= room : unrequestedCount > 0
        }
    }

    private enum Admission {
        case deliver(UncheckedTransfer<Downstream>)
        /// The dropped element is released outside the lock, because its deinit may run user code.
        case done(dropped: Element?)
        case overflow((any Error)?)
    }

    private enum Step {
        case element(Element, UncheckedTransfer<Downstream>)
        case end(Completion, UncheckedTransfer<Downstream>)
        case resumeProducer, stop
    }

    private let buffering: DemandBuffering<Downstream.Failure>
    private let completion: @Sendable (any Error) -> Completion
    private let demand = Demand()
    private let upstream = SingleAssignmentDisposable()
    private let state = Mutex(State())

    init(
        _ downstream: Downstream, _ buffering: DemandBuffering<Downstream.Failure>,
        _ completion: @escaping @Sendable (any Error) -> Completion
    ) {
        self.buffering = buffering
        self.completion = completion
        let downstream = UncheckedTransfer(downstream)
        state.withLock { $0.downstream = downstream }
    }

    var description: String { "Observable" }

    func start(_ source: Observable<Element>) {
        state.withLock { $0.downstream }?.value.receive(subscription: self)
        let isUnlimited = state.withLock { $0.requested == .unlimited }
        source.subscribe(self, pacedBy: isUnlimited ? nil : demand) { upstream.setDisposable($0) }
    }

    func request(_ more: Subscribers.Demand) {
        precondition(more > .none, "A subscriber must request at least one element.")
        let isDeliverer = state.withLock { state in
            state.requested += more
            return Self.beginDelivering(&state)
        }
        if isDeliverer { deliver() }
    }

    func cancel() {
        let released = state.withLock { state in
            defer { (state.downstream, state.end, state.waiting) = (nil, nil, Queue()) }
            // Released outside the lock, because deinits may run user code.
            return (state.downstream, state.end, state.waiting)
        }
        releaseUpstream()
        withExtendedLifetime(released) {}
    }

    func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): next(element)
        case .error(let error): end(completion(error))
        case .completed: end(.finished)
        }
    }

    private func next(_ element: Element) {
        let admission = state.withLock { state -> Admission in
            guard let downstream = state.downstream, state.end == nil else { return .done(dropped: nil) }
            if !state.isDelivering, state.requested > .none {
                state.isDelivering = true
                state.requested -= 1
                return .deliver(downstream)
            }
            var dropped: Element?
            if state.unrequestedCount >= buffering.count {
                switch buffering.whenFull {
                case .dropNewest: return .done(dropped: nil)
                case .dropOldest: dropped = state.waiting.popFirst()
                case .fail(let error): return .overflow(error)
                }
            }
            state.waiting.append(element)
            // Under the same lock, so that a thread that requests more sees the paused producer.
            if state.isBufferFull(buffering.count) { pauseProducer(&state) }
            return .done(dropped: dropped)
        }
        switch admission {
        case .deliver(let downstream):
            receive(element, downstream)
            deliver()
        case .done(let dropped): withExtendedLifetime(dropped) {}
        case .overflow(let error):
            end(completion(error ?? BufferOverflow(count: buffering.count)))
            upstream.dispose()
        }
    }

    private func end(_ end: Completion) {
        let isDeliverer = state.withLock { state in
            guard state.end == nil else { return false }
            state.end = end
            return Self.beginDelivering(&state)
        }
        if isDeliverer { deliver() }
    }

    /// Returns whether the caller becomes the delivering thread.
    private static func beginDelivering(_ state: inout State) -> Bool {
        if state.isDelivering || state.downstream == nil { return false }
        state.isDelivering = true
        return true
    }

    /// Delivers everything that can be delivered now, then clears the delivering state.
    private func deliver() {
        while true {
            switch nextStep() {
            case .element(let element, let downstream): receive(element, downstream)
            case .end(let end, let downstream):
                downstream.value.receive(completion: end)
                return releaseUpstream()
            case .resumeProducer: demand.renew()
            case .stop: return
            }
        }
    }

    private func receive(_ element: Element, _ downstream: UncheckedTransfer<Downstream>) {
        let more = downstream.value.receive(element)
        if more > .none { state.withLock { $0.requested += more } }
    }

    private func nextStep() -> Step {
        state.withLock { state in
            guard let downstream = state.downstream else { return .stop }
            if state.requested > .none, let element = state.waiting.popFirst() {
                state.requested -= 1
                return .element(element, downstream)
            }
            if state.waiting.isEmpty, let end = state.end {
                state.downstream = nil
                return .end(end, downstream)
            }
            if state.isBufferFull(buffering.count) {
                pauseProducer(&state)
            } else if state.isProducerPaused {
                state.isProducerPaused = false
                return .resumeProducer
            }
            state.isDelivering = false
            return .stop
        }
    }

    private func pauseProducer(_ state: inout State) {
        state.isProducerPaused = true
        demand.exhaust()
    }

    private func releaseUpstream() {
        upstream.dispose()
        // Last: paused producers then see that the subscription is over.
        demand.finish()
    }
}

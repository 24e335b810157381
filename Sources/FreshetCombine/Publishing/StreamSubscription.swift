import Freshet
import Synchronization

// Safe to share: what changes is in a Mutex; elements are Sendable, and the subscriber is called by one thread at a time.
/// Delivers to a subscriber what it has asked for, and keeps what it has not, up to a bound.
///
/// One thread at a time delivers, without a lock; what comes meanwhile, from another thread or from the subscriber itself, waits for it. So does a
/// producer that can wait: it is let go on by the thread that delivers.
final class StreamSubscription<Downstream: Subscriber>: Subscription, ObserverType, CustomStringConvertible,
    @unchecked Sendable
where Downstream.Input: Sendable {
    typealias Element = Downstream.Input
    typealias Completion = Subscribers.Completion<Downstream.Failure>

    private struct State {
        /// Nil when it is over.
        var downstream: Handover<Downstream>?
        var asked = Subscribers.Demand.none
        var waiting = Queue<Element>()
        var end: Completion?
        var isDelivering = false

        /// How many of those that wait have not been asked for.
        var unasked: Int { asked.max.map { waiting.count - $0 } ?? 0 }

        /// Whether a producer that can wait should: when it is one element ahead, so that who asked for the last one hears of the end.
        func isSated(_ room: Int) -> Bool { asked == .unlimited ? waiting.count >= room : unasked > 0 }
    }

    private enum Arrival {
        case deliver(Handover<Downstream>)
        /// What is dropped may run foreign code in its deinit, so it is carried out of the lock.
        case done(dropped: Element?)
        case overflow((any Error)?)
    }

    private enum Step {
        case element(Element, Handover<Downstream>)
        case end(Completion, Handover<Downstream>)
        case goOn, rest
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
        let downstream = Handover(downstream)
        state.withLock { $0.downstream = downstream }
    }

    var description: String { "Observable" }

    func start(_ source: Observable<Element>) {
        state.withLock { $0.downstream }?.value.receive(subscription: self)
        let isUnlimited = state.withLock { $0.asked == .unlimited }
        source.subscribe(self, pacedBy: isUnlimited ? nil : demand) { upstream.setDisposable($0) }
    }

    func request(_ more: Subscribers.Demand) {
        precondition(more > .none, "A subscriber asks for one element or more.")
        let mayDeliver = state.withLock { state in
            state.asked += more
            return Self.beginDelivering(&state)
        }
        if mayDeliver { deliver() }
    }

    func cancel() {
        let forgotten = state.withLock { state in
            defer { (state.downstream, state.end, state.waiting) = (nil, nil, Queue()) }
            // All of it may run foreign code in a deinit, so it is released outside the lock.
            return (state.downstream, state.end, state.waiting)
        }
        giveBack()
        withExtendedLifetime(forgotten) {}
    }

    func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): next(element)
        case .error(let error): end(completion(error))
        case .completed: end(.finished)
        }
    }

    private func next(_ element: Element) {
        let arrival = state.withLock { state -> Arrival in
            guard let downstream = state.downstream, state.end == nil else { return .done(dropped: nil) }
            if !state.isDelivering, state.asked > .none {
                state.isDelivering = true
                state.asked -= 1
                return .deliver(downstream)
            }
            var dropped: Element?
            if state.unasked >= buffering.count {
                switch buffering.whenFull {
                case .dropNewest: return .done(dropped: nil)
                case .dropOldest: dropped = state.waiting.popFirst()
                case .fail(let error): return .overflow(error)
                }
            }
            state.waiting.append(element)
            // In the same instant, so that who asks for more sees that somebody waits for it.
            if state.isSated(buffering.count) { demand.exhaust() }
            return .done(dropped: dropped)
        }
        switch arrival {
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
        let mayDeliver = state.withLock { state in
            guard state.end == nil else { return false }
            state.end = end
            return Self.beginDelivering(&state)
        }
        if mayDeliver { deliver() }
    }

    /// Whether the caller is the one that delivers now.
    private static func beginDelivering(_ state: inout State) -> Bool {
        if state.isDelivering || state.downstream == nil { return false }
        state.isDelivering = true
        return true
    }

    /// Delivers all that may be delivered now, then lets others do so.
    private func deliver() {
        while true {
            switch nextStep() {
            case .element(let element, let downstream): receive(element, downstream)
            case .end(let end, let downstream):
                downstream.value.receive(completion: end)
                return giveBack()
            case .goOn: demand.renew()
            case .rest: return
            }
        }
    }

    private func receive(_ element: Element, _ downstream: Handover<Downstream>) {
        let more = downstream.value.receive(element)
        if more > .none { state.withLock { $0.asked += more } }
    }

    private func nextStep() -> Step {
        state.withLock { state in
            guard let downstream = state.downstream else { return .rest }
            if state.asked > .none, let element = state.waiting.popFirst() {
                state.asked -= 1
                return .element(element, downstream)
            }
            if state.waiting.isEmpty, let end = state.end {
                state.downstream = nil
                return .end(end, downstream)
            }
            if state.isSated(buffering.count) {
                demand.exhaust()
            } else if demand.isExhausted {
                return .goOn
            }
            state.isDelivering = false
            return .rest
        }
    }

    private func giveBack() {
        upstream.dispose()
        // Last: what waits sees that it is over.
        demand.finish()
    }
}

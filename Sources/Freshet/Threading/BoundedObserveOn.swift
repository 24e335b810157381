import Synchronization

extension ObservableType {
    /// Delivers events on `scheduler` in order, through a bounded buffer.
    ///
    /// `policy` decides what happens when the buffer is full. With ``ValuesBuffering/suspending(_:)``, the producer
    /// pauses if it can. A serial queue or an actor delivers up to the policy's count of events in one turn; other
    /// schedulers deliver one event per turn. Disposal drops waiting events.
    /// - Ends: on `scheduler`, after the waiting elements.
    /// - Runs on: `scheduler`.
    /// - Keeps: waiting elements, bounded by `policy`.
    /// - Precondition: the count of `policy` is positive.
    public func observe(
        on scheduler: any ImmediateSchedulerType, buffering policy: ValuesBuffering
    ) -> Observable<Element> where Element: Sendable {
        guard let count = policy.count else { return observe(on: scheduler) }
        precondition(count > 0, "The count of `policy` must be positive.")
        return BoundedObserveOn(asObservable(), scheduler, policy)
    }
}

final class BoundedObserveOn<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let scheduler: any ImmediateSchedulerType
    private let policy: ValuesBuffering
    private let origin = Origin()

    init(_ source: Observable<Element>, _ scheduler: any ImmediateSchedulerType, _ policy: ValuesBuffering) {
        self.source = source
        self.scheduler = scheduler
        self.policy = policy
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        guard case .suspending = policy else {
            let upstream = lifetime.makeChild()
            return source.run(
                origin.attach(to: BoundedObserveOnSink(sink, scheduler, policy, lifetime, upstream)), upstream)
        }
        let demand = lifetime.demand.map { Demand(queueingFor: $0) } ?? Demand()
        let upstream = Lifetime(demand: demand)
        lifetime.add(upstream)
        upstream.add(Disposables.create { demand.finish() })
        source.run(origin.attach(to: BoundedObserveOnSink(sink, scheduler, policy, lifetime, upstream)), upstream)
    }
}

extension ValuesBuffering {
    /// The maximum number of waiting elements; nil if unbounded.
    var count: Int? {
        switch self {
        case .unbounded: nil
        case .newest(let count), .oldest(let count), .suspending(let count): count
        }
    }

    /// Returns how many of `count` waiting elements exceed the bound: all if unbounded, 0 if the policy drops elements.
    func excess(of count: Int) -> Int {
        switch self {
        case .unbounded: count
        case .suspending(let bound): count - bound
        case .newest, .oldest: 0
        }
    }
}

// Sendable: see Sink; state is guarded by `state`, and one turn runs at a time.
/// Delivers elements from a bounded buffer on a scheduler.
private final class BoundedObserveOnSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private struct State {
        var waiting = Queue<Element>()
        var end: Termination?
        var isScheduled = false
    }

    private let downstream: Sink<Element>
    private let scheduler: any ImmediateSchedulerType
    private let policy: ValuesBuffering
    private let origin = Origin.ofStage()
    private let turnLength: Int
    /// A paused producer continues once the number of waiting elements drops to this value.
    private let resumption: Int
    private let lifetime: Lifetime
    private let upstream: Lifetime
    private let turn = SerialDisposable()
    private let state = Mutex(State())

    init(
        _ downstream: Sink<Element>, _ scheduler: any ImmediateSchedulerType, _ policy: ValuesBuffering,
        _ lifetime: Lifetime, _ upstream: Lifetime
    ) {
        self.downstream = downstream
        self.scheduler = scheduler
        self.policy = policy
        let isExclusive = scheduler is SerialDispatchQueueScheduler || scheduler is any ExclusiveScheduler
        turnLength = isExclusive ? policy.count ?? 1 : 1
        resumption = (policy.count ?? 0) / 2
        self.lifetime = lifetime
        self.upstream = upstream
        super.init()
        lifetime.add(turn)
    }

    override func next(_ element: Element) {
        // A dropped element may run foreign code in its deinit, so it is released outside the lock.
        let (dropped, isIdle, count) = state.withLock { state -> (Element?, Bool, Int) in
            let isFull = state.waiting.count >= policy.count ?? .max
            if isFull, case .oldest = policy { return (nil, false, 0) }
            var dropped: Element?
            if isFull, case .newest = policy { dropped = state.waiting.popFirst() }
            state.waiting.append(element)
            // Inside the lock: a turn that makes room must see that the producer is paused.
            if state.waiting.count >= policy.count ?? .max { upstream.demand?.exhaust() }
            defer { state.isScheduled = true }
            return (dropped, !state.isScheduled, state.waiting.count)
        }
        withExtendedLifetime(dropped) {}
        origin.checkBuffer(policy.excess(of: count))
        if isIdle { scheduleTurn() }
    }

    override func error(_ error: any Error) { sourceEnded(.error(error)) }
    override func completed() { sourceEnded(.completed) }

    private func sourceEnded(_ end: Termination) {
        guard upstream.stop() else { return }
        let isIdle = state.withLock { state in
            state.end = end
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isIdle { scheduleTurn() }
        upstream.dispose()
    }

    private func scheduleTurn() {
        // Stored before it is scheduled: the turn may run, and another thread schedule the next one, before this returns.
        let scheduled = SingleAssignmentDisposable()
        turn.disposable = scheduled
        scheduled.setDisposable(
            scheduler.scheduleRecursive(()) { [self] _, recurse in
                if takeTurn() { recurse(()) }
            })
    }

    /// Delivers waiting events: one, or up to `turnLength`. Returns whether more events are waiting.
    private func takeTurn() -> Bool {
        for _ in 0..<turnLength {
            if lifetime.isPaused, state.withLock({ !$0.waiting.isEmpty }) {
                // The turn stays scheduled, and continues once the consumer has room.
                lifetime.whenRenewed { self.scheduleTurn() }
                return false
            }
            if !deliverOne() { return false }
        }
        return true
    }

    /// Delivers one event. Returns whether more events are waiting.
    private func deliverOne() -> Bool {
        let (element, end) = state.withLock { state in
            let element = state.waiting.popFirst()
            return (element, element == nil ? state.end.take() : nil)
        }
        if lifetime.isDisposed { return false }
        if let element { downstream.next(element) }
        if let end { downstream.finish(end) }
        if upstream.demand?.isExhausted == true, state.withLock({ $0.waiting.count <= resumption }) {
            // A paused producer may continue on this thread.
            upstream.demand?.renew()
        }
        return state.withLock { state in
            state.isScheduled = !state.waiting.isEmpty || state.end != nil
            return state.isScheduled
        }
    }
}

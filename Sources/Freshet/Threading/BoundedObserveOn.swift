import Synchronization

extension ObservableType {
    /// What ``observe(on:)-(ImmediateSchedulerType)`` does with a bound for the elements that wait, for a scheduler that is slower than the source.
    ///
    /// With ``ValuesBuffering/suspending(_:)`` a producer waits that can.
    /// - Precondition: The count of the policy is positive.
    public func observe(
        on scheduler: any ImmediateSchedulerType, buffering policy: ValuesBuffering
    ) -> Observable<Element> where Element: Sendable {
        precondition((policy.count ?? 1) > 0, "With room for \(policy.count ?? 0) elements none would ever come.")
        return BoundedObserveOn(asObservable(), scheduler, policy)
    }
}

// Safe to share: see Observable.
private final class BoundedObserveOn<Element: Sendable>: Observable<Element>, @unchecked Sendable {
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
            return source.run(origin.marks(BoundedObserveOnSink(sink, scheduler, policy, lifetime, upstream)), upstream)
        }
        let demand = Demand()
        let upstream = Lifetime(demand: demand)
        lifetime.add(upstream)
        upstream.add(Disposables.create { demand.finish() })
        source.run(origin.marks(BoundedObserveOnSink(sink, scheduler, policy, lifetime, upstream)), upstream)
    }
}

extension ValuesBuffering {
    /// How many elements may wait; nil where there is no bound.
    var count: Int? {
        switch self {
        case .unbounded: nil
        case .newest(let count), .oldest(let count), .suspending(let count): count
        }
    }

    /// How many of so many elements that wait no bound holds back.
    func excess(of count: Int) -> Int {
        switch self {
        case .unbounded: count
        case .suspending(let bound): count - bound
        case .newest, .oldest: 0
        }
    }
}

// Safe to share: what waits is in a Mutex; one turn is taken at a time.
/// Delivers on a scheduler what waits in a bounded buffer.
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
    /// With how many elements left a producer that waits goes on.
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
        turnLength = isExclusive ? policy.count ?? 64 : 1
        resumption = (policy.count ?? 0) / 2
        self.lifetime = lifetime
        self.upstream = upstream
        super.init()
        lifetime.add(turn)
    }

    override func next(_ element: Element) {
        // What is dropped may run foreign code in its deinit, so it is carried out of the lock.
        let (dropped, isIdle, count) = state.withLock { state -> (Element?, Bool, Int) in
            let isFull = state.waiting.count >= policy.count ?? .max
            if isFull, case .oldest = policy { return (nil, false, 0) }
            var dropped: Element?
            if isFull, case .newest = policy { dropped = state.waiting.popFirst() }
            state.waiting.append(element)
            // In the same instant, so that who takes an element and makes room sees that somebody waits for it.
            if state.waiting.count >= policy.count ?? .max { upstream.demand?.exhaust() }
            defer { state.isScheduled = true }
            return (dropped, !state.isScheduled, state.waiting.count)
        }
        withExtendedLifetime(dropped) {}
        origin.keeps(policy.excess(of: count))
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
        turn.disposable = scheduler.scheduleRecursive(()) { [self] _, recurse in
            if takeTurn() { recurse(()) }
        }
    }

    /// Delivers what waits, on a serial queue and on an actor up to as many events as may wait, else one; whether there is more.
    private func takeTurn() -> Bool {
        for _ in 0..<turnLength {
            if !deliverOne() { return false }
        }
        return true
    }

    /// Delivers one event; whether there is more.
    private func deliverOne() -> Bool {
        let (element, end) = state.withLock { state in
            let element = state.waiting.popFirst()
            return (element, element == nil ? state.end.take() : nil)
        }
        if lifetime.isDisposed { return false }
        if let element { downstream.next(element) }
        if let end { downstream.finish(end) }
        if upstream.demand?.isExhausted == true, state.withLock({ $0.waiting.count <= resumption }) {
            // What waits for room may go on on this thread.
            upstream.demand?.renew()
        }
        return state.withLock { state in
            state.isScheduled = !state.waiting.isEmpty || state.end != nil
            return state.isScheduled
        }
    }
}

import Synchronization

extension ObservableType {
    /// Delivers the events on `scheduler`, in their order. Ends and fails there, behind what waits.
    ///
    /// *Keeps* the events that wait for their turn, without a bound. Disposal drops them. On a serial queue and on an actor all events that wait are delivered in
    /// one turn; on other schedulers each has a turn of its own.
    public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
        ObserveOn(asObservable(), scheduler, nil)
    }

    /// The same with a bound for the elements that wait, for a scheduler that is slower than the source.
    ///
    /// With ``ValuesBuffering/suspending(_:)`` a producer waits that can.
    /// - Precondition: The count of the policy is positive.
    public func observe(
        on scheduler: any ImmediateSchedulerType, buffering policy: ValuesBuffering
    ) -> Observable<Element> where Element: Sendable {
        precondition((policy.count ?? 1) > 0, "With room for \(policy.count ?? 0) elements none would ever come.")
        return ObserveOn(asObservable(), scheduler, policy)
    }
}

// Safe to share: see Observable.
private final class ObserveOn<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let scheduler: any ImmediateSchedulerType
    private let policy: ValuesBuffering?

    init(_ source: Observable<Element>, _ scheduler: any ImmediateSchedulerType, _ policy: ValuesBuffering?) {
        self.source = source
        self.scheduler = scheduler
        self.policy = policy
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        guard let policy else {
            let upstream = lifetime.makeChild()
            return source.run(ObserveOnSink(sink, scheduler, lifetime, upstream), upstream)
        }
        guard case .suspending = policy else {
            let upstream = lifetime.makeChild()
            return source.run(BoundedObserveOnSink(sink, scheduler, policy, lifetime, upstream), upstream)
        }
        let demand = Demand()
        let upstream = Lifetime(demand: demand)
        lifetime.add(upstream)
        upstream.add(Disposables.create { demand.finish() })
        source.run(BoundedObserveOnSink(sink, scheduler, policy, lifetime, upstream), upstream)
    }
}

/// A scheduler, beside the serial queues, that runs one piece of work at a time.
protocol ExclusiveScheduler: ImmediateSchedulerType {}

/// What waits for its turn, but for the elements themselves, whose type the lock need not know.
private struct Turns {
    var end: Termination?
    var isScheduled = false
}

// Safe to share: what waits is touched with the lock held; one turn is taken at a time.
private final class ObserveOnSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let scheduler: any ImmediateSchedulerType
    private let takesAll: Bool
    private let lifetime: Lifetime
    private let upstream: Lifetime
    private let turn = SerialDisposable()
    private let turns = Mutex(Turns())
    private var waiting = Ring<Element>()

    init(
        _ downstream: Sink<Element>, _ scheduler: any ImmediateSchedulerType, _ lifetime: Lifetime, _ upstream: Lifetime
    ) {
        self.downstream = downstream
        self.scheduler = scheduler
        self.lifetime = lifetime
        self.upstream = upstream
        takesAll = scheduler is SerialDispatchQueueScheduler || scheduler is any ExclusiveScheduler
        super.init()
        lifetime.add(turn)
    }

    override func next(_ element: Element) {
        enqueue { _ in waiting.append(element) }
    }

    override func error(_ error: any Error) {
        guard upstream.stop() else { return }
        enqueue { $0.end = .error(error) }
        upstream.dispose()
    }

    override func completed() {
        guard upstream.stop() else { return }
        enqueue { $0.end = .completed }
        upstream.dispose()
    }

    @inline(__always)
    private func enqueue(_ add: (inout Turns) -> Void) {
        let isIdle = turns.withLock { turns in
            add(&turns)
            defer { turns.isScheduled = true }
            return !turns.isScheduled
        }
        if isIdle { scheduleTurn() }
    }

    private func scheduleTurn() {
        turn.disposable = scheduler.scheduleRecursive(()) { [self] _, recurse in
            if takeTurn() { recurse(()) }
        }
    }

    /// Delivers what waits; whether there is more.
    private func takeTurn() -> Bool {
        var batch = Ring<Element>()
        let end = turns.withLock { turns in
            if takesAll {
                swap(&batch, &waiting)
            } else if waiting.count > 0 {
                batch.append(waiting.removeFirst())
            }
            return waiting.count == 0 && (takesAll || batch.count == 0) ? turns.end.take() : nil
        }
        while batch.count > 0 {
            if lifetime.isDisposed { return false }
            downstream.next(batch.removeFirst())
        }
        if let end, !lifetime.isDisposed { downstream.finish(end) }
        return turns.withLock { turns in
            turns.isScheduled = waiting.count > 0 || turns.end != nil
            return turns.isScheduled
        }
    }
}

import FreshetPlatform

extension ObservableType {
    /// Delivers events on `scheduler`, in order.
    ///
    /// A serial queue or an actor delivers all waiting events in one batch; other schedulers deliver one event per
    /// scheduled run. Disposal drops waiting events. A stream of an `AsyncSequence` requests the next element once the
    /// previous one has been delivered.
    /// - Ends: on `scheduler`, after the waiting events.
    /// - Runs on: `scheduler`.
    /// - Keeps: waiting events, without a bound.
    public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
        ObserveOn(asObservable(), scheduler, .unbounded)
    }

    /// Delivers events on `scheduler` in order, through a bounded buffer.
    ///
    /// `policy` decides what happens when the buffer is full. With ``ValuesBuffering/suspending(_:)``, the producer
    /// pauses if it can. A serial queue or an actor delivers up to the policy's count of events in one batch; other
    /// schedulers deliver one event per scheduled run. Disposal drops waiting events.
    /// - Ends: on `scheduler`, after the waiting elements.
    /// - Runs on: `scheduler`.
    /// - Keeps: waiting elements, bounded by `policy`.
    /// - Precondition: the count of `policy` is positive.
    @_disfavoredOverload
    public func observe(
        on scheduler: any ImmediateSchedulerType, buffering policy: ValuesBuffering
    ) -> Observable<Element> where Element: Sendable {
        precondition(policy.count ?? 1 > 0, "The count of `policy` must be positive.")
        return ObserveOn(asObservable(), scheduler, policy)
    }
}

/// A scheduler, other than a serial queue, that runs one action at a time.
protocol ExclusiveScheduler: ImmediateSchedulerType {}

private final class ObserveOn<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let sourceReference: SourceReference
    private var source: Observable<Element> { sourceReference.stream() }
    private let scheduler: any ImmediateSchedulerType
    private let policy: ValuesBuffering
    private let creationSite = CreationSite()

    init(_ source: Observable<Element>, _ scheduler: any ImmediateSchedulerType, _ policy: ValuesBuffering) {
        sourceReference = SourceReference(source)
        self.scheduler = scheduler.forStreams
        self.policy = policy
    }

    override var production: Production { source.production == .pulled ? .pulled : .sent }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let policy = policy.count == nil ? pausingPolicy(lifetime) ?? policy : policy
        let upstream = makeUpstream(policy, lifetime)
        source.run(creationSite.attach(to: ObserveOnSink(sink, scheduler, policy, lifetime, upstream)), upstream)
    }

    /// Returns the policy that replaces an unbounded one if the source has to be paused.
    private func pausingPolicy(_ lifetime: Lifetime) -> ValuesBuffering? {
        if source.production == .pulled { return .suspending(1) }
        return lifetime.isPaced ? .suspending(QueueDemand.defaultBound) : nil
    }

    /// Returns the source's lifetime. Only `.suspending` pauses the source; the other policies accept each element.
    private func makeUpstream(_ policy: ValuesBuffering, _ lifetime: Lifetime) -> Lifetime {
        guard case .suspending = policy else { return lifetime.makeTrigger() }
        let demand = lifetime.demand.map { Demand(queueingFor: $0, holdsBack: true) } ?? Demand()
        let upstream = lifetime.makeChild(demand: demand)
        upstream.add(Disposables.create { demand.finish() })
        return upstream
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

/// The state of a buffer, independent of the element type.
private struct BufferState {
    var end: Termination?
    /// True if a turn is scheduled or running.
    var isScheduled = false
}

// Sendable: see Sink; `state` guards `waiting`; the source's events access `evicted`, and one turn at a time `taken`.
/// Buffers events and delivers them in turns on a scheduler.
private final class ObserveOnSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let scheduler: any ImmediateSchedulerType
    /// The scheduler, if it is a serial queue. A cast in each turn would take as long as the rest of it.
    private let queue: SerialDispatchQueueScheduler?
    private let policy: ValuesBuffering
    private let bound: Int
    /// The number of waiting elements above which the oldest one is dropped.
    private let limit: Int
    /// True if a delivery takes all elements; else it takes one, and the others can still be dropped.
    private let takesAll: Bool
    /// The number of deliveries in a turn.
    private let turnLength: Int
    private let creationSite = CreationSite.ofStage()
    private let lifetime: Lifetime
    private let upstream: Lifetime
    private let turn = SerialDisposable()
    private let state = Mutex(BufferState())
    private let waiting = RingBuffer<Element>()
    /// Elements that the policy drops. Released outside the lock: a `deinit` may run foreign code.
    private let evicted = RingBuffer<Element>()
    /// The elements that the current turn delivers.
    private let taken = RingBuffer<Element>()

    init(
        _ downstream: Sink<Element>, _ scheduler: any ImmediateSchedulerType, _ policy: ValuesBuffering,
        _ lifetime: Lifetime, _ upstream: Lifetime
    ) {
        self.downstream = downstream
        self.scheduler = scheduler
        self.policy = policy
        bound = policy.count ?? .max
        if case .newest(let count) = policy { limit = count } else { limit = .max }
        queue = scheduler as? SerialDispatchQueueScheduler
        let isExclusive = queue != nil || scheduler is any ExclusiveScheduler
        // Bounded, so that a fast source doesn't block other work on the queue.
        turnLength = isExclusive ? policy.count ?? 16 : 1
        takesAll = isExclusive && policy.count == nil
        self.lifetime = lifetime
        self.upstream = upstream
        super.init()
        lifetime.add(turn)
    }

    override func next(_ element: Element) {
        var (isIdle, isEvicted, count) = (false, false, 0)
        state.withLock { state in
            if case .oldest = policy, waiting.count == bound { return }
            isEvicted = waiting.append(element, limit: limit, evicted: evicted)
            count = waiting.count
            // Inside the lock: a turn that makes room must see that the producer is paused.
            if count >= bound { upstream.demand?.exhaust() }
            isIdle = !state.isScheduled
            state.isScheduled = true
        }
        if isEvicted { _ = evicted.removeLast() }
        creationSite.checkBuffer(policy.excess(of: count))
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
        if let queue { return queue.enqueue { if self.takeTurn() { self.scheduleTurn() } } }
        // Stored before it is scheduled: the turn may run, and another thread schedule the next one, before this
        // returns.
        let scheduled = SingleAssignmentDisposable()
        turn.disposable = scheduled
        let renewal = upstream.demand.map { PendingRenewal(of: $0) }
        scheduled.setDisposable(
            scheduler.scheduleTurns(()) { [self] _, recurse in
                if takeTurn() { recurse(()) } else { renewal?.hasRun = true }
            })
    }

    /// Delivers waiting events, `turnLength` times. Returns whether more events are waiting.
    private func takeTurn() -> Bool {
        for _ in 0..<turnLength {
            if lifetime.isPaused, state.withLock({ _ in waiting.count > 0 }) {
                // The turn stays scheduled, and continues once the consumer has room.
                lifetime.whenRenewed { self.scheduleTurn() }
                return false
            }
            if !deliver() { return false }
        }
        return state.withLock { state in
            state.isScheduled = waiting.count > 0 || state.end != nil
            return state.isScheduled
        }
    }

    /// Delivers the first waiting event, or all elements. Returns false if none was waiting, or after the end.
    private func deliver() -> Bool {
        var end: Termination?
        state.withLock { state in
            if takesAll {
                taken.exchange(with: waiting)
            } else if waiting.count > 0 {
                taken.append(waiting.removeFirst())
            }
            if taken.count > 0 { return }
            end = state.end.take()
            state.isScheduled = end != nil
        }
        if let end, !lifetime.hasEnded { downstream.finish(end) }
        if taken.count == 0 { return false }
        while taken.count > 0 {
            let element = taken.removeFirst()
            if !lifetime.hasEnded { downstream.next(element) }
        }
        // A paused producer may continue on this thread.
        if let demand = upstream.demand, demand.isExhausted, state.withLock({ _ in waiting.count <= bound / 2 }) {
            demand.renew()
        }
        return !lifetime.hasEnded
    }
}

import Synchronization

extension ObservableType {
    /// Delivers the events on `scheduler`, in their order.
    ///
    /// *Keeps* the events that wait for their turn, without a bound. Disposal drops them. On a serial queue all events that wait are delivered in
    /// one turn; on other schedulers each has a turn of its own.
    public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
        ObserveOn(asObservable(), scheduler)
    }
}

// Safe to share: see Observable.
private final class ObserveOn<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let scheduler: any ImmediateSchedulerType

    init(_ source: Observable<Element>, _ scheduler: any ImmediateSchedulerType) {
        self.source = source
        self.scheduler = scheduler
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let upstream = lifetime.makeChild()
        source.run(ObserveOnSink(sink, scheduler, lifetime, upstream), upstream)
    }
}

// Safe to share: the queue is in a Mutex; one turn is taken at a time.
private final class ObserveOnSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private struct State {
        var waiting = Queue<Event<Element>>()
        var isScheduled = false
    }

    private let downstream: Sink<Element>
    private let scheduler: any ImmediateSchedulerType
    private let takesAll: Bool
    private let lifetime: Lifetime
    private let upstream: Lifetime
    private let turn = SerialDisposable()
    private let state = Mutex(State())

    init(
        _ downstream: Sink<Element>, _ scheduler: any ImmediateSchedulerType, _ lifetime: Lifetime, _ upstream: Lifetime
    ) {
        self.downstream = downstream
        self.scheduler = scheduler
        self.lifetime = lifetime
        self.upstream = upstream
        takesAll = scheduler is SerialDispatchQueueScheduler
        super.init()
        lifetime.add(turn)
    }

    override func next(_ element: Element) { enqueue(.next(element)) }

    override func error(_ error: any Error) {
        guard upstream.stop() else { return }
        enqueue(.error(error))
        upstream.dispose()
    }

    override func completed() {
        guard upstream.stop() else { return }
        enqueue(.completed)
        upstream.dispose()
    }

    private func enqueue(_ event: Event<Element>) {
        let isIdle = state.withLock { state in
            state.waiting.append(event)
            defer { state.isScheduled = true }
            return !state.isScheduled
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
        var batch = state.withLock { state in
            var batch = Queue<Event<Element>>()
            if takesAll {
                swap(&batch, &state.waiting)
            } else if let event = state.waiting.popFirst() {
                batch.append(event)
            }
            return batch
        }
        while let event = batch.popFirst() {
            if lifetime.isDisposed { return false }
            downstream.on(event)
        }
        return state.withLock { state in
            state.isScheduled = !state.waiting.isEmpty
            return state.isScheduled
        }
    }
}

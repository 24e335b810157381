extension ObservableType {
    /// Delivers events on `scheduler`, in order.
    ///
    /// A serial queue or an actor delivers all waiting events in one turn; other schedulers deliver one event per turn.
    /// Disposal drops waiting events.
    /// - Ends: on `scheduler`, after the waiting events.
    /// - Runs on: `scheduler`.
    /// - Keeps: waiting events, without a bound.
    public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
        ObserveOn(asObservable(), scheduler)
    }
}

private final class ObserveOn<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let scheduler: any ImmediateSchedulerType
    private let origin = Origin()

    init(_ source: Observable<Element>, _ scheduler: any ImmediateSchedulerType) {
        self.source = source
        self.scheduler = scheduler
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        if lifetime.demand != nil {
            // A consumer that can pause the source must also bound the queue.
            return BoundedObserveOn(source, scheduler, .suspending(QueueDemand.defaultBound)).run(sink, lifetime)
        }
        let upstream = lifetime.makeChild()
        if let queue = scheduler as? SerialDispatchQueueScheduler {
            source.run(origin.attach(to: QueueSink(sink, queue, lifetime, upstream)), upstream)
        } else {
            source.run(origin.attach(to: TurnsSink(sink, scheduler, lifetime, upstream)), upstream)
        }
    }
}

/// A scheduler, other than a serial queue, that runs one action at a time.
protocol ExclusiveScheduler: ImmediateSchedulerType {}

/// Delivers on a serial queue, with at most one turn scheduled or running.
private final class QueueSink<Element>: TurnSink<Element>, @unchecked Sendable {
    private let queue: SerialDispatchQueueScheduler

    init(
        _ downstream: Sink<Element>, _ queue: SerialDispatchQueueScheduler, _ lifetime: Lifetime, _ upstream: Lifetime
    ) {
        self.queue = queue
        super.init(downstream, lifetime, upstream, takesAll: true)
    }

    override func scheduleTurn() {
        queue.enqueue { [self] in
            // At most 16 consecutive turns, so a fast source doesn't block other work on the queue.
            for _ in 0..<16 {
                if !takeTurn() { return }
            }
            scheduleTurn()
        }
    }
}

/// Delivers on any other scheduler.
private final class TurnsSink<Element>: TurnSink<Element>, @unchecked Sendable {
    private let scheduler: any ImmediateSchedulerType
    private let turn = SerialDisposable()

    init(
        _ downstream: Sink<Element>, _ scheduler: any ImmediateSchedulerType, _ lifetime: Lifetime, _ upstream: Lifetime
    ) {
        self.scheduler = scheduler
        super.init(downstream, lifetime, upstream, takesAll: scheduler is any ExclusiveScheduler)
        lifetime.add(turn)
    }

    override func scheduleTurn() {
        turn.disposable = scheduler.scheduleRecursive(()) { [self] _, recurse in
            if takeTurn() { recurse(()) }
        }
    }
}
